import type { Conversation } from '../../../../shared/chat/conversations.ts'
import type { Transport } from '../transport/transport.ts'
import type { ConversationStore } from './conversation-store.ts'

/** Which model the person chose for a conversation, as this page knows it until the server does. */
export class ModelChoice {
  readonly #store: ConversationStore
  /** How many choices are on their way. */
  #sending = 0

  constructor(store: ConversationStore) {
    this.#store = store
  }

  /**
   * @param transport of a conversation that the server has; null where the next question carries the choice
   * @throws the error of a server that could not store it; the choice before then stays
   */
  async set(modelRef: string | null, transport: Transport | null): Promise<void> {
    const { modelRef: before } = this.#store.state
    this.#store.publish({ ...this.#store.state, modelRef })
    if (transport === null || transport.kept === 'page') return
    this.#sending++
    try {
      await transport.chooseModel(modelRef)
    } catch (error) {
      this.#store.publish({ ...this.#store.state, modelRef: before })
      throw error
    } finally {
      this.#sending--
    }
  }

  /** What the server does not know of the choice, as it does not have the conversation yet. */
  untold(kept: Transport['kept'], isStored: boolean): string | null {
    return kept === 'page' || !isStored ? this.#store.state.modelRef : null
  }

  /** What the server has, with the choice that is still on its way to it. */
  mergedInto(stored: Conversation): Conversation {
    return this.#sending > 0 ? { ...stored, modelRef: this.#store.state.modelRef } : stored
  }
}
