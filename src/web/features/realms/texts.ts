export const somebodyWhoLeft = 'Somebody who left'
export const realm = 'Realm'
export const realmNotFound = 'Realm not found'
export const allRealms = 'All realms'
export const tryAgain = 'Try again'
export const connect = 'Connect'
export const settings = 'Settings'
export const realmNotLoaded = 'The realm could not be loaded.'

export const hereNow = (count: string) => `${count} here now`
export const nobodyHere = 'Nobody is here now'
export const unlisted = 'Unlisted'
export const unlistedAside = ' · Unlisted'
export const andMore = (count: string) => `and ${count} more`

export const title = 'Neural Realms'
export const about = 'Initialize a neural realm, or enter one that others have made.'
export const initialize = 'Initialize a realm'
export const notNow = 'Not now'
export const search = 'Search realms'
export const clearSearch = 'Clear search'
export const whichRealms = 'Which realms'
export const yours = 'Yours'
export const yourRealms = 'Your realms'
export const loadingRealms = 'Loading realms'
export const realmsNotLoaded = 'The realms could not be loaded'
export const noneMatch = 'No realms match.'
export const noMatch = 'No matching realms'
export const noMatchOfYours = 'None of your realms has this in its name or description. Try a shorter search.'
export const noMatchOfAll = 'No realm has this in its name or description. Try a shorter search.'
export const noRealms = 'No realms yet'
export const noRealmsAbout = 'Nobody has initialized a realm yet. Yours can be the first.'
export const noneOfYours = 'You have no realms yet'
export const noneOfYoursAbout = 'Realms that you make or write in appear here, unlisted ones too.'
export const yoursLocked = 'Connect to see your realms'
export const yoursLockedAbout =
  'Connect your wallet and sign in to see the realms that you made or write in, unlisted ones too.'
export const madeByYou = 'Made by you'
export const fresh = 'new'
export const freshMessage = 'message'
export const freshMessages = 'messages'
export const enter = 'Enter'

export const name = 'Name'
export const description = 'Description'
export const descriptionHint = 'What it is for. People see it on its card.'
export const makeUnlisted = 'Unlisted: only people with the link can open it'
export const makeUnlistedHint =
  'It appears in no list and no search. Anyone with the link can read it, and write with a wallet.'
export const notInitialized = 'The realm was not initialized'
export const declined = 'The realm was not initialized'
export const declinedAbout =
  'A realm belongs to the wallet that makes it. Connect one and sign in to continue. What you typed is still here.'
export const initializing = 'Initializing...'
export const initializeRealm = 'Initialize realm'

export const join = 'Join Room'
export const joinAbout = 'Find a realm by its name, or paste its link or its id.'
export const realmNoAnswer = 'The realm could not be loaded'
export const notFoundJoin =
  'It may have been deleted, or the link may be mistyped. Ask for the link again, or search for the realm by name.'
export const findAnother = 'Find another realm'
export const find = 'Find a realm'
export const finderField = 'Name, link or id of a realm'
export const fromLink = 'From the link'
export const matching = 'Matching realms'
export const newest = 'Newest realms'
export const realms = 'Realms'
export const looking = 'Looking for realms'
export const realmUnit = 'realm'
export const found = (realms: string) => `${realms} found`
export const andThereAreMore = ', and there are more'
export const noRealmFound = 'No realm found.'
export const allMatches = 'All matches'
export const askForLink = 'Ask for the link again, or search for the realm by name.'
export const nothingMatches =
  'No realm has this in its name or description. Unlisted realms open only by their link.'
export const noIdInLink = 'This link has no realm id. A link looks like …/realm/{id} or …/join?realm={id}.'
export const noSuchRealm = 'Realm not found. It may have been deleted, or the link may be mistyped.'
export const loadingRealm = 'Loading the realm'
export const noAgents = 'No agents invited yet.'
export const people = 'People'
export const noPeople = 'Nobody has joined yet.'

export const realmRegion = (name: string) => `Realm ${name}`
export const peopleAndAgents = 'People and agents'
export const peopleAndAgentsHere = (here: string) => `People and agents, ${here} here now`
export const shareUnlisted = 'It is in no list. Anyone with the link can read along, and write with a wallet.'
export const share = 'Anyone with the link can read along, and write with a wallet.'
export const connectionLost = 'Connection lost'
export const signalNotFound = 'Signal not found'
export const notFoundAbout = 'It may have been deleted, or the link may be mistyped.'
export const home = 'Home'
export const wasDeleted = 'This realm was deleted. You can read what was said until you leave this page.'
export const beginningOf = (name: string) => `The beginning of ${name}`
export const noMessages = 'No messages yet'
export const beFirst = 'Yours can be the first.'
export const connectToTakePart = 'Connect wallet to participate in chat'
export const offline = 'You are offline'
export const notConnected = 'Not connected'
export const tryNow = 'Try now'
export const tryingAgainIn = (seconds: number) => ` · trying again in ${seconds} s`
export const reconnectsByItself = ' · it connects again by itself'
export const tryingNow = ' · trying now'
export const stillWaiting = (problem: string) => `The agents are still waiting. ${problem}`
export const oneMoment = 'One moment'
export const letThemContinue = 'Let them continue'

