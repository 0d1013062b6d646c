/** The name of the channel by which all tabs hear what became of conversations. */
export const CONVERSATION_NEWS = 'bionic-conversations'
