import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import type { Conversation } from '../../../../shared/chat/conversations.ts'
import { pathTo } from '../../../../shared/chat/message-tree.ts'
import type { AttachedFile, Message, Question } from '../../../../shared/chat/messages.ts'
import type { Follower } from '../../../blocks/follow-stream/follow-stream.ts'
import { type Listening, listenToReply } from '../../../blocks/follow-stream/listen-to-reply.ts'
import { newId } from '../../../lib/new-id.ts'
import * as texts from '../texts.tsx'
import type { Asking, StorageUpgrade, Transport } from '../transport/transport.ts'
import { type ConversationView, maySend } from './conversation.ts'
import {
  confirmed,
  greeted,
  greetedBefore,
  inOneLine,
  isGreeting,
  messageOf,
  newQuestion,
  parentOfNext,
  replyFailed,
  replyStarted,
  rolledBack,
  selected,
  stopped,
  withoutIdleGreetings,
} from './conversation-state.ts'
import { createConversationStore } from './conversation-store.ts'
import { mergeStored } from './merge-stored.ts'
import { failureOf } from './reply-failure.ts'

/**
 * A running conversation: it sends questions, applies the events of replies, and notifies its subscribers. It outlives
 * the screen that shows it.
 */
export interface ConversationSession {
  readonly id: string
  /** Where the conversation is stored. It can change from `page` to `server` while the conversation goes on. */
  readonly kept: Transport['kept']
  /** Whether a conversation of the page is stored from its next question on, if a wallet is signed in by then. */
  readonly mayBeKept: boolean
  subscribe: (listener: () => void) => () => void
  getView: () => ConversationView
  /** Begins the conversation with the agent's greetings, unless it has begun or they are shown already. */
  greet: (greetings: readonly string[]) => void
  /** Sends a question. Returns false if it was ignored, so that the input keeps its text. */
  send: (text: string, files?: readonly AttachedFile[]) => boolean
  /** Asks an edited version of a question as a new branch beside it. Returns false if it was ignored. */
  edit: (questionId: string, text: string) => boolean
  /**
   * Asks for another reply to a question, as a new branch beside the existing ones. Returns false if it was ignored.
   */
  askAgain: (questionId: string) => boolean
  /** Shows the branch of a message. */
  select: (messageId: string) => void
  /** Sends the question that waits for a sign-in at once; the conversation then stays in the page. */
  askNow: () => void
  /** Stops the running reply and keeps what has arrived of it. */
  stop: () => void
  /** Puts a text from elsewhere into the composer without sending it, with a message that gives the reason. */
  giveBack: (text: string, message: string) => void
  /** Clears `view.returned`, once the composer has its text. */
  takeReturned: () => void
  /** Merges the server's version of the conversation. It starts no request, so it may be called while rendering. */
  merge: (stored: Conversation) => void
  /** Subscribes to the reply that is running on the server, unless the session already does. */
  follow: () => void
  /** Sends the question again that an earlier page was sending when it was closed. */
  resume: () => void
  /** Whether the server has the conversation, as far as this page knows. */
  isStored: () => boolean
  /** Whether there is something to show: the conversation was started here, or was loaded. */
  isReady: () => boolean
  /** Closes the connection without stopping the reply. */
  close: () => void
}

/** Stores questions of a stored conversation until the server has confirmed them. */
export interface Outbox {
  remember: (waiting: {
    replyId: string
    question: Question
    /** The greeting that the question follows. */
    greeting?: string | undefined
    isFirst: boolean
  }) => void
  forget: (replyId: string) => void
  recall: () =>
    | (Pick<Question, 'id' | 'parentId' | 'content' | 'createdAt' | 'files'> & {
        replyId: string
        greeting?: string | undefined
      })
    | undefined
}

/**
 * Creates the session of a conversation.
 * @param storage how a conversation of the page can become stored; without it, it never does
 * @param outbox stores unconfirmed questions; without one they are lost with the page
 * @param isStored whether the conversation already exists on the server, so that it must be loaded first
 * @param said earlier messages from elsewhere, oldest first, with which a conversation of the page begins
 * @param nextFrame calls back when it is time to paint: all words that arrive until then become one change
 * @param onAsk called when a question is sent
 * @param onNews called when the server has something new: a question, or the end of a reply
 */
