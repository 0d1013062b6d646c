/** What people read around the messages of a realm. */

export const realmNotLoaded = 'The realm could not be loaded.'
export const unlistedAside = ' · Unlisted'
export const realmRegion = (name: string) => `Realm ${name}`
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
