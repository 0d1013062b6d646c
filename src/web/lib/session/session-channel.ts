/** The BroadcastChannel over which the tabs of this browser share who is signed in. */
export const SESSION_CHANNEL = 'session'