export function createConversationSession(options: {
  id: string
  transport: Transport
  storage?: StorageUpgrade
  outbox?: Outbox
  isStored?: boolean
  said?: readonly Message[]
  nextFrame: (callback: () => void) => void
  onAsk?: (session: ConversationSession) => void
  onNews?: (news: 'asked' | 'ended') => void
  now?: () => Date
}): ConversationSession {
  const { storage, outbox, onNews = () => {} } = options
  let { transport } = options
  const now = options.now ?? (() => new Date())
  const store = createConversationStore()
  const { publish, isRunning } = store
  if (options.said && options.said.length > 0) publish(inOneLine(store.state, options.said))
  let isStored = options.isStored ?? false
  let isReady = !isStored
  let listening: (Listening & { readonly replyId: string }) | undefined
  let askNow = () => {}
  /** Replies that the server refused to stream to this page. */
  const unreceived = new Set<string>()

  const timestamp = () => now().toISOString()
  /** The server has answered, so it has the reply and its question. */
  const confirm = (replyId: string) => {
    outbox?.forget(replyId)
    const next = confirmed(store.state, replyId)
    if (transport.kept === 'page' || (isStored && next === store.state)) return
    isStored = true
    publish(next)
    onNews('asked')
  }
  /** Ends the subscription to the running reply; later events are ignored. */
  const abort = () => {
    listening?.abort()
    listening = undefined
  }

  function listen(
    replyId: string,
    open: (follower: Follower) => AsyncIterable<ReplyEvent>,
    onFailure: (error: unknown) => void,
  ): void {
    const begun = listenToReply({
      open,
      nextFrame: options.nextFrame,
      onAnswer: () => confirm(replyId),
      onConnection: (connection) => {
        if (store.view.connection !== connection) publish(store.state, { connection })
      },
      onEvents: (events) => {
        store.receive(replyId, events, now())
        for (const event of events) if (event.type === 'failed') logFailure(event)
      },
      onOver: (failure) => {
        listening = undefined
        if (failure) onFailure(failure.error)
        publish(store.state, { connection: 'live' })
        if (!failure && isStored) onNews('ended')
        turnToRunning()
      },
    })
    listening = { replyId, ...begun }
  }

  function ask(question: Question, replyId = newId()): void {
    const { activeLeaf } = store.state
    const isNew = !messageOf(store.state, question.id) || store.state.unconfirmed.has(question.id)
    const before = pathTo(store.state.messages, question.parentId)
    const greeting = before.length === 1 ? before[0]?.content : undefined
    if (isNew && transport.kept === 'server')
      outbox?.remember({ replyId, question, greeting, isFirst: !isStored })
    publish(
      replyStarted(store.state, {
        question,
        replyId,
        createdAt: timestamp(),
        confirmed: transport.kept === 'page',
      }),
      { returned: null },
    )
    options.onAsk?.(session)
    const asking: Asking = { replyId, question, isNew, before }
    const open = async function* (follower: Follower) {
      if (transport.kept === 'page' && storage) await becomeKept(storage, asking, follower)
      yield* transport.ask(asking, follower)
    }
    listen(replyId, open, (error) => {
      outbox?.forget(replyId)
      const failure = failureOf(error, now())
      if (failure.kind !== 'busy' && failure.kind !== 'full') {
        logFailure(error)
        publish(replyFailed(store.state, replyId, failure))
        // The server's version of the reply is loaded, because it is authoritative.
        if (failure.kind === 'silent' || failure.kind === 'gone') void reload()
        return
      }
      const next = rolledBack(store.state, replyId, activeLeaf)
      const text = messageOf(next, question.id) ? '' : question.content
      isStored = true
      const files = text === '' ? undefined : question.files
      publish(next, { returned: { text, files, failure } })
      void reload().then(turnToRunning)
    })
  }

  /**
   * Moves the conversation to the server from this question on, if a wallet is signed in or the current sign-in
   * succeeds.
   */
  async function becomeKept(
    by: StorageUpgrade,
    { replyId, question, isNew }: Asking,
    { signal }: Follower,
  ): Promise<void> {
    const signingIn = by.signingIn()
    if (signingIn) {
      const enough = Promise.withResolvers<void>()
      askNow = enough.resolve
      signal.addEventListener('abort', askNow)
      publish(store.state, { waitsForSignIn: true })
      await Promise.race([signingIn, enough.promise])
      publish(store.state, { waitsForSignIn: false })
      signal.throwIfAborted()
    }
    const opened = by.open()
    if (!opened) return
    const replyStarted = new Set([replyId, ...(isNew ? [question.id] : [])])
    const said = withoutIdleGreetings(store.state.messages.filter(({ id }) => !replyStarted.has(id)))
    try {
      if (said.length > 0) await opened.transport.keep(said)
    } catch (error) {
      // The question is sent anyway, and the next question tries again to store the conversation.
      return logFailure(error)
    }
    signal.throwIfAborted()
    transport = opened.transport
    isStored = said.length > 0
    opened.onKept()
    publish({ ...store.state, unconfirmed: replyStarted })
  }

  function askNew(parentId: string | null, content: string, files: readonly AttachedFile[] = []): void {
    const said = { id: newId(), parentId, content, createdAt: timestamp() }
    ask(newQuestion(store.state, { ...said, ...(files.length > 0 && { files: [...files] }) }))
  }

  function follow(): void {
    const { pending } = store.view
    const stored = transport
    if (stored.kept === 'page' || listening || !pending || unreceived.has(pending.id)) return
    const open = (follower: Follower) => stored.follow(pending, follower)
    listen(pending.id, open, (error) => {
      unreceived.add(pending.id)
      logFailure(error)
      publish(replyFailed(store.state, pending.id, failureOf(error, now())))
      void reload()
    })
  }

  function resume(): void {
    const waiting = isReady && transport.kept === 'server' ? outbox?.recall() : undefined
    if (!waiting) return
    const { replyId, greeting, ...question } = waiting
    const { parentId, createdAt } = question
    if (greeting !== undefined && parentId !== null)
      publish(greetedBefore(store.state, { id: parentId, content: greeting, createdAt }))
    if (!messageOf(store.state, replyId)) ask(newQuestion(store.state, question), replyId)
    else if (!store.state.unconfirmed.has(replyId)) outbox?.forget(replyId)
  }

  /** Shows and follows a reply that was asked for elsewhere, once the one asked for here is over. */
  function turnToRunning(): void {
    if (transport.kept === 'page' || listening || !store.view.pending) return
    publish(selected(store.state, store.view.pending.id))
    follow()
  }

  function merge(stored: Conversation): void {
    listening?.flush()
    // A reply that can't be followed must not be shown as running.
    const next = [...unreceived].reduce(
      (known, replyId) => replyFailed(known, replyId, { kind: 'silent' }),
      mergeStored(store.state, stored),
    )
    if (isReady && isStored && next === store.state) return
    isStored = true
    isReady = true
    publish(next)
    if (!listening || isRunning(listening.replyId)) return
    abort()
    publish(store.state, { connection: 'live' })
  }

  async function reload(): Promise<void> {
    if (transport.kept === 'page' || !isStored) return
    try {
      merge(await transport.load())
      follow()
    } catch {
      // The known state stays. A screen that shows the conversation loads it itself and reports the error.
    }
  }

  async function stopThere(replyId: string): Promise<void> {
    if (transport.kept === 'page') return
    try {
      const isThere = await transport.stop(replyId, !store.state.unconfirmed.has(replyId))
      if (!isThere) return
      confirm(replyId)
      onNews('ended')
    } catch {
      // The server could not be told; its version of the reply is loaded below.
    }
    // The server may have produced more text than arrived here, or the reply may have ended before it was stopped.
    await reload()
  }

  const session: ConversationSession = {
    id: options.id,
    get kept() {
      return transport.kept
    },
    mayBeKept: storage !== undefined,
    subscribe: store.subscribe,
    getView: () => store.view,
    greet: (greetings) => {
      if (isStored) return
      const next = greeted(store.state, greetings, { createdAt: timestamp(), newId })
      if (next !== store.state) publish(next)
    },
    send: (text, files) => {
      if (!maySend(store.view, text)) return false
      askNew(parentOfNext(store.state), text, files)
      return true
    },
    edit: (questionId, text) => {
      const question = messageOf(store.state, questionId)
      if (question?.role !== 'user' || !maySend(store.view, text)) return false
      askNew(question.parentId, text)
      return true
    },
    askAgain: (questionId) => {
      const question = messageOf(store.state, questionId)
      if (question?.role !== 'user' || store.view.pending) return false
      ask(question)
      return true
    },
    select: (messageId) => {
      const next = selected(store.state, messageId)
      if (next === store.state) return
      publish(next)
      const { activeLeaf } = next
      const leaf = activeLeaf === null ? undefined : messageOf(next, activeLeaf)
      // The server has a greeting only once a question follows it.
      if (
        transport.kept === 'server' &&
        leaf &&
        activeLeaf !== null &&
        !isGreeting(leaf) &&
        !next.unconfirmed.has(activeLeaf)
      )
        void transport.select(activeLeaf)
    },
    askNow: () => askNow(),
    stop: () => {
      listening?.flush()
      // If two replies are running, the one asked for here is stopped; the other one is followed afterwards.
      const replyId = listening?.replyId ?? store.view.pending?.id
      if (replyId === undefined || !isRunning(replyId)) return
      abort()
      outbox?.forget(replyId)
      publish(stopped(store.state, replyId), { connection: 'live' })
      void stopThere(replyId)
      turnToRunning()
    },
    giveBack: (text, message) =>
      publish(store.state, { returned: { text, failure: { kind: 'refused', message } } }),
    takeReturned: () => {
      if (store.view.returned) publish(store.state, { returned: null })
    },
    merge,
    follow,
    resume,
    isStored: () => isStored,
    isReady: () => isReady,
    close: abort,
  }
  return session
}

function logFailure(reason: unknown) {
  // biome-ignore lint/suspicious/noConsole: section 8 asks for this line
  console.error(texts.errorGeneratingResponse, reason)
}
