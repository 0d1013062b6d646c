/** The message if a wallet, or its code, can't be reached (section 8). */
export const CONNECTION_FAILED = 'Failed to connect wallet. Please try again.'
