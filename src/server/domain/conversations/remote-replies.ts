import type { Sql } from 'postgres'
import { type Engine, FAILED_REPLY } from '../../../shared/chat/chat.ts'
import { endOf } from '../../../shared/chat/messages.ts'
import { growthAfter, partsOf, placeAfter, type WithParts } from '../../../shared/chat/parts.ts'
import type { Logger } from '../../base/log.ts'
import { logSeldom } from '../../base/log-seldom.ts'
import { type ReplyNews, readNews, type StoredReply } from '../../db/conversations/replies.ts'
import type { ReplyPlace } from '../../db/turns/running-turns.ts'
import { fromStored, type StoredParts, toStored } from '../../db/turns/stored-parts.ts'
import { countCharacters } from '../turns/running/count-characters.ts'
import { replyKey } from '../turns/running/reply-key.ts'
import { createReplyLog, type FollowReply, type ReplyLog } from '../turns/running/reply-log.ts'
import type { ReplyRelay } from './reply-relay.ts'

/** How often the database is asked for the replies that are followed here and received elsewhere, in milliseconds. */
const EVERY_MS = 1_000

/** A reply that another server receives, while somebody follows it here. */
interface RemoteReply extends ReplyPlace {
  log: ReplyLog
  requestId: string
  followers: number
  forget: () => void
}

/**
 * Replies that are stored here and received elsewhere, or over. For those that run, the relay brings what they grow by at once
 * where there is one; the database has them a little later, and alone says that one is over.
 */
export function createRemoteReplies(options: {
  sql: Sql
  engine: Engine
  relay?: ReplyRelay | undefined
  clock: () => Date
  log: Logger
  everyMs?: number | undefined
}): {
  follow(place: ReplyPlace, stored: StoredReply): FollowReply
} {
  const { sql, engine, relay, clock, everyMs = EVERY_MS } = options
  const followed = new Map<string, RemoteReply>()
  let timer: NodeJS.Timeout | undefined
  let asking: Promise<void> | undefined
  let askingNext: Promise<void> | undefined

  function openLog(place: ReplyPlace, { forgotten, requestId, ...stored }: StoredReply): ReplyLog {
    const log = createReplyLog(place, { clock, lags: true })
    log.take({ type: 'started', requestId, engine, forgotten })
    takeParts(log, fromStored(stored))
    return log
  }

  /** What is known of it already is passed over. */
  function takeParts(log: ReplyLog, reply: WithParts) {
    const parts = partsOf(reply)
    for (let next = growthAfter(parts, 0); next; next = growthAfter(parts, placeAfter(next))) log.take(next)
  }

  async function askDatabase() {
    const known = [...followed.values()].flatMap((remote) => {
      const reply = remote.log.reply()
      return reply.state === 'running' ? [{ remote, had: toStored(reply) }] : []
    })
    const news = await readNews(
      sql,
      known.map(({ remote, had }) => ({
        conversationId: remote.conversationId,
        replyId: remote.replyId,
        characters: countCharacters(had.content),
        reasoningCharacters: countCharacters(had.reasoning),
      })),
    )
    const newsOf = new Map(news.map((one) => [replyKey(one), one]))
    for (const { remote, had } of known) hear(remote, had, newsOf.get(replyKey(remote)))
  }

  function hear({ log, requestId }: RemoteReply, had: StoredParts, news: ReplyNews | undefined) {
    // The relay can have brought more than is stored, which is then nothing new.
    if (news && news.content + news.reasoning !== '')
      takeParts(
        log,
        fromStored({
          content: had.content + news.content,
          reasoning: had.reasoning + news.reasoning,
          parts: news.parts,
        }),
      )
    // What is not there any more was removed for good.
    const end = news ? endOf(news, { message: FAILED_REPLY, requestId }) : ({ type: 'interrupted' } as const)
    if (!end) return
    log.take(end)
    // The relay can have passed on words that a server which died did not come to store.
    log.tell(end, news?.characters)
  }

  const say = logSeldom()

  /** One at a time; who wants to know meanwhile is answered by the next. */
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

  function begin(place: ReplyPlace, stored: StoredReply): RemoteReply {
    const log = openLog(place, stored)
    const forget = relay?.hear(replyKey(place), {
      grows: log.take,
      // All of it is stored now; what this server heard may lack a piece.
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
    follow(place, stored) {
      const end = endOf(stored, { message: FAILED_REPLY, requestId: stored.requestId })
      if (end) {
        const log = openLog(place, stored)
        log.tell(end)
        return log.follow
      }
      return async function* follow(after, gone) {
        const remote = followed.get(replyKey(place)) ?? begin(place, stored)
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
