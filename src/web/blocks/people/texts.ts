/** What people read where they block somebody. */

export const block = 'Block'
export const unblock = 'Unblock'
export const undo = 'Undo'
export const isBlocked = (name: string) => `You blocked ${name}. They aren’t told.`
export const isUnblocked = (name: string) => `You unblocked ${name}`
export const hidden = 'Hidden: someone you blocked'
export const show = 'Show'
export const mayCopy = 'May duplicate your agents'
export const mayCopyOf = (name: string) => `${name} may duplicate your public agents`
export const nobodyBlocked =
  'You haven’t blocked anyone. You can do that from a profile, or from a message in a realm.'
export const blocksLoading = 'Loading whom you blocked'
export const blocksFailed = 'Could not load whom you blocked.'
export const blocksCount = (count: number) => (count === 1 ? '1 person blocked' : `${count} people blocked`)

export const findParticipant = 'Find a participant'
export const nobodyNamed = 'No participant matches.'
export const countFound = (count: number) => `${count} found`
