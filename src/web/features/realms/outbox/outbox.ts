import { newRealmMessageSchema, type RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { TYPING_MS } from '../../../../shared/realms/realtime.ts'
import type { Reconnecting } from '../../../lib/http/reconnecting.ts'
import type { OwnMessage, Sending } from '../live/realm-room.ts'
import { sendWithRetry } from './send-with-retry.ts'
import type { StoredDraft } from './stored-drafts.ts'

/** What somebody writes in one realm, and what became of their last message. */
export interface OutboxView {
  draft: string
  replyTo: number | null
  sending: Sending
}

export const nothingWritten: OutboxView = { draft: '', replyTo: null, sending: { state: 'idle' } }

export interface OutboxParts {
  memory: { recall: () => StoredDraft | undefined; remember: (kept: StoredDraft | null) => void }
  /** @throws {ApiError} or what fetch throws; its answer may be lost after it was stored */
  post: (message: OwnMessage, signal: AbortSignal) => Promise<RealmMessage>
  /** The signed-in wallet, who may be asked for it; null who declined. */
  signIn: () => Promise<string | null>
  /** Whose session this browser has. @throws where that can't be asked */
  viewer: () => Promise<string | null>
  tellTyping: () => void
  newId: () => string
  time: Reconnecting
  /** What went wrong, in plain words. */
  explain: (error: unknown) => string
  /** Section 8: a failure is logged. */
  report: (error: unknown) => void
}

export type Outbox = ReturnType<typeof createOutbox>

const notSignedIn = 'Sign in with the wallet to take part.'

/**
 * The words leave the draft when they go and come back to it when they were refused. While the server can't be reached
 * they wait, and go by themselves when it can, also after a reload; under the same id, so that they are there once.
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
  /** The last message whose fate is not certain: sent again as it was it keeps its id. */
  let tried: OwnMessage | undefined = kept?.outgoing ?? undefined
  let messages: readonly RealmMessage[] = []
  let attempt = new AbortController()
  let toldTypingAt = Number.NEGATIVE_INFINITY
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

  /** What the realm's messages have is not on its way any more, whatever the answer to it says. */
  function notice(): void {
    const { sending } = view
    if (!tried || !messages.some(({ id }) => id === tried?.id)) return
    const arrived = tried
    tried = undefined
    // What is being sent just now comes to its end.
    if (sending.state === 'waiting') attempt.abort()
    const wasGivenBack = sending.state === 'failed' || sending.state === 'idle'
    become({ sending: { state: 'idle' }, ...(wasGivenBack && withoutIt(arrived)) })
  }

  /** The server had it after all; only its answer was lost. */
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

    /** @returns what takes the listener away */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    setDraft(draft: string): void {
      become({ draft })
      if (draft.trim() === '' || time.now() - toldTypingAt < TYPING_MS / 2) return
      toldTypingAt = time.now()
      parts.tellTyping()
    },

    setReplyTo: (replyTo: number | null) => become({ replyTo }),

    /** Section 5: ignored when blank, or when a message is on its way. @param author the wallet that is connected, or that of the session */
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
      toldTypingAt = Number.NEGATIVE_INFINITY
      become({ draft: '', replyTo: null, sending: { state: 'sending', message } })
      void sendAsSignedIn(message)
    },

    /** Takes a waiting message back into the draft. */
    takeBack(): void {
      if (view.sending.state !== 'waiting') return
      attempt.abort()
      giveBack(view.sending.message, { state: 'idle' })
    },

    /** Sends what was on its way when the page went; to be called once it is shown. */
    resume(): void {
      if (resumed) return
      resumed = true
      if (view.sending.state === 'waiting') void send(view.sending.message, false)
    },

    /** What the realm's messages are now. */
    hear(now: readonly RealmMessage[]): void {
      messages = now
      notice()
    },
  }
}
