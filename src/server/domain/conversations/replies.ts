import { randomUUID } from 'node:crypto'
import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import type { Ask } from '../../../shared/chat/conversations.ts'
import { partsOf, storedTextsOf } from '../../../shared/chat/parts.ts'
import type { Logger } from '../../base/log.ts'
import type { Db } from '../../db/connect/connect.ts'
import { askQuestions, type NewQuestion } from '../../db/conversations/ask-questions.ts'
import {
  closeDead,
  findReply,
  isConversationOf,
  storeEnd,
  storeForgotten,
} from '../../db/conversations/replies.ts'
import { type ReplyPlace, runningIn } from '../../db/turns/running-turns.ts'
import type { Answers } from '../chat/answers.ts'
import { type ReplyAside, reply } from '../chat/reply.ts'
import { windowBytes } from '../chat/window.ts'
import { Failure } from '../failure.ts'
import type { ConversationFiles } from '../knowledge/conversation-files.ts'
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

/** The request that asks a question. */
export interface AskedFrom {
  requestId: string
  log: Logger
  /** Set if the question comes through an API key. */
  door?: {
    apiKeyId: string
    /** What the caller adds to the agent's system message. */
    system?: string | undefined
    maxTokens?: number | undefined
    mostWords?: number | undefined
    aside?: ReplyAside | undefined
    /** Passes the reply's events on unchanged and counts its words. */
    count: (events: AsyncIterable<ReplyEvent>) => AsyncIterable<ReplyEvent>
  }
}

/**
 * Replies in stored conversations. A reply belongs to the server that was asked for it, and continues to its end
 * whether or not anyone follows it. `owner` is the session's wallet; a reply that belongs to another wallet or is
 * deleted is reported as `not_found`.
 */
export interface Replies {
  /**
   * Asks a question, and resolves as soon as it is stored. Repeating the same reply id returns the same reply, whatever
   * its state.
   * @throws {Failure} see `writeDown`; `quota_reached`; `not_ready` while the server shuts down
   */
  ask(owner: string, conversationId: string, ask: Ask, from: AskedFrom): Promise<FollowReply>
  /** @throws {Failure} `not_found` */
  follow(owner: string, conversationId: string, replyId: string): Promise<FollowReply>
  /**
   * Ends a reply with the text received so far, on whichever server it is received; one that has ended stays unchanged.
   * Resolves when it has ended or, for a reply of another server, when the request has been passed on.
   * @throws {Failure} `not_found`
   */
  stop(owner: string, conversationId: string, replyId: string): Promise<void>
  /**
   * Stops the running replies in these conversations without checking their owner. Used when conversations are deleted.
   */
  stopIn(conversationIds: readonly string[]): Promise<void>
  /**
   * Ends the replies of a crashed server, if no other server can be running: with the embedded database, at the start.
   */
  closeOrphans(): Promise<void>
  /** Interrupts the replies that this server receives, notifies their followers, and waits until that is stored. */
  close(): Promise<void>
}

export interface RepliesOptions {
  db: Db
  clock: () => Date
  answers: Answers
  log: Logger
  /** The files that people put into conversations; without them a question has none. */
  files?: Pick<ConversationFiles, 'attach' | 'awaitRead' | 'readPictures'> | undefined
  /** Connects servers directly; without it they communicate through the database only. */
  relay?: ReplyRelay | undefined
  quotas?: Quotas | undefined
  /** Whether no other server can use this database. */
  alone?: boolean | undefined
  /**
   * For tests: milliseconds between two rounds of storing text, of polling for replies of other servers, and of looking
   * for dead replies.
   */
  every?: { store?: number; ask?: number; look?: number }
}

