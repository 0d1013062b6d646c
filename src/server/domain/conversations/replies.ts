import { randomUUID } from 'node:crypto'
import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import type { Ask } from '../../../shared/chat/conversations.ts'
import type { Reply, ReplyState } from '../../../shared/chat/messages.ts'
import { partsOf, storedTextsOf, type WithParts } from '../../../shared/chat/parts.ts'
import type { CallPlace } from '../../../shared/tools/decisions.ts'
import { OneByOne } from '../../base/keyed-work.ts'
import type { Logger } from '../../base/log.ts'
import type { FoundAnswering } from '../../db/agents/find-answering-agent.ts'
import type { Db } from '../../db/connect/connect.ts'
import { findReply } from '../../db/conversations/replies.ts'
import type { ReplyPlace } from '../../db/turns/running-turns.ts'
import type { Answers } from '../chat/answers.ts'
import { reply } from '../chat/reply.ts'
import { Failure, noSuch } from '../failure.ts'
import type { ConversationFiles } from '../knowledge/conversation-files.ts'
import { agentsModelOf } from '../models/choose-model.ts'
import type { Leaving } from '../operation/leaving.ts'
import { bytesOf, noQuotas, type Quotas } from '../quotas/quotas.ts'
import type { Standing, ToolDecisions } from '../tools/tool-decisions.ts'
import { Receiver } from '../turns/running/receive-replies.ts'
import { relayKey, replyKey } from '../turns/running/reply-key.ts'
import type { FollowReply } from '../turns/running/reply-log.ts'
import type { ReplyRelay } from '../turns/running/reply-relay.ts'
import type { RunningReply } from '../turns/running/running-reply.ts'
import type { TurnHeartbeats } from '../turns/running/turn-heartbeats.ts'
import type { AskedFrom, ReplyThrough } from './ask.ts'
import { conversationReplyStore, rememberForgotten } from './conversation-reply-store.ts'
import { QuestionStore } from './question-store.ts'
import { RemoteReplies } from './remote-replies.ts'
import { refuseShared } from './shared-copies.ts'
import type { Stories } from './stories.ts'
import { type Answering, takeUp } from './take-up.ts'
import { patchReply, strandedReplies } from './waiting-replies.ts'

export interface RepliesOptions {
  db: Db
  clock: () => Date
  answers: Answers
  log: Logger
  heartbeats: TurnHeartbeats
  files?: Pick<ConversationFiles, 'sendWith' | 'awaitRead' | 'readPictures'> | undefined
  /** Connects servers directly; without it they communicate through the database only. */
  relay?: ReplyRelay | undefined
  quotas?: Quotas | undefined
  /** What people decide about calls of tools; without it no reply waits. */
  decisions?: ToolDecisions | undefined
  /** Without it, the oldest turns of a long conversation leave untold. */
  stories?: Pick<Stories, 'begun' | 'ended'> | undefined
  /** Finds the agent of a reply that goes on. */
  findAnswering?: ((id: string, wallet: string) => Promise<FoundAnswering | null>) | undefined
  /** Without it this server takes new replies until it is closed. */
  leaving?: Pick<Leaving, 'refuseNew'> | undefined
  /** Called when the end of a reply is stored; what it begins goes on beside the caller's work. */
  ended?: ((reply: ReplyPlace & { owner: string }) => void) | undefined
  /** For tests: milliseconds between rounds of polling other servers' replies. */
  every?: { ask?: number }
}

/**
 * A reply belongs to the server that was asked for it, and continues to its end whether or not anyone follows it. `owner`
 * is the session's wallet; another wallet's reply or a deleted one is `not_found`.
 */
export class Replies {
  readonly #options: RepliesOptions
  readonly #quotas: Quotas
  readonly #receiver: Receiver
  readonly #remote: RemoteReplies
  readonly #questions: QuestionStore
  /** The later of two requests for the same reply finds it running. */
  readonly #asking = new OneByOne()
  readonly #through = new Map<string, { door: ReplyThrough; hasBegun: boolean }>()

