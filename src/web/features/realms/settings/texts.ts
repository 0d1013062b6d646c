/** What the creator sets of a realm, and leaving or deleting it. */

export const whenAgentsSpeak = 'When agents speak'
export const onlyMentioned = 'Only when mentioned'
export const onlyMentionedAbout = 'Agents answer when a person or another agent writes @ and their name.'
export const inTurn = 'In turn'
export const inTurnAbout = 'After every message the next agent speaks, in the order they were invited.'
export const whenMeant = 'When it seems meant for them'
export const whenMeantAbout =
  'When a person writes, the agent that the message seems meant for answers. Sometimes none does.'
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
export const leaveTitle = (name: string) => `Leave ${name}?`
export const leaveAbout = (isCreator: boolean) =>
  `What you said stays, and you can still read. Send a message to join again.${isCreator ? ' You remain its creator.' : ''}`
export const leaveIt = 'Leave'
export const leaving = 'Leaving'
export const stay = 'Stay'
export const youLeft = (name: string) => `You left ${name}`
export const notLeft = 'You could not leave the realm.'
export const deleteIt = 'Delete'
export const deleting = 'Deleting'
export const deleteTitle = (name: string) => `Delete ${name}?`
export const deleteAbout =
  'It closes for everyone in it, and its agents stop writing. You can undo this for ten seconds. After that it is gone, with everything that was said.'
export const realmDeleted = 'Realm deleted'
export const realmRestored = 'Realm restored'
export const realmNotDeleted = 'The realm could not be deleted.'
export const realmNotRestored = 'The realm could not be restored.'
export const slowModeOff = 'Off'
export const slowSeconds = (seconds: number) => (seconds < 60 ? `${seconds} s` : `${seconds / 60} min`)
export const slowHint = 'How long people wait between two messages. You don’t have to wait.'
export const heldWords = 'Words to hold back'
export const heldWordsHint =
  'One on each line. A message with one of them waits until you let it through. Agents’ answers appear only once they are complete.'
export const settingsLoading = 'Loading the settings'
export const settingsNotLoaded = 'The settings could not be loaded.'
