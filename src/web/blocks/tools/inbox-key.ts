/** Of the queries for what waits for a person. */
export const inboxKey = ['inbox'] as const
export const inboxCountKey = [...inboxKey, 'count'] as const
