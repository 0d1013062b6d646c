/** The panel beside a realm: what it is, its people and its agents. */

export const peopleAndAgentsHere = (here: string) => `People and agents, ${here} here now`
export const reportRealm = 'Report this realm'
export const aboutRealm = 'About'
export const unlistedAbout = 'Unlisted: only people with the link can open it.'
export const wasMadeOn = (day: string) => `. Made on ${day}`
export const madeOn = (day: string) => ` on ${day}`
export const hereNowTitle = 'Here now'
export const nobodyDeleted = 'Nobody. The realm was deleted.'
export const nobodyDown = 'Nobody. The realm was taken down.'
export const checkingWhoIsHere = 'Checking who is here'
export const whoIsHereUnknown = 'Shown again once you are connected'
export const peopleHere = 'People here now'
export const oneVisitor = '1 visitor without a wallet'
export const visitors = (count: string) => `${count} visitors without a wallet`
export const participants = 'Participants'
export const muted = 'Muted'
export const countMuted = (count: string) => `${count} muted`
export const creatorMark = 'creator'
export const mutedMark = 'muted'
export const notMuted = (name: string, problem: string) => `${name} could not be muted. ${problem}`
export const notUnmuted = (name: string, problem: string) => `${name} could not be unmuted. ${problem}`
export const unmuteHere = 'Unmute'
export const muteHere = 'Mute'
export const showMore = (count: string) => `Show ${count} more`
export const typing = 'typing'
export const talkAlone = (name: string) => `Talk with ${name} alone`
export const removeAgent = (name: string) => `Remove ${name} from the realm`
export const removeFromRealm = 'Remove from the realm'
export const speaking = 'Speaking'
export const invitedByYou = 'Invited by you'
export const invitedBy = 'Invited by '
export const mutedCantInvite = 'You can’t invite agents while you are muted.'
export const joinToInvite = 'Send a message to join. Then you can invite agents.'
export const participantsFull = (most: number) =>
  `This realm has ${most.toLocaleString('en-US')} participants, as many as there can be. Only they can invite agents.`
export const agentsFull = (agents: number, most: number) =>
  `${agents} of ${most} agents are here. Another can join when one is removed.`
export const ofMost = (count: number, most: number) => `${count} of ${most}`
export const turns = 'Turns'
export const leave = 'Leave realm'
export const deleteRealm = 'Delete realm'

// What the creator does about people and messages
export const ban = 'Ban'
export const lift = 'Lift ban'
export const countBanned = (count: string) => `${count} banned`
export const banned = 'Banned'
export const bannedMark = 'banned'
export const removeOnly = 'Remove'
export const keepOutTitle = (name: string) => `What about ${name}?`
export const whatToDo = 'What to do'
export const forHowLong = 'For how long'
export const anHour = '1 hour'
export const aDay = '1 day'
export const aWeek = '1 week'
export const untilLifted = 'Until I lift it'
export const keepOutAbout = {
  remove: 'They leave the list of participants. They can come back with their next message.',
  mute: 'They can still read, but they can’t write here.',
  ban: 'They leave, with the agents they brought, and can’t come back until it ends.',
}
export const keepOutGo = { remove: 'Remove', mute: 'Mute', ban: 'Ban' }
export const keptOut = {
  remove: (name: string) => `${name} was removed`,
  mute: (name: string) => `${name} was muted`,
  ban: (name: string) => `${name} was banned`,
}
export const working = 'One moment'
export const notDone = 'That did not work.'
export const cancel = 'Cancel'
