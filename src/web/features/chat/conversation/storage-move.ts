import type { Message } from '../../../../shared/chat/messages.ts'
import type { Asking, StorageUpgrade, StoredTransport } from '../transport/transport.ts'
import type { ConversationStore } from './conversation-store.ts'
import { withoutIdleGreetings } from './greetings.ts'
import { logFailure } from './reply-failure.ts'

export class StorageMove {
  readonly #upgrade: StorageUpgrade
  readonly #store: ConversationStore
  #stopWaiting = () => {}

  constructor(upgrade: StorageUpgrade, store: ConversationStore) {
    this.#upgrade = upgrade
    this.#store = store
  }

  askNow(): void {
    this.#stopWaiting()
  }

  /**
   * Null without a wallet, or if storing failed: the question is sent anyway, and the next one tries again.
   * @throws the signal's reason
   */
  async before(
    { replyId, question, isNew }: Asking,
    signal: AbortSignal,
  ): Promise<{
    transport: StoredTransport
    said: readonly Message[]
    begun: ReadonlySet<string>
    onKept: () => void
  } | null> {
    await this.#signIn(signal)
    const opened = this.#upgrade.open()
    if (!opened) return null
    const begun = new Set([replyId, ...(isNew ? [question.id] : [])])
    const said = withoutIdleGreetings(this.#store.state.messages.filter(({ id }) => !begun.has(id)))
    try {
      if (said.length > 0) await opened.transport.keep(said, this.#store.state.modelRef)
    } catch (error) {
      logFailure(error)
      return null
    }
    signal.throwIfAborted()
    return { ...opened, said, begun }
  }

  /** Waits for the current sign-in, whatever its outcome, or until the person does not want to wait. */
  async #signIn(signal: AbortSignal): Promise<void> {
    const signingIn = this.#upgrade.signingIn()
    if (!signingIn) return
    const enough = Promise.withResolvers<void>()
    this.#stopWaiting = enough.resolve
    signal.addEventListener('abort', () => enough.resolve())
    this.#store.publish(this.#store.state, { waitsForSignIn: true })
    await Promise.race([signingIn, enough.promise])
    this.#store.publish(this.#store.state, { waitsForSignIn: false })
    signal.throwIfAborted()
  }
}
