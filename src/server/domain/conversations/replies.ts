import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import type { Ask } from '../../../shared/chat/conversations.ts'
import { logOf, partsOf } from '../../../shared/chat/parts.ts'
import type { Logger } from '../../base/log.ts'
import { askQuestions, type NewQuestion } from '../../db/conversations/ask-questions.ts'
import {
  closeDead,
  findReply,
  isConversationOf,
  storeEnd,
  storeForgotten,
} from '../../db/conversations/replies.ts'
import { type ReplyPlace, runningIn } from '../../db/turns/running-turns.ts'
import type { ChatEngine } from '../../llm/choose-engine.ts'
import { reply, replyWindow } from '../chat/reply.ts'
import { windowBytes } from '../chat/window.ts'
import { Failure } from '../failure.ts'
import type { RecordReply } from '../figures/record-replies.ts'
import { bytesOf, noQuotas, type Quotas } from '../quotas/quotas.ts'
import { createReceiver } from '../turns/running/receive-replies.ts'
import { replyKey } from '../turns/running/reply-key.ts'
import type { FollowReply } from '../turns/running/reply-log.ts'
import type { ReplyStore } from '../turns/running/reply-store.ts'
import type { RunningReply } from '../turns/running/running-reply.ts'
import { type AskedQuestion, type Asker, writeDown } from './ask.ts'
import { batch } from './batch.ts'
import { createRemoteReplies } from './remote-replies.ts'
import type { ReplyRelay } from './reply-relay.ts'

/**
 * Replies of stored conversations. One belongs to the server that was asked for it: it goes on to its end whoever
 * follows it, and if nobody does. `owner` is the session's wallet; what is another wallet's, or deleted, does not exist
 * for it: `not_found`.
 */
export interface Replies {
  /**
   * Asks, and resolves as soon as it is written down. The same reply id again is the same reply, whatever became of it.
   * @throws {Failure} see `writeDown`; `quota_reached`; `not_ready` while the server is ending
   */
  ask(
    owner: string,
    conversationId: string,
    ask: Ask,
    from: { requestId: string; log: Logger },
  ): Promise<FollowReply>
  /** @throws {Failure} `not_found` */
  follow(owner: string, conversationId: string, replyId: string): Promise<FollowReply>
  /**
   * Ends a reply with the words that came, wherever it is received; one that is over stays as it is. Resolves when it
   * is over, or, for a reply of another server, when that was told.
   * @throws {Failure} `not_found`
   */
  stop(owner: string, conversationId: string, replyId: string): Promise<void>
  /** Stops what runs in these conversations, without asking whose they are: for when they are deleted. */
  stopIn(conversationIds: readonly string[]): Promise<void>
  /** Ends the replies of a server that died, where no other server can be alive: on the embedded database, at the start. */
  closeOrphans(): Promise<void>
  /** Interrupts what this server receives, tells who follows, and waits until that is stored. */
  close(): Promise<void>
}

export interface RepliesOptions {
  sql: Sql
  clock: () => Date
  engine: ChatEngine
  /** The window of the model, in tokens. */
  windowTokens: number
  log: Logger
  /** Passes a reply's events on as they are, for whoever counts them. */
  observe?: ((events: AsyncIterable<ReplyEvent>) => AsyncIterable<ReplyEvent>) | undefined
  /** Records the replies for the owners of their agents. */
  record?: RecordReply | undefined
  /** How servers hear from each other at once; without it they hear through the database. */
  relay?: ReplyRelay | undefined
  quotas?: Quotas | undefined
  /** No other server can be alive on this database. */
  alone?: boolean | undefined
  /** Milliseconds between two rounds, for tests: of storing words, of asking for replies elsewhere, of looking for dead ones. */
  every?: { store?: number; ask?: number; look?: number }
}

