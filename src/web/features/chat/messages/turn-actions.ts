import type { Reply } from '../../../../shared/chat/messages.ts'
import type { MemoryActions } from '../memory/memory-actions.ts'

/** A missing action is not offered. */
export interface TurnActions extends MemoryActions {
  askAgain?: (questionId: string) => void
  /** Lets the person choose another model, which answers the same question. */
  againWith?: (questionId: string) => void
  /** Shows a reply beside another one to the same question; null for one reply again. */
  compare?: (questionId: string, otherId: string | null) => void
  /** A reply that is not shown. */
  replyOf?: (replyId: string) => Reply | undefined
  /** Lets a reply that broke off go on from the results of its calls. */
  goOn?: (replyId: string) => void
  beginEdit?: (questionId: string) => void
  /** Returns false if the text was not accepted. */
  saveEdit?: (questionId: string, text: string) => boolean
  cancelEdit?: () => void
  /**
   * Only the version that was chosen last is shown.
   * @param onTurn called right before the version is shown, which may be later: the promise ends then, or if it can't be
   */
  select?: (messageId: string, onTurn?: () => void) => Promise<void> | undefined
  /** Deletes a question and its answers, or a reply, for good. */
  erase?: (message: { id: string; role: 'user' | 'assistant' }) => void
  /** The stored conversation whose stories can be changed. */
  storiesOf?: string
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
