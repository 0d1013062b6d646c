/** A missing action is not offered. */
export interface TurnActions {
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
 * Controls are visible while their turn is hovered or focused, and always without hover and in the newest turn. Hidden
 * ones keep their space and can be reached by keyboard.
 */
export const quiet =
  'transition-opacity duration-200 group-last/turn:opacity-100 group-focus-within/turn:opacity-100 group-hover/turn:opacity-100 [@media(hover:hover)]:opacity-0'
