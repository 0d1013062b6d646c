import { newRealmMessageSchema, type RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { TYPING_MS } from '../../../../shared/realms/realtime.ts'
import type { Reconnecting } from '../../../lib/http/reconnecting.ts'
import type { OwnMessage, Sending } from '../live/realm-room.ts'
import * as texts from '../texts.ts'
import { sendWithRetry } from './send-with-retry.ts'
import type { StoredDraft } from './stored-drafts.ts'

/** The viewer's draft in one realm, and the state of their last message. */
export interface OutboxView {
  draft: string
  replyTo: number | null
  sending: Sending
}

export const nothingWritten: OutboxView = { draft: '', replyTo: null, sending: { state: 'idle' } }

export interface OutboxParts {
  memory: { recall: () => StoredDraft | undefined; remember: (kept: StoredDraft | null) => void }
  /** @throws {ApiError} or the error of `fetch`; the response may be lost after the message was stored */
  post: (message: OwnMessage, signal: AbortSignal) => Promise<RealmMessage>
  /** Returns the signed-in wallet, asking for a sign-in if necessary; null if the person declined. */
  signIn: () => Promise<string | null>
  /** Returns the wallet of this browser's session. @throws if the server can't be asked */
  viewer: () => Promise<string | null>
  sendTyping: () => void
  newId: () => string
  time: Reconnecting
  /** Describes an error in plain words. */
  explain: (error: unknown) => string
  /** Logs a failure (section 8). */
  report: (error: unknown) => void
}

export type Outbox = ReturnType<typeof createOutbox>

const notSignedIn = texts.signInToWrite

/**
 * Sends messages. The text leaves the draft when it is sent, and returns if the server refuses it. While the server
 * can't be reached, the message waits and is sent automatically later, also after a reload; the same id ensures that
 * it exists only once.
 */
export function createOutbox(parts: OutboxParts) {
  const { memory, time } = parts
  const listeners = new Set<() => void>()
  const kept = memory.recall()
  let view: OutboxView = {
    draft: kept?.draft ?? '',
    replyTo: kept?.replyTo ?? null,
    sending: kept?.outgoing ? { state: 'waiting', message: kept.outgoing } : { state: 'idle' },
  }
  /** The last message whose delivery is uncertain; sending it again unchanged keeps its id. */
  let tried: OwnMessage | undefined = kept?.outgoing ?? undefined
  let messages: readonly RealmMessage[] = []
  let attempt = new AbortController()
  let typingSentAt = Number.NEGATIVE_INFINITY
  let resumed = false

  function become(change: Partial<OutboxView>): void {
    view = { ...view, ...change }
    const { draft, replyTo, sending } = view
    const outgoing = sending.state === 'sending' || sending.state === 'waiting' ? sending.message : null
    const isNothing = draft === '' && replyTo === null && outgoing === null
    memory.remember(isNothing ? null : { draft, replyTo, outgoing })
    for (const listener of listeners) listener()
  }

  function giveBack(message: OwnMessage, sending: Sending): void {
    const { draft, replyTo } = view
    become({
      draft: draft.trim() ? `${message.content}\n${draft}` : message.content,
      replyTo: replyTo ?? message.replyTo,
      sending,
    })
  }

  function fail(message: OwnMessage, problem: string): void {
    giveBack(message, { state: 'failed', message, problem })
  }

  /** Clears the pending message once the realm's messages include it, whatever the response to its request is. */
  function notice(): void {
    const { sending } = view
    if (!tried || !messages.some(({ id }) => id === tried?.id)) return
    const arrived = tried
    tried = undefined
    // A request that is already running is not aborted.
    if (sending.state === 'waiting') attempt.abort()
    const wasGivenBack = sending.state === 'failed' || sending.state === 'idle'
    become({ sending: { state: 'idle' }, ...(wasGivenBack && withoutIt(arrived)) })
  }

  /** Removes the text from the draft: the server had stored the message, only its response was lost. */
  function withoutIt({ content, replyTo }: OwnMessage): Partial<OutboxView> {
    const { draft } = view
    if (draft !== content && !draft.startsWith(`${content}\n`)) return {}
    return {
      draft: draft.slice(content.length + 1),
      replyTo: view.replyTo === replyTo ? null : view.replyTo,
    }
  }

  async function send(message: OwnMessage, isFirstTry: boolean): Promise<void> {
    const mine = new AbortController()
    attempt = mine
    const { signal } = mine
    const isOver = () => signal.aborted || tried?.id !== message.id
    try {
      const stored = await sendWithRetry(message, {
        ...parts,
        signal,
        isFirstTry,
        onWait(error) {
          if (isOver()) mine.abort()
          if (signal.aborted || view.sending.state === 'waiting') return
          parts.report(error)
          become({ sending: { state: 'waiting', message } })
        },
      })
      if (isOver()) return
      if (stored === 'signed out') {
        fail(message, notSignedIn)
        return
      }
      become({ sending: { state: 'sent', message } })
      notice()
    } catch (error) {
      if (isOver()) return
      parts.report(error)
      fail(message, parts.explain(error))
    }
  }

  async function sendAsSignedIn(message: OwnMessage): Promise<void> {
    const author = await parts.signIn()
    if (author === null) {
      fail(message, notSignedIn)
      return
    }
    const signed = author === message.author ? message : { ...message, author }
    tried = signed
    if (signed !== message) become({ sending: { state: 'sending', message: signed } })
    await send(signed, true)
  }

  return {
    getView: () => view,

    /** @returns a function that removes the listener */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    setDraft(draft: string): void {
      become({ draft })
      if (draft.trim() === '' || time.now() - typingSentAt < TYPING_MS / 2) return
      typingSentAt = time.now()
      parts.sendTyping()
    },

    setReplyTo: (replyTo: number | null) => become({ replyTo }),

    /**
     * Sends the draft; ignored if it is blank, or if a message is being sent (section 5). @param author the connected
     * wallet, or that of the session
     */
    submit(author: string): void {
      const { draft, replyTo, sending } = view
      const content = newRealmMessageSchema.shape.content.safeParse(draft)
      if (sending.state === 'sending' || sending.state === 'waiting' || !content.success) return
      const isAgain =
        sending.state !== 'sent' &&
        tried?.content === content.data &&
        tried.author === author &&
        tried.replyTo === replyTo
      const createdAt = new Date(time.now()).toISOString()
      const message: OwnMessage =
        tried && isAgain ? tried : { id: parts.newId(), author, content: content.data, createdAt, replyTo }
      tried = message
      typingSentAt = Number.NEGATIVE_INFINITY
      become({ draft: '', replyTo: null, sending: { state: 'sending', message } })
      void sendAsSignedIn(message)
    },

    /** Moves a waiting message back into the draft. */
    takeBack(): void {
      if (view.sending.state !== 'waiting') return
      attempt.abort()
      giveBack(view.sending.message, { state: 'idle' })
    },

    /** Sends a message that was pending when an earlier page was closed; must be called once the realm is shown. */
    resume(): void {
      if (resumed) return
      resumed = true
      if (view.sending.state === 'waiting') void send(view.sending.message, false)
    },

    /** Sets the realm's current messages. */
    receive(now: readonly RealmMessage[]): void {
      messages = now
      notice()
    },
  }
}
