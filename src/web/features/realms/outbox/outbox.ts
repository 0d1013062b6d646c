import { newRealmMessageSchema, type RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { TYPING_MS } from '../../../../shared/realms/realtime.ts'
import type { Reconnecting } from '../../../lib/http/reconnecting.ts'
import type { OwnMessage, Sending } from '../live/realm-room.ts'
import * as texts from '../texts.ts'
import { sendWithRetry } from './send-with-retry.ts'
import type { StoredDraft } from './stored-drafts.ts'

interface OutboxView {
  draft: string
  replyTo: number | null
  sending: Sending
}

export const nothingWritten: OutboxView = { draft: '', replyTo: null, sending: { state: 'idle' } }

interface OutboxParts {
  memory: { recall: () => StoredDraft | undefined; remember: (kept: StoredDraft | null) => void }
  /** @throws {ApiError} or the error of `fetch`; the response may be lost after the message was stored */
  post: (message: OwnMessage, signal: AbortSignal) => Promise<RealmMessage>
  /** Returns the signed-in wallet, asking for a sign-in if necessary; null if the person declined. */
  signIn: () => Promise<string | null>
  /** @throws if the server can't be asked */
  viewer: () => Promise<string | null>
  sendTyping: () => void
  newId: () => string
  time: Reconnecting
  explain: (error: unknown) => string
  /** Logs a failure (section 8). */
  report: (error: unknown) => void
}

const notSignedIn = texts.signInToWrite

/**
 * A text leaves the draft when it is sent, and returns if the server refuses it. While the server can't be reached, the
 * message waits, also across a reload; the same id ensures that it exists only once.
 */
export class Outbox {
  readonly #parts: OutboxParts
  readonly #listeners = new Set<() => void>()
  #view: OutboxView
  /** The last message whose delivery is uncertain; sending it again unchanged keeps its id. */
  #tried: OwnMessage | undefined
  #messages: readonly RealmMessage[] = []
  #attempt = new AbortController()
  #typingSentAt = Number.NEGATIVE_INFINITY
  #resumed = false

  constructor(parts: OutboxParts) {
    this.#parts = parts
    const kept = parts.memory.recall()
    this.#tried = kept?.outgoing ?? undefined
    this.#view = {
      draft: kept?.draft ?? '',
      replyTo: kept?.replyTo ?? null,
      sending: kept?.outgoing ? { state: 'waiting', message: kept.outgoing } : { state: 'idle' },
    }
  }

  getView(): OutboxView {
    return this.#view
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  setDraft(draft: string): void {
    const { time, sendTyping } = this.#parts
    this.#become({ draft })
    if (draft.trim() === '' || time.now() - this.#typingSentAt < TYPING_MS / 2) return
    this.#typingSentAt = time.now()
    sendTyping()
  }

  setReplyTo(replyTo: number | null): void {
    this.#become({ replyTo })
  }

  /**
   * Ignored if the draft is blank, or if a message is being sent (section 5).
   * @param author the connected wallet, or that of the session
   */
  submit(author: string): void {
    const { newId, time } = this.#parts
    const { draft, replyTo, sending } = this.#view
    const tried = this.#tried
    const content = newRealmMessageSchema.shape.content.safeParse(draft)
    if (sending.state === 'sending' || sending.state === 'waiting' || !content.success) return
    const isAgain =
      sending.state !== 'sent' &&
      tried?.content === content.data &&
      tried.author === author &&
      tried.replyTo === replyTo
    const createdAt = new Date(time.now()).toISOString()
    const message: OwnMessage =
      tried && isAgain ? tried : { id: newId(), author, content: content.data, createdAt, replyTo }
    this.#tried = message
    this.#typingSentAt = Number.NEGATIVE_INFINITY
    this.#become({ draft: '', replyTo: null, sending: { state: 'sending', message } })
    void this.#sendAsSignedIn(message)
  }

  takeBack(): void {
    const { sending } = this.#view
    if (sending.state !== 'waiting') return
    this.#attempt.abort()
    this.#giveBack(sending.message, { state: 'idle' })
  }

  /** Sends a message that was pending when an earlier page was closed; must be called once the realm is shown. */
  resume(): void {
    const { sending } = this.#view
    if (!this.#resumed && sending.state === 'waiting') void this.#send(sending.message, false)
    this.#resumed = true
  }

  receive(messages: readonly RealmMessage[]): void {
    this.#messages = messages
    this.#notice()
  }

  #become(change: Partial<OutboxView>): void {
    this.#view = { ...this.#view, ...change }
    const { draft, replyTo, sending } = this.#view
    const outgoing = sending.state === 'sending' || sending.state === 'waiting' ? sending.message : null
    const isNothing = draft === '' && replyTo === null && outgoing === null
    this.#parts.memory.remember(isNothing ? null : { draft, replyTo, outgoing })
    for (const listener of this.#listeners) listener()
  }

  #giveBack(message: OwnMessage, sending: Sending): void {
    const { draft, replyTo } = this.#view
    this.#become({
      draft: draft.trim() ? `${message.content}\n${draft}` : message.content,
      replyTo: replyTo ?? message.replyTo,
      sending,
    })
  }

  #fail(message: OwnMessage, problem: string): void {
    this.#giveBack(message, { state: 'failed', message, problem })
  }

  /** Clears the pending message once the realm's messages include it, whatever the response to its request is. */
  #notice(): void {
    const { sending } = this.#view
    const arrived = this.#tried
    if (!arrived || !this.#messages.some(({ id }) => id === arrived.id)) return
    this.#tried = undefined
    // A request that is already running is not aborted.
    if (sending.state === 'waiting') this.#attempt.abort()
    const wasGivenBack = sending.state === 'failed' || sending.state === 'idle'
    this.#become({ sending: { state: 'idle' }, ...(wasGivenBack && this.#withoutIt(arrived)) })
  }

  /** Removes the text from the draft: the server had stored the message, only its response was lost. */
  #withoutIt({ content, replyTo }: OwnMessage): Partial<OutboxView> {
    const { draft, replyTo: repliesTo } = this.#view
    if (draft !== content && !draft.startsWith(`${content}\n`)) return {}
    return { draft: draft.slice(content.length + 1), replyTo: repliesTo === replyTo ? null : repliesTo }
  }

  async #send(message: OwnMessage, isFirstTry: boolean): Promise<void> {
    const { report, explain } = this.#parts
    const mine = new AbortController()
    this.#attempt = mine
    const { signal } = mine
    const isOver = () => signal.aborted || this.#tried?.id !== message.id
    try {
      const stored = await sendWithRetry(message, {
        ...this.#parts,
        signal,
        isFirstTry,
        onWait: (error) => {
          if (isOver()) mine.abort()
          if (signal.aborted || this.#view.sending.state === 'waiting') return
          report(error)
          this.#become({ sending: { state: 'waiting', message } })
        },
      })
      if (isOver()) return
      if (stored === 'signed out') {
        this.#fail(message, notSignedIn)
        return
      }
      this.#become({ sending: { state: 'sent', message } })
      this.#notice()
    } catch (error) {
      if (isOver()) return
      report(error)
      this.#fail(message, explain(error))
    }
  }

  async #sendAsSignedIn(message: OwnMessage): Promise<void> {
    const author = await this.#parts.signIn()
    if (author === null) {
      this.#fail(message, notSignedIn)
      return
    }
    const signed = author === message.author ? message : { ...message, author }
    this.#tried = signed
    if (signed !== message) this.#become({ sending: { state: 'sending', message: signed } })
    await this.#send(signed, true)
  }
}
