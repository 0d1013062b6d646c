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
