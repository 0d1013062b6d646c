import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import type { Conversation } from '../../../../shared/chat/conversations.ts'
import { pathTo } from '../../../../shared/chat/message-tree.ts'
import type { Question } from '../../../../shared/chat/messages.ts'
import type { Decided } from '../../../../shared/tools/decisions.ts'
import type { Follower } from '../../../blocks/follow-stream/follow-stream.ts'
import { newId } from '../../../lib/new-id.ts'
import type { Asking, StorageUpgrade, Transport } from '../transport/transport.ts'
import { turnedTo } from './asked-elsewhere.ts'
import {
  type ConversationState,
  confirmed,
  messageOf,
  newQuestion,
  replyFailed,
  replyStarted,
  rolledBack,
  stopped,
} from './conversation-state.ts'
import type { ConversationStore } from './conversation-store.ts'
import { FollowedReply } from './followed-reply.ts'
import { greetedBefore } from './greetings.ts'
import { mergeStored } from './merge-stored.ts'
import { ModelChoice } from './model-choice.ts'
import { failureOf, logFailure } from './reply-failure.ts'
import { StorageMove } from './storage-move.ts'
import type { Outbox } from './waiting-questions.ts'
import { hasWaiting } from './waiting-replies.ts'

export interface RepliesOptions {
  transport: Transport
  /** How a conversation of the page can become stored; without it, it never does. */
  storage?: StorageUpgrade
  /** Stores unconfirmed questions; without one they are lost with the page. */
  outbox?: Outbox
  /** Whether the conversation already exists on the server, so that it must be loaded first. */
  isStored?: boolean
  /** Calls back when it is time to paint: all words that arrive until then become one change. */
  nextFrame: (callback: () => void) => void
  onAsk: () => void
  onNews?: (news: 'asked' | 'ended') => void
  now: () => Date
}

/** Asks for a conversation's replies, follows them to their end, and agrees with the server about what was said. */
export class ConversationReplies {
  readonly #options: RepliesOptions
  readonly #store: ConversationStore
  readonly #followed: FollowedReply
  readonly #move: StorageMove | undefined
  readonly #model: ModelChoice
  #transport: Transport
  #isStored: boolean
  #isReady: boolean
  readonly #unreceived = new Set<string>()

