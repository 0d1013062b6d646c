/** Section 8: what is said where a wallet, or the code for it, can't be reached. */
export const CONNECTION_FAILED = 'Failed to connect wallet. Please try again.'
