import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import type { Conversation } from '../../../../shared/chat/conversations.ts'
import { pathTo } from '../../../../shared/chat/message-tree.ts'
import type { AttachedFile, Message, Question } from '../../../../shared/chat/messages.ts'
import type { Follower } from '../../../blocks/follow-stream/follow-stream.ts'
import { newId } from '../../../lib/new-id.ts'
import type { Asking, StorageUpgrade, Transport } from '../transport/transport.ts'
import { type ConversationView, maySend } from './conversation.ts'
import {
  confirmed,
  inOneLine,
  messageOf,
  newQuestion,
  parentOfNext,
  replyFailed,
  replyStarted,
  rolledBack,
  selected,
  stopped,
} from './conversation-state.ts'
import { ConversationStore } from './conversation-store.ts'
import { FollowedReply } from './followed-reply.ts'
import { greeted, greetedBefore, isGreeting } from './greetings.ts'
import { mergeStored } from './merge-stored.ts'
import { failureOf, logFailure } from './reply-failure.ts'
import { StorageMove } from './storage-move.ts'
import type { Outbox } from './waiting-questions.ts'

interface SessionOptions {
  id: string
  transport: Transport
  /** How a conversation of the page can become stored; without it, it never does. */
  storage?: StorageUpgrade
  /** Stores unconfirmed questions; without one they are lost with the page. */
  outbox?: Outbox
  /** Whether the conversation already exists on the server, so that it must be loaded first. */
  isStored?: boolean
  /** Earlier messages from elsewhere, oldest first, with which a conversation of the page begins. */
  said?: readonly Message[]
  /** Calls back when it is time to paint: all words that arrive until then become one change. */
  nextFrame: (callback: () => void) => void
  onAsk?: (session: ConversationSession) => void
  /** Called when the server has something new: a question, or the end of a reply. */
  onNews?: (news: 'asked' | 'ended') => void
  now?: () => Date
}

/**
 * A running conversation: it sends questions, applies the events of replies, and notifies its subscribers. It outlives
 * the screen that shows it.
 */
export class ConversationSession {
  readonly id: string
  /** Whether a conversation of the page is stored from its next question on, if a wallet is signed in by then. */
  readonly mayBeKept: boolean
  readonly #options: SessionOptions
  readonly #outbox: Outbox | undefined
  readonly #now: () => Date
  readonly #store = new ConversationStore()
  readonly #followed: FollowedReply
  readonly #move: StorageMove | undefined
  #transport: Transport
  #isStored: boolean
  #isReady: boolean
  /** Replies that the server refused to stream to this page. */
  readonly #unreceived = new Set<string>()

