/** The actions on the messages of a conversation; a missing action is not offered. */
export interface TurnActions {
  /** Asks a question again, for a first reply or for another one. */
  askAgain?: (questionId: string) => void
  beginEdit?: (questionId: string) => void
  /** Returns false if the text was not accepted. */
  saveEdit?: (questionId: string, text: string) => boolean
  cancelEdit?: () => void
  select?: (messageId: string) => void
  fork?: (messageId: string) => void
  /** Shows what entered the prompt of a reply from the agent's lorebook. */
  showLore?: (replyId: string) => void
}

/**
 * The class of controls that are visible while their turn is hovered or has the focus, and always on devices without
 * hover and in the newest turn. Hidden controls keep their space and can be reached by keyboard.
 */
export const quiet =
  'transition-opacity duration-200 group-last/turn:opacity-100 group-focus-within/turn:opacity-100 group-hover/turn:opacity-100 [@media(hover:hover)]:opacity-0'