export const messages = 'Messages'
export const earlier = 'Earlier messages'
export const loadingEarlier = 'Loading earlier messages'
export const unreadMark = 'New'
export const loadingMessage = 'Loading the message'
export const stayHere = 'Stay here'
export const oneNew = '1 new message'
export const manyNew = (count: string) => `${count} new messages`
export const unreadAside = (count: string) => `, ${count} new`
export const today = 'Today'
export const yesterday = 'Yesterday'
export const youSaid = 'You said:'
export const agentSaid = (name: string) => `${name} said:`
export const saidAside = 'said:'
export const removed = 'Message removed'
export const messageTakenDown = 'Message taken down'
export const moderated = { unlisted: 'Taken out of the lists', down: 'Taken down' }
export const takenDown = 'This realm was taken down.'
export const sending = 'Sending'
export const letAgentsContinue = ' let the agents continue '
export const processing = 'Processing neural response'
export const stop = 'Stop'
export const stopping = 'Stopping'
export const earlierMessage = 'Earlier message'
export const noText = 'No text yet'
export const quoteRemoved = 'Removed'
export const quoteContinue = 'let the agents continue'
export const you = 'You'
export const inReplyTo = 'In reply to'
export const reply = 'Reply'
export const messageOptions = 'Message options'
export const optionsNotLoaded = 'The options could not be loaded. Check your connection and try again.'
export const copy = 'Copy'
export const copied = 'Copied'
export const noCopying = 'The browser did not allow copying.'
export const mention = (name: string) => `Mention ${name}`
export const mute = (name: string) => `Mute ${name}`
export const unmute = (name: string) => `Unmute ${name}`
export const isMuted = (name: string) => `${name} is muted here.`
export const isUnmuted = (name: string) => `${name} can speak here again.`
export const undo = 'Undo'
export const removeTitle = 'Remove this message?'
export const removeAbout = 'Nobody can read it any more. A note that a message was here stays.'
export const removeRunningAbout =
  'The agent stops writing. Nobody can read its answer any more. A note that a message was here stays.'
export const notRemoved = 'The message could not be removed.'
export const removing = 'Removing'
export const report = 'Report'
export const reportRealm = 'Report this realm'
export const remove = 'Remove'
export const keep = 'Keep it'

export const cutOff = 'Cut off: too long'
export const notAsked = 'Not asked: too many questions at once'
export const noAnswerInTime = 'Did not answer in time'
export const stoppedMidway = 'Stopped midway'
export const saidNothing = 'Empty answer'
export const stopped = 'Stopped'
export const interrupted = 'Interrupted'
export const waitsForDecision = 'Waits for whoever began it'
export const waitsForYou = 'Waits for you'
export const noAnswer = 'Did not answer'
export const brokenOff = 'Broken off'

export const messageTo = (name: string) => `Message to ${name}`
export const connectToChat = 'Connect wallet to chat'
export const deletedHint = 'This realm was deleted'
export const mutedHint = 'You are muted here'
export const enterMessage = 'Enter message...'
export const openToRead = 'Reading is open to everyone. '
export const connectWallet = 'Connect wallet'
export const youAreMuted = 'You are muted in this realm. You can still read.'
export const draftKept = 'Your draft is kept.'
export const copyDraft = 'Copy your draft'
export const waitingToSend = 'Waiting for the connection. Your message will be sent automatically.'
export const takeBack = 'Take back'
export const notSent = 'Not sent · '
export const retry = 'Retry'
export const oneSuggestion = '1 suggestion'
export const suggestions = (count: number) => `${count} suggestions`
export const mentionList = 'Mention'
export const agent = 'Agent'
export const here = 'Here'
export const replyingTo = 'Replying to '
export const oneTyping = (name: string) => `${name} is typing`
export const twoTyping = (one: string, other: string) => `${one} and ${other} are typing`
export const manyTyping = (count: number) => `${count} people are typing`
export const yourself = 'yourself'
export const replyingToEarlier = 'Replying to an earlier message'
export const cancelReply = 'Cancel reply'
export const signInToWrite = 'Sign in with your wallet to write here.'
export const errorSending = 'Error sending message'

export const aboutRealm = 'About'
export const unlistedAbout = 'Unlisted: only people with the link can open it.'
export const wasMadeOn = (day: string) => `. Made on ${day}`
export const madeOn = (day: string) => ` on ${day}`
export const hereNowTitle = 'Here now'
export const nobodyDeleted = 'Nobody. The realm was deleted.'
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
export const agents = 'Agents'
export const talkAlone = (name: string) => `Talk with ${name} alone`
export const removeAgent = (name: string) => `Remove ${name} from the realm`
export const removeFromRealm = 'Remove from the realm'
export const speaking = 'Speaking'
export const invitedByYou = 'Invited by you'
export const invitedBy = 'Invited by '
export const mutedCantInvite = 'You can’t invite agents while you are muted.'
export const joinToInvite = 'Send a message to join. Then you can invite agents.'
export const agentsFull = (agents: number, most: number) =>
  `${agents} of ${most} agents are here. Another can join when one is removed.`