  constructor(options: SessionOptions) {
    const { storage, said = [] } = options
    this.id = options.id
    this.mayBeKept = storage !== undefined
    this.#options = options
    this.#outbox = options.outbox
    this.#now = options.now ?? (() => new Date())
    this.#transport = options.transport
    this.#move = storage && new StorageMove(storage, this.#store)
    this.#isStored = options.isStored ?? false
    this.#isReady = !this.#isStored
    this.#followed = new FollowedReply({
      store: this.#store,
      nextFrame: options.nextFrame,
      now: this.#now,
      onAnswer: (replyId) => this.#confirm(replyId),
      onOver: (hasFailed) => {
        if (!hasFailed && this.#isStored) options.onNews?.('ended')
        this.#turnToRunning()
      },
    })
    if (said.length > 0) this.#store.publish(inOneLine(this.#store.state, said))
  }

  get kept(): Transport['kept'] {
    return this.#transport.kept
  }

  readonly subscribe = this.#store.subscribe

  readonly getView = (): ConversationView => this.#store.view

  /** Whether the server has the conversation, as far as this page knows. */
  isStored(): boolean {
    return this.#isStored
  }

  /** Whether there is something to show: the conversation was started here, or was loaded. */
  isReady(): boolean {
    return this.#isReady
  }

  /** Begins the conversation with the agent's greetings, unless it has begun or they are shown already. */
  greet(greetings: readonly string[]): void {
    if (this.#isStored) return
    const next = greeted(this.#store.state, greetings, { createdAt: this.#timestamp(), newId })
    if (next !== this.#store.state) this.#store.publish(next)
  }

  /** Sends a question. Returns false if it was ignored, so that the input keeps its text. */
  send(text: string, files?: readonly AttachedFile[]): boolean {
    if (!maySend(this.#store.view, text)) return false
    this.#askNew(parentOfNext(this.#store.state), text, files)
    return true
  }

  /** Asks an edited version of a question as a new branch beside it. Returns false if it was ignored. */
  edit(questionId: string, text: string): boolean {
    const question = messageOf(this.#store.state, questionId)
    if (question?.role !== 'user' || !maySend(this.#store.view, text)) return false
    this.#askNew(question.parentId, text)
    return true
  }

  /** Asks for another reply to a question, as a new branch beside the existing ones. Returns false if it was ignored. */
  askAgain(questionId: string): boolean {
    const question = messageOf(this.#store.state, questionId)
    if (question?.role !== 'user' || this.#store.view.pending) return false
    this.#ask(question)
    return true
  }

  select(messageId: string): void {
    const next = selected(this.#store.state, messageId)
    if (next === this.#store.state) return
    this.#store.publish(next)
    const leaf = next.activeLeaf === null ? undefined : messageOf(next, next.activeLeaf)
    // The server has a greeting only once a question follows it.
    if (this.#transport.kept === 'server' && leaf && !isGreeting(leaf) && !next.unconfirmed.has(leaf.id))
      void this.#transport.select(leaf.id)
  }

  askNow(): void {
    this.#move?.askNow()
  }

  stop(): void {
    this.#followed.flush()
    // If two replies are running, the one asked for here is stopped; the other one is followed afterwards.
    const replyId = this.#followed.replyId ?? this.#store.view.pending?.id
    if (replyId === undefined || !this.#store.isRunning(replyId)) return
    this.#followed.abort()
    this.#outbox?.forget(replyId)
    this.#store.publish(stopped(this.#store.state, replyId), { connection: 'live' })
    void this.#stopThere(replyId)
    this.#turnToRunning()
  }

  /** Puts a text from elsewhere into the composer without sending it, with a message that gives the reason. */
  giveBack(text: string, message: string): void {
    this.#store.publish(this.#store.state, { returned: { text, failure: { kind: 'refused', message } } })
  }

  takeReturned(): void {
    if (this.#store.view.returned) this.#store.publish(this.#store.state, { returned: null })
  }

  /** Merges the server's version of the conversation. It starts no request, so it may be called while rendering. */
  merge(stored: Conversation): void {
    this.#followed.flush()
    // A reply that can't be followed must not be shown as running.
    const next = [...this.#unreceived].reduce(
      (known, replyId) => replyFailed(known, replyId, { kind: 'silent' }),
      mergeStored(this.#store.state, stored),
    )
    if (this.#isReady && this.#isStored && next === this.#store.state) return
    this.#isStored = true
    this.#isReady = true
    this.#store.publish(next)
    const { replyId } = this.#followed
    if (replyId === undefined || this.#store.isRunning(replyId)) return
    this.#followed.abort()
    this.#store.publish(this.#store.state, { connection: 'live' })
  }

  /** Subscribes to the reply that is running on the server, unless the session already does. */
  follow(): void {
    const { pending } = this.#store.view
    const transport = this.#transport
    if (transport.kept === 'page' || this.#followed.replyId !== undefined) return
    if (!pending || this.#unreceived.has(pending.id)) return
    const open = (follower: Follower) => transport.follow(pending, follower)
    this.#followed.listen(pending.id, open, (error) => {
      this.#unreceived.add(pending.id)
      this.#fail(pending.id, error)
      void this.#reload()
    })
  }

  resume(): void {
    const waiting = this.#isReady && this.kept === 'server' ? this.#outbox?.recall() : undefined
    if (!waiting) return
    const { replyId, greeting, ...question } = waiting
    const { parentId, createdAt } = question
    if (greeting !== undefined && parentId !== null)
      this.#store.publish(greetedBefore(this.#store.state, { id: parentId, content: greeting, createdAt }))
    if (!messageOf(this.#store.state, replyId)) this.#ask(newQuestion(this.#store.state, question), replyId)
    else if (!this.#store.state.unconfirmed.has(replyId)) this.#outbox?.forget(replyId)
  }

  /** Closes the connection without stopping the reply. */
  close(): void {
    this.#followed.abort()
  }

  #timestamp(): string {
    return this.#now().toISOString()
  }

  #askNew(parentId: string | null, content: string, files: readonly AttachedFile[] = []): void {
    const said = { id: newId(), parentId, content, createdAt: this.#timestamp() }
    this.#ask(newQuestion(this.#store.state, { ...said, ...(files.length > 0 && { files: [...files] }) }))
  }

  #ask(question: Question, replyId = newId()): void {
    const { state } = this.#store
    const isNew = !messageOf(state, question.id) || state.unconfirmed.has(question.id)
    const before = pathTo(state.messages, question.parentId)
    const greeting = before.length === 1 ? before[0]?.content : undefined
    if (isNew && this.kept === 'server')
      this.#outbox?.remember({ replyId, question, greeting, isFirst: !this.#isStored })
    const reply = { question, replyId, createdAt: this.#timestamp(), confirmed: this.kept === 'page' }
    this.#store.publish(replyStarted(state, reply), { returned: null })
    this.#options.onAsk?.(this)
    const asking: Asking = { replyId, question, isNew, before }
    this.#followed.listen(
      replyId,
      (follower) => this.#open(asking, follower),
      (error) => this.#askFailed(asking, state.activeLeaf, error),
    )
  }

  async *#open(asking: Asking, follower: Follower): AsyncGenerator<ReplyEvent> {
    if (this.kept === 'page' && this.#move) await this.#becomeKept(this.#move, asking, follower.signal)
    yield* this.#transport.ask(asking, follower)
  }

  /** @param shownBefore the shown leaf before the question */
  #askFailed({ replyId, question }: Asking, shownBefore: string | null, error: unknown): void {
    this.#outbox?.forget(replyId)
    const failure = failureOf(error, this.#now())
    if (failure.kind !== 'busy' && failure.kind !== 'full') {
      this.#fail(replyId, error, failure)
      // The server's version of the reply is loaded, because it is authoritative.
      if (failure.kind === 'silent' || failure.kind === 'gone') void this.#reload()
      return
    }
    const next = rolledBack(this.#store.state, replyId, shownBefore)
    const text = messageOf(next, question.id) ? '' : question.content
    this.#isStored = true
    const files = text === '' ? undefined : question.files
    this.#store.publish(next, { returned: { text, files, failure } })
    void this.#reload().then(() => this.#turnToRunning())
  }

  #fail(replyId: string, error: unknown, failure = failureOf(error, this.#now())): void {
    logFailure(error)
    this.#store.publish(replyFailed(this.#store.state, replyId, failure))
  }

  /** Moves the conversation to the server from this question on, where it can be. */
  async #becomeKept(move: StorageMove, asking: Asking, signal: AbortSignal): Promise<void> {
    const moved = await move.before(asking, signal)
    if (!moved) return
    this.#transport = moved.transport
    this.#isStored = moved.said.length > 0
    moved.onKept()
    this.#store.publish({ ...this.#store.state, unconfirmed: moved.begun })
  }

  /** The server has answered, so it has the reply and its question. */
  #confirm(replyId: string): void {
    this.#outbox?.forget(replyId)
    const next = confirmed(this.#store.state, replyId)
    if (this.kept === 'page' || (this.#isStored && next === this.#store.state)) return
    this.#isStored = true
    this.#store.publish(next)
    this.#options.onNews?.('asked')
  }

  /** Shows and follows a reply that was asked for elsewhere, once the one asked for here is over. */
  #turnToRunning(): void {
    const { pending } = this.#store.view
    if (this.kept === 'page' || this.#followed.replyId !== undefined || !pending) return
    this.#store.publish(selected(this.#store.state, pending.id))
    this.follow()
  }

  async #reload(): Promise<void> {
    if (this.#transport.kept === 'page' || !this.#isStored) return
    try {
      this.merge(await this.#transport.load())
      this.follow()
    } catch {
      // The known state stays. A screen that shows the conversation loads it itself and reports the error.
    }
  }

  async #stopThere(replyId: string): Promise<void> {
    if (this.#transport.kept === 'page') return
    try {
      const isThere = await this.#transport.stop(replyId, !this.#store.state.unconfirmed.has(replyId))
      if (!isThere) return
      this.#confirm(replyId)
      this.#options.onNews?.('ended')
    } catch {
      // The server could not be told; its version of the reply is loaded below.
    }
    // The server may have produced more text than arrived here, or the reply may have ended before it was stopped.
    await this.#reload()
  }
}