  constructor(options: RepliesOptions) {
    const { db, clock, log, heartbeats, relay, every = {} } = options
    const { server } = heartbeats
    this.#options = options
    options.decisions?.join('conversation', {
      patch: (place, parts, ended) => patchReply(db, place, parts, ended),
      standing: (place, wallet) => this.#standing(wallet, place),
      resume: (place, wallet) => this.#goOn(wallet, place, ['waiting']),
      listStranded: () => strandedReplies(db),
    })
    this.#quotas = options.quotas ?? noQuotas
    this.#receiver = new Receiver({
      scope: 'conversation',
      store: conversationReplyStore({ db, server, decisions: options.decisions }, (place, words) => {
        const owner = this.#receiver.find(place)?.owner
        if (owner === undefined) return
        this.#quotas.words.add(owner, words)
        options.ended?.({ ...place, owner })
      }),
      ...{ heartbeats, clock, log, relay },
    })
    this.#remote = new RemoteReplies({ db, relay, clock, log, everyMs: every.ask })
    this.#questions = new QuestionStore({ db, answers: options.answers, quotas: this.#quotas, server })
  }

  /**
   * Resolves as soon as the question is stored. Repeating the same reply id returns the same reply, whatever its state.
   * @throws {Failure} see `QuestionStore`; `not_ready` while the server leaves
   */
  ask(owner: string, conversationId: string, ask: Ask, from: AskedFrom): Promise<FollowReply> {
    const { clock, files } = this.#options
    const place = { conversationId, replyId: ask.replyId }
    const again = () => {
      from.door?.again?.()
      return this.#follow(owner, place)
    }
    return this.#asking.run(replyKey(place), async () => {
      if (this.#ownRunning(owner, place)) return again()
      this.#options.leaving?.refuseNew()
      if (this.#receiver.closing.aborted)
        throw new Failure('not_ready', 'The server is shutting down. Try again in a moment.', {
          retryAfter: 1,
        })
      const asker = {
        ...{ owner, conversationId, requestId: from.requestId, now: clock().toISOString() },
        ...{ apiKeyId: from.door?.apiKeyId ?? null, sentAs: from.door?.sentAs },
      }
      const store = () => this.#questions.store(ask, asker)
      const asked =
        files && 'content' in ask.question
          ? await files.sendWith({ conversationId, wallet: owner }, ask.question, store)
          : await store()
      if (asked === 'known') return again()
      if (asked.hasWaiting) await this.#options.decisions?.supersede({ conversationId })
      return following(this.#receive({ ...place, owner }, { ...asked, agentId: ask.agentId }, from))
    })
  }

  /** @throws {Failure} `not_found` */
  follow(owner: string, conversationId: string, replyId: string): Promise<FollowReply> {
    return this.#follow(owner, { conversationId, replyId })
  }

  /** Ends a reply on any server, also if it goes on meanwhile; resolves once that is passed on. @throws {Failure} `not_found` */
  async stop(owner: string, conversationId: string, replyId: string): Promise<void> {
    const place = { conversationId, replyId }
    if (this.#ownRunning(owner, place)) return this.#receiver.stop(place)
    const stored = (await findReply(this.#options.db, owner, place)) ?? noSuch('reply')
    if (stored.state === 'waiting')
      await this.#options.decisions?.supersede({ scope: 'conversation', scopeId: conversationId, replyId })
    if (stored.state === 'running' || stored.state === 'waiting') await this.#receiver.stop(place)
  }

  /**
   * Has a reply go on that broke off after its agent had done something, which is not done again. None that was kept or
   * brought: it may be anybody's words, and would become what was given here. None that is shared: it stays as it is.
   * @throws {Failure} `not_found`; `conflict` if it is not such a reply; `reply_running` if another one is; `not_ready`
   */
  async resume(owner: string, conversationId: string, replyId: string): Promise<FollowReply> {
    const { db, leaving } = this.#options
    const place = { conversationId, replyId }
    const stored = (await findReply(db, owner, place)) ?? noSuch('reply')
    if (stored.state === 'running') return this.#follow(owner, place)
    leaving?.refuseNew()
    const hasCalled = stored.requestId !== '' && stored.parts?.some(({ kind }) => kind === 'tool')
    if (hasCalled) await refuseShared(db, place)
    const call = { scope: 'conversation', scopeId: conversationId, replyId } as const
    if (hasCalled && (await this.#goOn(owner, call, ['interrupted', 'failed'])))
      return this.#follow(owner, place)
    throw new Failure('conflict', 'This reply can’t go on. Ask again.')
  }

  /**
   * Has a reply go on for a program that decides about its calls, if that has it go on here.
   * @returns whether it did: it may still run, wait for more, or go on for somebody else
   */
  async through(place: ReplyPlace, door: ReplyThrough, decide: () => Promise<void>): Promise<boolean> {
    const key = replyKey(place)
    const through = { door, hasBegun: false }
    this.#through.set(key, through)
    try {
      await decide()
    } finally {
      if (this.#through.get(key) === through) this.#through.delete(key)
    }
    return through.hasBegun
  }

  /** Stops running replies without checking their owner, for conversations that are deleted. */
  stopIn(conversationIds: readonly string[]): Promise<void> {
    return this.#receiver.stopIn(conversationIds)
  }

  /** Ends a crashed server's replies where no other server can run: with the embedded database, at the start. */
  closeOrphans(): Promise<void> {
    return this.#receiver.closeOrphans()
  }

  /** How many replies this server receives. */
  get running(): number {
    return this.#receiver.running
  }

  /** Interrupts the replies that this server receives, notifies their followers, and waits until that is stored. */
  async close(): Promise<void> {
    await this.#receiver.close(() => this.#asking.settled())
    await this.#options.relay?.close()
  }

  async #follow(owner: string, place: ReplyPlace): Promise<FollowReply> {
    const own = this.#ownRunning(owner, place)
    if (own) return following(own)
    const stored = (await findReply(this.#options.db, owner, place)) ?? noSuch('reply')
    const { agentId, agent, wanted } = stored
    const { engine } = await this.#options.answers.engineFor({ agentId, wallet: owner, agent, wanted })
    const followStored = this.#remote.follow(place, stored, engine)
    // A running reply continues on its server, but followers here must reconnect when this server shuts down.
    return (known, gone) => followStored(known, AbortSignal.any([gone, this.#receiver.closing]))
  }

  #receive(
    place: ReplyPlace & { owner: string },
    { agentId, begins, request, wanted: model, acts }: Answering,
    { door, ...from }: AskedFrom,
    before?: WithParts & Pick<Reply, 'repliedAt'>,
  ): RunningReply {
    const { db, answers, files, relay, stories } = this.#options
    const agent = agentsModelOf(request.agent)
    const call = { scope: 'conversation' as const, scopeId: place.conversationId, replyId: place.replyId }
    const asked = {
      ...{ agentId, wallet: place.owner, begins, agent, wanted: model },
      acts: { ...acts, place: call, isResumed: before !== undefined, recollects: request.recollects },
    }
    const { count = (events: AsyncIterable<ReplyEvent>) => events, aside } = door ?? {}
    stories?.begun(place.conversationId)
    const wanted = door
      ? { ...request, system: door.system, maxTokens: door.maxTokens, mostWords: door.mostWords }
      : request
    return this.#receiver.receive({
      ...place,
      ...from,
      events: async (signals) =>
        count(
          await answers.answerOnce(
            asked,
            { ...from, ...signals, immediate: door !== undefined, maxTokens: door?.maxTokens },
            (parts) => reply(wanted, { ...parts, files, aside, ...(before && { begun: partsOf(before) }) }),
          ),
        ),
      begun: (forgotten) => {
        if (forgotten > 0) rememberForgotten({ db, log: from.log }, place, forgotten)
      },
      send: relay && ((parts) => relay.send(relayKey('conversation', place), parts)),
      ...(before && { before }),
      waits: () => this.#paused(call, place.owner, from.log),
      finished: (parts) =>
        stories?.ended({
          ...{ ...place, requestId: from.requestId },
          asked: { agentId, wallet: place.owner, agent, wanted: model },
          context: parts.find((part) => part.kind === 'context'),
        }),
    })
  }

  /** What was decided while the reply was still running was left to whoever ends it. */
  #paused(place: CallPlace, wallet: string, log: Logger) {
    this.#options.decisions?.paused(place, wallet).catch((error: unknown) => {
      log.error({ err: error, replyId: place.replyId }, 'a reply that waits could not be looked after')
    })
  }

  async #standing(owner: string, { scopeId: conversationId, replyId }: CallPlace): Promise<Standing> {
    const { db, findAnswering = () => Promise.resolve(null) } = this.#options
    const stored = await findReply(db, owner, { conversationId, replyId })
    return !stored ? 'gone' : (await findAnswering(stored.agentId, owner)) ? 'answers' : 'silent'
  }

  /** @returns false if it runs, or has ended otherwise */
  async #goOn(owner: string, place: CallPlace, from: readonly ReplyState[]): Promise<boolean> {
    const { db, heartbeats, findAnswering = () => Promise.resolve(null), decisions, log } = this.#options
    if (this.#receiver.closing.aborted) return false
    const at = { conversationId: place.scopeId, replyId: place.replyId }
    return this.#asking.run(replyKey(at), async () => {
      const requestId = randomUUID()
      const begun = { owner, server: heartbeats.server, requestId, from }
      const resumed = await takeUp({ db, findAnswering, decisions }, at, begun)
      if (!resumed) return false
      // Its end counts all of it again.
      this.#quotas.words.add(owner, -bytesOf(...storedTextsOf(partsOf(resumed.before))))
      const through = this.#through.get(replyKey(at))
      if (through) through.hasBegun = true
      const logged = { requestId, log: log.child({ requestId }), door: through?.door }
      this.#receive({ ...at, owner }, resumed.answering, logged, resumed.before)
      return true
    })
  }

  #ownRunning(owner: string, place: ReplyPlace): RunningReply | undefined {
    const found = this.#receiver.find(place)
    return found?.owner === owner ? found : undefined
  }
}

function following(reply: RunningReply): FollowReply {
  return (known, gone) => reply.follow(known, gone)
}
