/** What people read between the messages of a realm. */

export const messages = 'Messages'
export const earlier = 'Earlier messages'
export const loadingEarlier = 'Loading earlier messages'
export const unreadMark = 'New'
export const loadingMessage = 'Loading the message'
export const stayHere = 'Stay here'
export const oneNew = '1 new message'
export const manyNew = (count: string) => `${count} new messages`
export const unreadAside = (count: string) => `, ${count} new`