export function createReplies(options: RepliesOptions): Replies {
  const { db, clock, answers, log, relay, quotas = noQuotas, files, every = {} } = options
  const server = randomUUID()
  /** Questions that are being stored. */
  const asking = new Map<string, Promise<unknown>>()

  const receiver = createReceiver({
    store: storeOf(db, server, (place, words) => {
      const owner = receiver.find(place)?.owner
      if (owner !== undefined) quotas.words.add(owner, words)
    }),
    clock,
    log,
    relay: relay && {
      read: relay.read,
      stop: relay.stop,
      onStop: (stop) => relay.onStop(server, stop),
    },
    alone: options.alone,
    every,
  })
  const remote = createRemoteReplies({ db, relay, clock, log, everyMs: every.ask })
  const storeQuestion = batch(
    (asked: readonly { question: NewQuestion; pathBytes: number }[]) =>
      askQuestions(
        db,
        asked.map(({ question }) => question),
        // What a smaller window can't take is left out of the prompt again.
        { server, pathBytes: Math.max(...asked.map(({ pathBytes }) => pathBytes)) },
      ),
    ({ question }) => question.conversationId,
  )

  function receive(
    place: ReplyPlace & { owner: string },
    { agentId, begins, request }: AskedQuestion & { agentId: string },
    { door, ...from }: AskedFrom,
  ): RunningReply {
    const asked = { agentId, wallet: place.owner, begins }
    const { count = (events: AsyncIterable<ReplyEvent>) => events, aside } = door ?? {}
    const wanted = door
      ? { ...request, system: door.system, maxTokens: door.maxTokens, mostWords: door.mostWords }
      : request
    return receiver.receive({
      ...place,
      ...from,
      events: async (signals) =>
        count(
          await answers.answerOnce(asked, { ...from, ...signals, immediate: door !== undefined }, (parts) =>
            reply(wanted, { ...parts, files, aside }),
          ),
        ),
      begun: (forgotten) => {
        if (forgotten > 0) rememberForgotten(place, forgotten)
      },
      send: relay && ((parts) => relay.send(replyKey(place), parts)),
    })
  }

  /** The number is known only after the reply was stored as running. The stored end contains it again. */
  function rememberForgotten(place: ReplyPlace, forgotten: number) {
    storeForgotten(db, place, forgotten).catch((error: unknown) =>
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
    const stored = (await findReply(db, owner, place)) ?? nothingThere()
    const { engine } = await answers.engineFor({ agentId: stored.agentId, wallet: owner })
    const followStored = remote.follow(place, stored, engine)
    // A running reply continues on its server, but its followers on this server must reconnect when this server shuts
    // down.
    return (after, gone) => followStored(after, AbortSignal.any([gone, receiver.closing]))
  }

  /** Serializes requests for the same reply, so that the later one finds it running. */
  async function oneByOne<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    while (asking.has(key)) await asking.get(key)
    const result = work()
    asking.set(
      key,
      result.catch(() => {}).finally(() => asking.delete(key)),
    )
    return result
  }

  /** Stores the question if the wallet has quota for it. */
  async function keepQuestion(ask: Ask, asker: Asker): Promise<AskedQuestion | 'known'> {
    const { owner, conversationId } = asker
    const { question, replyId } = ask
    const pathBytes = windowBytes(await answers.windowFor({ agentId: ask.agentId, wallet: owner }))
    const store = (question: NewQuestion) => storeQuestion({ question, pathBytes })
    const write = async () => (await writeDown(ask, asker, store)) ?? 'known'
    const inRoom = () =>
      quotas.words.hold<AskedQuestion | 'known'>(
        owner,
        'content' in question ? bytesOf(question.content, question.greeting) : 0,
        write,
        {
          kept: (asked) => asked !== 'known',
          before: async () => ((await findReply(db, owner, { conversationId, replyId })) ? 'known' : null),
        },
      )
    if (!('content' in question) || (question.parentId !== null && question.greeting === undefined))
      return inRoom()
    quotas.words.measureAhead(owner)
    return quotas.conversations.hold(owner, 1, inRoom, {
      kept: (asked) => asked !== 'known' && asked.begins,
      // A conversation can have several first questions.
      before: async () => ((await isConversationOf(db, owner, conversationId)) ? inRoom() : null),
    })
  }

  return {
    ask(owner, conversationId, ask, from) {
      const place = { conversationId, replyId: ask.replyId }
      return oneByOne(replyKey(place), async () => {
        const own = ownRunning(owner, place)
        if (own) return own.follow
        if (receiver.closing.aborted)
          throw new Failure('not_ready', 'The server is shutting down. Try again in a moment.', {
            retryAfter: 1,
          })
        const asker = {
          ...{ owner, conversationId },
          requestId: from.requestId,
          apiKeyId: from.door?.apiKeyId ?? null,
          now: clock().toISOString(),
        }
        if ('content' in ask.question && ask.question.files)
          await files?.attach(
            { conversationId, wallet: owner },
            { questionId: ask.question.id, ids: ask.question.files },
          )
        const asked = await keepQuestion(ask, asker)
        if (asked === 'known') return follow(owner, place)
        return receive({ ...place, owner }, { ...asked, agentId: ask.agentId }, from).follow
      })
    },

    follow: (owner, conversationId, replyId) => follow(owner, { conversationId, replyId }),

    async stop(owner, conversationId, replyId) {
      const place = { conversationId, replyId }
      if (ownRunning(owner, place)) return receiver.stop(place)
      const stored = (await findReply(db, owner, place)) ?? nothingThere()
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

/** @param onEnded is called with the size in bytes of a reply whose end is stored */
function storeOf(db: Db, server: string, onEnded: (place: ReplyPlace, bytes: number) => void): ReplyStore {
  return {
    ...runningIn(db, 'running_replies', server),
    async storeEnd(place, reply) {
      const ended = await storeEnd(db, server, place, reply)
      if (ended && ended.state !== 'running') onEnded(place, bytesOf(...storedTextsOf(partsOf(reply))))
      return ended
    },
    closeDead: (dead) => closeDead(db, dead),
  }
}

function nothingThere(): never {
  throw new Failure('not_found', 'There is no such reply.')
}
