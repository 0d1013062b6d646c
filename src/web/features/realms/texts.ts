/** What people read of realms in several parts of this folder; what one part alone says is in its own `texts.ts`. */

export const realm = 'Realm'
export const realmUnit = 'realm'
export const name = 'Name'
export const description = 'Description'
export const agents = 'Agents'
export const unlisted = 'Unlisted'
export const settings = 'Settings'
export const tryAgain = 'Try again'
export const undo = 'Undo'
export const keep = 'Keep it'
export const enter = 'Enter'
export const clearSearch = 'Clear search'
export const initialize = 'Initialize a realm'
export const allRealms = 'All realms'

// Lists and a realm that is not here
export const loadingRealm = 'Loading the realm'
export const realmNotFound = 'Realm not found'
export const realmsNotLoaded = 'The realms could not be loaded'
export const noRealmsAbout = 'Nobody has initialized a realm yet. Yours can be the first.'
export const takenDown = 'This realm was taken down.'

// Who is in it
export const peopleAndAgents = 'People and agents'
export const somebodyWhoLeft = 'Somebody who left'
export const hereNow = (count: string) => `${count} here now`
export const andMore = (count: string) => `and ${count} more`
export const mention = (name: string) => `Mention ${name}`
export const mentionList = 'Mention'
export const manage = 'Manage'
export const isMuted = (name: string) => `${name} is muted here.`
export const isUnmuted = (name: string) => `${name} can speak here again.`
export const inviteAgent = 'Invite an agent'
export const inviteAbout = (policy: string) => `Everyone here can talk with it. ${policy}.`
export const notInvited = (name: string) => `${name} could not be invited.`

// Messages
export const freshMessages = 'messages'
export const slowMode = 'Slow mode'
export const signInToWrite = 'Sign in with your wallet to write here.'
export const errorSending = 'Error sending message'
