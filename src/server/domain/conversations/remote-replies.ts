import { type Engine, FAILED_REPLY } from '../../../shared/chat/chat.ts'
import { endOf } from '../../../shared/chat/messages.ts'
import { eventsOf, partsOf, type WithParts } from '../../../shared/chat/parts.ts'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import type { Db } from '../../db/connect/connect.ts'
import { type ReplyNews, readNews, type StoredReply } from '../../db/conversations/replies.ts'
import type { ReplyPlace } from '../../db/turns/running-turns.ts'
import { fromStored, type StoredParts, toStored } from '../../db/turns/stored-parts.ts'
import { countCharacters } from '../turns/running/count-characters.ts'
import { replyKey } from '../turns/running/reply-key.ts'
import { createReplyLog, type FollowReply, type ReplyLog } from '../turns/running/reply-log.ts'
import type { ReplyRelay } from './reply-relay.ts'

/** How often the database is polled for replies that are followed here and received elsewhere, in milliseconds. */
const EVERY_MS = 1_000

/** A reply that another server receives and that is followed here. */
interface RemoteReply extends ReplyPlace {
  log: ReplyLog
  requestId: string
  followers: number
  forget: () => void
}

/**
 * Follows stored replies that have ended or that another server receives. For a running reply, the relay, if there is
 * one, delivers its growth immediately. The database has it a little later, and only the database determines that the
 * reply has ended.
 */
export function createRemoteReplies(options: {
  db: Db
  relay?: ReplyRelay | undefined
  clock: () => Date
  log: Logger
  everyMs?: number | undefined
}): {
  /** @param engine what answers there, for the reply's first event */
  follow(place: ReplyPlace, stored: StoredReply, engine: Engine): FollowReply
} {
  const { db, relay, clock, everyMs = EVERY_MS } = options
  const followed = new Map<string, RemoteReply>()
  let timer: NodeJS.Timeout | undefined
  let asking: Promise<void> | undefined
  let askingNext: Promise<void> | undefined

  function openLog(place: ReplyPlace, stored: StoredReply, engine: Engine): ReplyLog {
    const { forgotten, requestId } = stored
    const log = createReplyLog(place, { clock, lags: true })
    log.take({ type: 'started', requestId, engine, forgotten })
    takeParts(log, fromStored(stored))
    return log
  }

  /** Parts that are known already are skipped by the log. */
  function takeParts(log: ReplyLog, reply: WithParts) {
    for (const event of eventsOf(partsOf(reply))) log.take(event)
  }

  async function askDatabase() {
    const known = [...followed.values()].flatMap((remote) => {
      const reply = remote.log.reply()
      return reply.state === 'running' ? [{ remote, had: toStored(reply) }] : []
    })
    const news = await readNews(
      db,
      known.map(({ remote, had }) => ({
        conversationId: remote.conversationId,
        replyId: remote.replyId,
        characters: countCharacters(had.content),
        reasoningCharacters: countCharacters(had.reasoning),
        sources: had.sources?.length ?? null,
      })),
    )
    const newsOf = new Map(news.map((one) => [replyKey(one), one]))
    for (const { remote, had } of known) receive(remote, had, newsOf.get(replyKey(remote)))
  }

  function receive({ log, requestId }: RemoteReply, had: StoredParts, news: ReplyNews | undefined) {
    // The relay may have delivered more than is stored; then there is nothing new.
    if (news && (news.sources || news.content + news.reasoning !== ''))
      takeParts(
        log,
        fromStored({
          content: had.content + news.content,
          reasoning: had.reasoning + news.reasoning,
          parts: news.parts,
          sources: news.sources,
        }),
      )
    // A reply that is missing was removed for good.
    const end = news ? endOf(news, { message: FAILED_REPLY, requestId }) : ({ type: 'interrupted' } as const)
    if (!end) return
    log.take(end)
    // The relay may have delivered text that a crashed server did not store.
    log.notify(end, news?.characters)
  }

  const say = logThrottled()

  /** Runs one poll at a time; calls in the meantime wait for the next one. */
  function ask(): Promise<void> {
    if (asking) {
      askingNext ??= asking.then(ask)
      return askingNext
    }
    asking = askDatabase()
      .catch((error: unknown) =>
        say(options.log, 'warn', { err: error }, 'replies of other servers can not be read'),
      )
      .finally(() => {
        asking = undefined
        askingNext = undefined
      })
    return asking
  }

  function begin(place: ReplyPlace, stored: StoredReply, engine: Engine): RemoteReply {
    const log = openLog(place, stored, engine)
    const forget = relay?.receive(replyKey(place), {
      grows: log.take,
      // The reply is completely stored now, whereas this server may have missed a piece of it.
      over: () => void ask(),
    })
    const { requestId } = stored
    const remote: RemoteReply = { ...place, log, requestId, followers: 0, forget: forget ?? (() => {}) }
    followed.set(replyKey(place), remote)
    timer ??= setInterval(ask, everyMs).unref()
    return remote
  }

  function leave(remote: RemoteReply) {
    remote.followers--
    if (remote.followers > 0) return
    remote.forget()
    followed.delete(replyKey(remote))
    if (followed.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    follow(place, stored, engine) {
      const end = endOf(stored, { message: FAILED_REPLY, requestId: stored.requestId })
      if (end) {
        const log = openLog(place, stored, engine)
        log.notify(end)
        return log.follow
      }
      return async function* follow(after, gone) {
        const remote = followed.get(replyKey(place)) ?? begin(place, stored, engine)
        remote.followers++
        try {
          yield* remote.log.follow(after, gone)
        } finally {
          leave(remote)
        }
      }
    },
  }
}
