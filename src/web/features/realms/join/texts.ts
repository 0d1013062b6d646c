/** What people read where they look for a realm. */

export const nobodyHere = 'Nobody is here now'
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
export const found = (realms: string) => `${realms} found`
export const andThereAreMore = ', and there are more'
export const noRealmFound = 'No realm found.'
export const allMatches = 'All matches'
export const askForLink = 'Ask for the link again, or search for the realm by name.'
export const nothingMatches =
  'No realm has this in its name or description. Unlisted realms open only by their link.'
export const noIdInLink = 'This link has no realm id. A link looks like …/realm/{id} or …/join?realm={id}.'
export const noSuchRealm = 'Realm not found. It may have been deleted, or the link may be mistyped.'
export const noAgents = 'No agents invited yet.'
export const people = 'People'
export const noPeople = 'Nobody has joined yet.'
