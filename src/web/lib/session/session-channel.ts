/** The name of the channel over which the tabs of this browser agree on who is signed in. */
export const SESSION_CHANNEL = 'session'