  constructor(store: ConversationStore, options: RepliesOptions) {
    this.#store = store
    this.#options = options
    this.#transport = options.transport
    this.#move = options.storage && new StorageMove(options.storage, store)
    this.#model = new ModelChoice(store)
    this.#isStored = options.isStored ?? false
    this.#isReady = !this.#isStored
    this.#followed = new FollowedReply({
      store,
      nextFrame: options.nextFrame,
      now: options.now,
      onAnswer: (replyId) => this.#confirm(replyId),
      onOver: (hasFailed) => {
        if (!hasFailed && this.#isStored) options.onNews?.('ended')
        this.#turnToRunning()
      },
    })
  }

  get kept(): Transport['kept'] {
    return this.#transport.kept
  }

  get isStored(): boolean {
    return this.#isStored
  }

  get isReady(): boolean {
    return this.#isReady
  }

  /** Asks for a reply to a question, which may be new. @param model answers it alone in place of the conversation's */
  ask(
    question: Question,
    {
      replyId = newId(),
      model = this.#model.untold(this.kept, this.#isStored),
    }: Partial<Pick<Asking, 'replyId' | 'model'>> = {},
  ): void {
    const { state } = this.#store
    const isNew = !messageOf(state, question.id) || state.unconfirmed.has(question.id)
    const before = pathTo(state.messages, question.parentId)
    const greeting = before.length === 1 ? before[0]?.content : undefined
    if (isNew && this.kept === 'server')
      this.#options.outbox?.remember({ replyId, question, greeting, model, isFirst: !this.#isStored })
    const reply = {
      question,
      replyId,
      createdAt: this.#options.now().toISOString(),
      confirmed: this.kept === 'page',
    }
    this.#store.publish(replyStarted(state, reply), { returned: null })
    this.#options.onAsk()
    const asking: Asking = { replyId, question, isNew, model, before }
    this.#followed.listen(
      replyId,
      (follower) => this.#open(asking, follower),
      (error) => this.#askFailed(asking, state.activeLeaf, error),
    )
  }

  /** @throws as `ModelChoice.set` */
  chooseModel(ref: string | null): Promise<void> {
    return this.#model.set(ref, this.#isStored ? this.#transport : null)
  }

  /** Shows what was decided of a call, and follows the reply if it goes on. @throws if its code can't be loaded */
  async decided(decided: Decided): Promise<void> {
    const { callDecided } = await import('./decided-replies.ts')
    this.#followed.flush()
    this.#change(callDecided(this.#store.state, decided))
  }

  /** Lets a reply go on from the results that its calls have. @throws {ApiError} and the error of `fetch` */
  async goOn(replyId: string): Promise<void> {
    if (this.#transport.kept === 'page') return
    const { goingOn } = await import('./decided-replies.ts')
    await this.#transport.goOn(replyId)
    this.#change(goingOn(this.#store.state, replyId))
  }

  storeShown(leaf: string): void {
    if (this.#transport.kept === 'server' && !this.#store.state.unconfirmed.has(leaf))
      void this.#transport.select(leaf)
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
    this.#options.outbox?.forget(replyId)
    this.#store.publish(stopped(this.#store.state, replyId), { connection: 'live' })
    void this.#stopThere(replyId)
    this.#turnToRunning()
  }

  merge(stored: Conversation): void {
    this.#followed.flush()
    // A reply that can't be followed must not be shown as running.
    const next = [...this.#unreceived].reduce(
      (known, replyId) => replyFailed(known, replyId, { kind: 'silent' }),
      mergeStored(this.#store.state, this.#model.mergedInto(stored)),
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

  follow(): void {
    const { pending } = this.#store.view
    const transport = this.#transport
    if (transport.kept === 'page' || this.#followed.replyId !== undefined) return
    if (!pending || this.#unreceived.has(pending.id)) return
    const open = (follower: Follower) => transport.follow(pending, follower)
    this.#followed.listen(pending.id, open, (error) => {
      this.#unreceived.add(pending.id)
      this.#fail(pending.id, error)
      void this.reload()
    })
  }

  resume(): void {
    const waiting = this.#isReady && this.kept === 'server' ? this.#options.outbox?.recall() : undefined
    if (!waiting) return
    const { replyId, greeting, model, ...question } = waiting
    if (model && !this.#isStored) this.#store.publish({ ...this.#store.state, modelRef: model })
    const { parentId, createdAt } = question
    if (greeting !== undefined && parentId !== null)
      this.#store.publish(greetedBefore(this.#store.state, { id: parentId, content: greeting, createdAt }))
    if (!messageOf(this.#store.state, replyId))
      this.ask(newQuestion(this.#store.state, question), { replyId, ...(model && { model }) })
    else if (!this.#store.state.unconfirmed.has(replyId)) this.#options.outbox?.forget(replyId)
  }

  close(): void {
    this.#followed.abort()
  }

  async *#open(asking: Asking, follower: Follower): AsyncGenerator<ReplyEvent> {
    if (this.kept === 'page' && this.#move) await this.#becomeKept(this.#move, asking, follower.signal)
    yield* this.#transport.ask(asking, follower)
  }

  #askFailed({ replyId, question }: Asking, shownBefore: string | null, error: unknown): void {
    const failure = failureOf(error, this.#options.now())
    const isRefused = failure.kind === 'busy' || failure.kind === 'full'
    // What the server has not taken stays in the outbox, so that a reload loses nothing. Whoever is signed out does not
    // see a stored conversation any more, and has the draft when they are back; one of the page stays before them.
    if (this.kept === 'page' || (!isRefused && failure.kind !== 'signed-out')) {
      this.#fail(replyId, error, failure)
      // The server's version of the reply is loaded, because it is authoritative.
      if (failure.kind === 'silent' || failure.kind === 'gone') void this.reload()
      return
    }
    this.#options.outbox?.forget(replyId)
    const next = rolledBack(this.#store.state, replyId, shownBefore)
    const { content: text, files } = messageOf(next, question.id) ? { content: '' } : question
    this.#store.publish(next, { returned: { text, files, failure } })
    this.#isStored ||= isRefused
    if (isRefused) void this.reload().then(() => this.#turnToRunning())
  }

  #fail(replyId: string, error: unknown, failure = failureOf(error, this.#options.now())): void {
    logFailure(error)
    this.#store.publish(replyFailed(this.#store.state, replyId, failure))
  }

  /** Shows what another request than a question has changed, and follows what runs now. */
  #change(next: ConversationState): void {
    this.#store.publish(next)
    this.#options.onNews?.('asked')
    this.follow()
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
    this.#options.outbox?.forget(replyId)
    const next = confirmed(this.#store.state, replyId)
    if (this.kept === 'page' || (this.#isStored && next === this.#store.state)) return
    this.#isStored = true
    this.#store.publish(next)
    this.#options.onNews?.('asked')
    // What waited in the conversation is superseded by the question.
    if (hasWaiting(next)) void this.reload()
  }

  /** Shows and follows a reply that was asked for elsewhere, once the one asked for here is over. */
  #turnToRunning(): void {
    const { pending } = this.#store.view
    if (this.kept === 'page' || this.#followed.replyId !== undefined || !pending) return
    this.#store.publish(turnedTo(this.#store.state, pending))
    this.follow()
  }

  /** Shows the server's version, and follows what runs in it. */
  async reload(): Promise<void> {
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
    await this.reload()
  }
}
