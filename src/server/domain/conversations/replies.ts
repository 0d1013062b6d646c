import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Sql } from 'postgres'
import type { ReplyEvent } from '../../../shared/chat.ts'
import type { Ask } from '../../../shared/conversations.ts'
import { askQuestions, type NewQuestion } from '../../db/ask-questions.ts'
import {
  findReply,
  listRunning,
  type ReplyPlace,
  storeForgotten,
  wantStop,
} from '../../db/running-replies.ts'
import type { ChatEngine } from '../../llm/choose-engine.ts'
import type { Logger } from '../../log.ts'
import type { ReplyRequest } from '../chat/prompt.ts'
import { reply, replyWindow } from '../chat/reply.ts'
import { windowBytes } from '../chat/window.ts'
import { Failure } from '../failure.ts'
import { writeDown } from './ask.ts'
import { closeDeadReplies } from './close-dead-replies.ts'
import { createRemoteReplies } from './remote-replies.ts'
import { replyKey } from './reply-key.ts'
import type { FollowReply } from './reply-log.ts'
import type { ReplyRelay } from './reply-relay.ts'
import { type RunningReply, receiveReply } from './running-reply.ts'
import { createEndStore } from './store-ends.ts'
import { storeWordsRegularly } from './store-words-regularly.ts'
import { together } from './together.ts'

/** How long `close` waits for the ends of running replies to be stored, in milliseconds. */
const CLOSING_MS = 4_000

/**
 * Replies of stored conversations. One belongs to the server that was asked for it: it goes on to its end whoever
 * follows it, and if nobody does. `owner` is the session's wallet; what is another wallet's, or deleted, does not exist
 * for it: `not_found`.
 */
export interface Replies {
  /**
   * Asks, and resolves as soon as it is written down. The same reply id again is the same reply, whatever became of it.
   * @throws {Failure} see `writeDown`; `not_ready` while the server is ending
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
  /** How servers hear from each other at once; without it they hear through the database. */
  relay?: ReplyRelay | undefined
  /** No other server can be alive on this database. */
  alone?: boolean | undefined
  /** Milliseconds between two rounds, for tests: of storing words, of asking for replies elsewhere, of looking for dead ones. */
  every?: { store?: number; ask?: number; look?: number }
}

export function createReplies(options: RepliesOptions): Replies {
  const { sql, clock, engine, windowTokens, log, observe = (events) => events, relay, every = {} } = options
  const server = randomUUID()
  /** What this server receives, by its key, until its end is stored. */
  const running = new Map<string, RunningReply>()
  /** What is being written down. */
  const asking = new Map<string, Promise<unknown>>()
  const closing = new AbortController()
  const closed = new AbortController()
  let stopHearing: (() => void) | undefined
  let released = Promise.withResolvers<void>()

  const storeEnd = createEndStore({
    sql,
    server,
    onStored: release,
    log,
    closed: closed.signal,
  })
  const words = storeWordsRegularly({ sql, server, running, log, everyMs: every.store })
  const remote = createRemoteReplies({ sql, engine: engine.engine, relay, clock, log, everyMs: every.ask })
  const pathBytes = windowBytes(replyWindow(windowTokens))
  const storeQuestion = together(
    (asked: readonly NewQuestion[]) => askQuestions(sql, asked, { server, pathBytes }),
    ({ conversationId }) => conversationId,
  )
  const isAlive = (key: string) => running.has(key)
  const dead = closeDeadReplies({ sql, isAlive, relay, log, alone: options.alone, everyMs: every.look })

  function release(place: ReplyPlace) {
    running.delete(replyKey(place))
    released.resolve()
    released = Promise.withResolvers()
    if (running.size > 0) return
    stopHearing?.()
    stopHearing = undefined
  }

  function receive(
    place: ReplyPlace & { owner: string },
    request: ReplyRequest,
    from: { requestId: string; log: Logger },
  ): RunningReply {
    const key = replyKey(place)
    const received = receiveReply({
      ...place,
      ...from,
      events: (signals) => observe(reply(request, { ...engine, ...signals, ...from, windowTokens })),
      begun: (forgotten) => {
        if (forgotten > 0) rememberForgotten(place, forgotten)
      },
      storeEnd,
      send: relay && ((content) => relay.send(key, content)),
      clock,
    })
    running.set(key, received)
    words.begin()
    stopHearing ??= relay?.hearStops(server, (other) => running.get(other)?.end('stopped'))
    if (closing.signal.aborted) received.end('interrupted')
    return received
  }

  /** It is known only when the reply is written down already, and its end will say it again. */
  function rememberForgotten(place: ReplyPlace, forgotten: number) {
    storeForgotten(sql, place, forgotten).catch((error: unknown) =>
      log.warn({ err: error }, 'what a reply does not remember can not be stored yet'),
    )
  }

  function ownRunning(owner: string, place: ReplyPlace): RunningReply | undefined {
    const found = running.get(replyKey(place))
    return found?.owner === owner ? found : undefined
  }

  async function follow(owner: string, place: ReplyPlace): Promise<FollowReply> {
    const own = ownRunning(owner, place)
    if (own) return own.follow
    const stored = (await findReply(sql, owner, place)) ?? nothingThere()
    const followStored = remote.follow(place, stored)
    // Another server goes on with what runs; who follows here has to come back when this one ends.
    return (after, gone) => followStored(after, AbortSignal.any([gone, closing.signal]))
  }

  async function stopElsewhere(place: ReplyPlace): Promise<void> {
    const receiver = await wantStop(sql, place)
    if (receiver !== null) relay?.stop(receiver, replyKey(place))
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

  return {
    ask(owner, conversationId, ask, from) {
      const place = { conversationId, replyId: ask.replyId }
      return oneByOne(replyKey(place), async () => {
        const own = ownRunning(owner, place)
        if (own) return own.follow
        if (closing.signal.aborted)
          throw new Failure('not_ready', 'The server is ending. Try again in a moment.', { retryAfter: 1 })
        const asker = { owner, conversationId, requestId: from.requestId, now: clock().toISOString() }
        const request = await writeDown(ask, asker, storeQuestion)
        return request ? receive({ ...place, owner }, request, from).follow : follow(owner, place)
      })
    },

    follow: (owner, conversationId, replyId) => follow(owner, { conversationId, replyId }),

    async stop(owner, conversationId, replyId) {
      const place = { conversationId, replyId }
      const own = ownRunning(owner, place)
      if (own) {
        own.end('stopped')
        return own.told
      }
      const stored = (await findReply(sql, owner, place)) ?? nothingThere()
      if (stored.state === 'running') await stopElsewhere(place)
    },

    async stopIn(conversationIds) {
      const within = new Set(conversationIds)
      const own = [...running.values()].filter(({ conversationId }) => within.has(conversationId))
      for (const one of own) one.end('stopped')
      await Promise.all(own.map(({ told }) => told))
      for (const place of await listRunning(sql, conversationIds)) await stopElsewhere(place)
    },

    closeOrphans: () => dead.closeAll(),

    async close() {
      closing.abort()
      dead.stop()
      for (const one of running.values()) one.end('interrupted')
      const settled = async () => {
        await Promise.all(asking.values())
        while (running.size > 0) await released.promise
      }
      await Promise.race([settled(), wait(CLOSING_MS, undefined, { ref: false })])
      closed.abort()
      words.stop()
      await relay?.close()
    },
  }
}

function nothingThere(): never {
  throw new Failure('not_found', 'There is no such reply.')
}