export function createReplies(options: RepliesOptions): Replies {
  const { sql, clock, engine, windowTokens, log, observe = (events) => events, relay, every = {} } = options
  const { record = (_, begin) => begin(() => {}), quotas = noQuotas } = options
  const server = randomUUID()
  /** What is being written down. */
  const asking = new Map<string, Promise<unknown>>()

  const receiver = createReceiver({
    store: storeOf(sql, server, (place, words) => {
      const owner = receiver.find(place)?.owner
      if (owner !== undefined) quotas.words.add(owner, words)
    }),
    clock,
    log,
    relay: relay && {
      read: relay.read,
      stop: relay.stop,
      hearStops: (stop) => relay.hearStops(server, stop),
    },
    alone: options.alone,
    every,
  })
  const remote = createRemoteReplies({ sql, engine: engine.engine, relay, clock, log, everyMs: every.ask })
  const pathBytes = windowBytes(replyWindow(windowTokens))
  const storeQuestion = batch(
    (asked: readonly NewQuestion[]) => askQuestions(sql, asked, { server, pathBytes }),
    ({ conversationId }) => conversationId,
  )

  function receive(
    place: ReplyPlace & { owner: string },
    { agentId, begins, request }: AskedQuestion & { agentId: string },
    from: { requestId: string; log: Logger },
  ): RunningReply {
    const asked = { agentId, wallet: place.owner, begins }
    return receiver.receive({
      ...place,
      ...from,
      events: (signals) =>
        observe(
          record(asked, (because) =>
            reply(request, { ...engine, ...signals, ...from, windowTokens, because }),
          ),
        ),
      begun: (forgotten) => {
        if (forgotten > 0) rememberForgotten(place, forgotten)
      },
      send: relay && ((parts) => relay.send(replyKey(place), parts)),
    })
  }

  /** It is known only when the reply is written down already, and its end will say it again. */
  function rememberForgotten(place: ReplyPlace, forgotten: number) {
    storeForgotten(sql, place, forgotten).catch((error: unknown) =>
      log.warn({ err: error }, 'what a reply does not remember can not be stored yet'),
    )
  }

  function ownRunning(owner: string, place: ReplyPlace): RunningReply | undefined {
    const found = receiver.find(place)
    return found?.owner === owner ? found : undefined
  }

  async function follow(owner: string, place: ReplyPlace): Promise<FollowReply> {
    const own = ownRunning(owner, place)
    if (own) return own.follow
    const stored = (await findReply(sql, owner, place)) ?? nothingThere()
    const followStored = remote.follow(place, stored)
    // Another server goes on with what runs; who follows here has to come back when this one ends.
    return (after, gone) => followStored(after, AbortSignal.any([gone, receiver.closing]))
  }

  /** Asks for the same reply wait for each other, so that the later one meets it running. */
  async function oneByOne<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    while (asking.has(key)) await asking.get(key)
    const result = work()
    asking.set(
      key,
      result.catch(() => {}).finally(() => asking.delete(key)),
    )
    return result
  }

  /** Writes it down where the wallet has room for it. */
  async function keepQuestion(ask: Ask, asker: Asker): Promise<AskedQuestion | 'known'> {
    const { owner, conversationId } = asker
    const { question, replyId } = ask
    const write = async () => (await writeDown(ask, asker, storeQuestion)) ?? 'known'
    const inRoom = () =>
      quotas.words.hold<AskedQuestion | 'known'>(
        owner,
        'content' in question ? bytesOf(question.content) : 0,
        write,
        {
          kept: (asked) => asked !== 'known',
          before: async () => ((await findReply(sql, owner, { conversationId, replyId })) ? 'known' : null),
        },
      )
    if (!('content' in question) || question.parentId !== null) return inRoom()
    return quotas.conversations.hold(owner, 1, inRoom, {
      kept: (asked) => asked !== 'known' && asked.begins,
      // Another first question can stand beside the one that began it.
      before: async () => ((await isConversationOf(sql, owner, conversationId)) ? inRoom() : null),
    })
  }

  return {
    ask(owner, conversationId, ask, from) {
      const place = { conversationId, replyId: ask.replyId }
      return oneByOne(replyKey(place), async () => {
        const own = ownRunning(owner, place)
        if (own) return own.follow
        if (receiver.closing.aborted)
          throw new Failure('not_ready', 'The server is ending. Try again in a moment.', { retryAfter: 1 })
        const asker = { owner, conversationId, requestId: from.requestId, now: clock().toISOString() }
        const asked = await keepQuestion(ask, asker)
        if (asked === 'known') return follow(owner, place)
        return receive({ ...place, owner }, { ...asked, agentId: ask.agentId }, from).follow
      })
    },

    follow: (owner, conversationId, replyId) => follow(owner, { conversationId, replyId }),

    async stop(owner, conversationId, replyId) {
      const place = { conversationId, replyId }
      if (ownRunning(owner, place)) return receiver.stop(place)
      const stored = (await findReply(sql, owner, place)) ?? nothingThere()
      if (stored.state === 'running') await receiver.stop(place)
    },

    stopIn: receiver.stopIn,

    closeOrphans: receiver.closeOrphans,

    async close() {
      await receiver.close(() => Promise.all(asking.values()))
      await relay?.close()
    },
  }
}

/** @param onEnded called with how many bytes a reply has whose end is stored */
function storeOf(sql: Sql, server: string, onEnded: (place: ReplyPlace, bytes: number) => void): ReplyStore {
  return {
    ...runningIn(sql, 'running_replies', server),
    async storeEnd(place, reply) {
      const ended = await storeEnd(sql, server, place, reply)
      if (ended && ended.state !== 'running') onEnded(place, bytesOf(...partsOf(reply).map(logOf)))
      return ended
    },
    closeDead: (dead) => closeDead(sql, dead),
  }
}

function nothingThere(): never {
  throw new Failure('not_found', 'There is no such reply.')
}
