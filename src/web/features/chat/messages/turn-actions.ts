/** What a reader can do with the messages of a conversation; what is not given is not offered. */
export interface TurnActions {
  /** Asks a question again: for a first answer, or for another one. */
  askAgain?: (questionId: string) => void
  beginEdit?: (questionId: string) => void
  /** False when the text was not taken. */
  saveEdit?: (questionId: string, text: string) => boolean
  cancelEdit?: () => void
  select?: (messageId: string) => void
  fork?: (messageId: string) => void
}

/**
 * Shown when its turn is pointed at or has the focus; where nothing can be pointed at, and in the newest turn, always.
 * Out of sight it still takes its room and can be reached by keyboard.
 */
export const quiet =
  'transition-opacity duration-200 group-last/turn:opacity-100 group-focus-within/turn:opacity-100 group-hover/turn:opacity-100 [@media(hover:hover)]:opacity-0'
