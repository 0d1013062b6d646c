/** Section 8: the gateway's statuses that are worth another try. */
export const retryableStatuses: ReadonlySet<number> = new Set([502, 503, 504])