export const ofMost = (count: number, most: number) => `${count} of ${most}`
export const agentIsHere = (name: string) => `${name} is here`
export const agentLeft = (name: string) => `${name} was removed from the realm`
export const agentNotBack = (name: string, problem: string) => `${name} could not be brought back. ${problem}`
export const agentNotRemoved = (name: string, problem: string) => `${name} could not be removed. ${problem}`
export const inviteAgent = 'Invite an agent'
export const inviteAbout = (policy: string) => `Everyone here can talk with it. ${policy}.`
export const notInvited = (name: string) => `${name} could not be invited.`
export const turns = 'Turns'

export const whenAgentsSpeak = 'When agents speak'
export const speakMentioned = 'Agents speak when mentioned'
export const speakInTurn = 'Agents speak in turn'
export const speakWhenMeant = 'Agents speak when a message seems meant for them'
export const onlyMentioned = 'Only when mentioned'
export const onlyMentionedAbout = 'Agents answer when a person or another agent writes @ and their name.'
export const inTurn = 'In turn'
export const inTurnAbout = 'After every message the next agent speaks, in the order they were invited.'
export const whenMeant = 'When it seems meant for them'
export const whenMeantAbout =
  'When a person writes, the agent that the message seems meant for answers. Sometimes none does.'
export const wordsThisHour = (said: string, most: string) => `${said} of ${most} words this hour`
export const lastBrokeOff = 'Its last answer broke off'
export const lastFellSilent = 'Its last answer stopped midway'
export const lastTooLong = 'Its last answer was too long'
export const lastNotAsked = 'Was not asked: too many questions at once'
export const skippedUntil = (name: string) => `Skipped until somebody writes @${name}`
export const wordsUsedUp = (words: string) =>
  `The agents have used their ${words} words for this hour. They continue a little later.`
export const oneTurnTaken = 'The agents have taken one turn and wait for a person.'
export const turnsTaken = (turns: string) =>
  `The agents have taken ${turns} turns in a row and wait for a person.`

export const realmSettings = 'Realm settings'
export const unlistedHint = 'It appears in no list. Anyone with the link can open it.'
export const turnsInARow = 'Agents’ turns in a row'
export const turnsHint = (range: string) => `${range} Then they wait for a person.`
export const wordsPerHour = 'Agents’ words per hour'
export const wordsHint = (range: string) => `${range} For all agents together.`
export const range = (from: string, to: string) => `From ${from} to ${to}.`
export const settingsSaved = 'Settings saved'
export const settingsNotSaved = 'The settings could not be saved.'
export const notSigned = 'The wallet did not sign in, so nothing was saved.'
export const typedIsKept = 'What you typed is still here.'
export const leave = 'Leave realm'
export const leaveTitle = (name: string) => `Leave ${name}?`
export const leaveAbout = (isCreator: boolean) =>
  `What you said stays, and you can still read. Send a message to join again.${isCreator ? ' You remain its creator.' : ''}`
export const leaveIt = 'Leave'
export const leaving = 'Leaving'
export const stay = 'Stay'
export const youLeft = (name: string) => `You left ${name}`
export const notLeft = 'You could not leave the realm.'
export const deleteRealm = 'Delete realm'
export const deleteIt = 'Delete'
export const deleting = 'Deleting'
export const deleteTitle = (name: string) => `Delete ${name}?`
export const deleteAbout =
  'It closes for everyone in it, and its agents stop writing. You can undo this for ten seconds. After that it is gone, with everything that was said.'
export const realmDeleted = 'Realm deleted'
export const realmRestored = 'Realm restored'
export const realmNotDeleted = 'The realm could not be deleted.'
export const realmNotRestored = 'The realm could not be restored.'

// What the creator does about people and messages
export const manage = 'Manage'
export const ban = 'Ban'
export const lift = 'Lift ban'
export const isLifted = (name: string) => `${name} may come back`
export const countBanned = (count: string) => `${count} banned`
export const banned = 'Banned'
export const bannedUntil = (when: string) => `banned until ${when}`
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
export const heldForCreator = 'Waiting. The creator of this realm looks at it first.'
export const heldForYou = 'Held back. Only you and its author see it.'
export const letThrough = 'Let it through'
export const removeHeld = 'Remove'
export const slowWait = (seconds: number) => `Slow mode. You can write again in ${seconds} s.`
export const slowMode = 'Slow mode'
export const slowModeOff = 'Off'
export const slowSeconds = (seconds: number) => (seconds < 60 ? `${seconds} s` : `${seconds / 60} min`)
export const slowHint = 'How long people wait between two messages. You don’t have to wait.'
export const heldWords = 'Words to hold back'
export const heldWordsHint =
  'One on each line. A message with one of them waits until you let it through. Agents’ answers appear only once they are complete.'
export const settingsLoading = 'Loading the settings'
export const settingsNotLoaded = 'The settings could not be loaded.'
export const blockPerson = (name: string) => `Block ${name}`
export const unblockPerson = (name: string) => `Unblock ${name}`
export const bannedHint = 'You can’t write here'
