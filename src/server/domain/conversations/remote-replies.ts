import { type Engine, FAILED_REPLY } from '../../../shared/chat/chat.ts'
import { endOf } from '../../../shared/chat/messages.ts'
import { eventsOf, partsOf, revisionOf, type WithParts } from '../../../shared/chat/parts.ts'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import { currentSpan, type Span } from '../../base/telemetry/trace.ts'
import type { Db } from '../../db/connect/connect.ts'
import { type ReplyNews, readNews, type StoredReply } from '../../db/conversations/replies.ts'
import type { ReplyPlace } from '../../db/turns/running-turns.ts'
import { fromStored, shownParts, toStored } from '../../db/turns/stored-parts.ts'
import { countCharacters } from '../turns/running/count-characters.ts'
import { replyKey } from '../turns/running/reply-key.ts'
import { type FollowReply, ReplyLog } from '../turns/running/reply-log.ts'
import type { ReplyRelay } from '../turns/running/reply-relay.ts'

/** How often the database is polled for replies that are followed here and received elsewhere, in milliseconds. */
const EVERY_MS = 1_000

interface RemoteReply extends ReplyPlace {
  log: ReplyLog
  requestId: string
  followers: number
  forget: () => void
}

interface RemoteRepliesOptions {
  db: Db
  relay?: ReplyRelay | undefined
  clock: () => Date
  log: Logger
  everyMs?: number | undefined
}

/**
 * Follows stored replies that have ended or that another server receives. The relay, if there is one, delivers growth at
 * once. The database has it a little later, and only the database determines that the reply has ended.
 */
export class RemoteReplies {
  readonly #options: RemoteRepliesOptions
  readonly #followed = new Map<string, RemoteReply>()
  readonly #say = logThrottled()
  #timer: NodeJS.Timeout | undefined
  #asking: Promise<void> | undefined
  #askingNext: Promise<void> | undefined

  constructor(options: RemoteRepliesOptions) {
    this.#options = options
  }

  follow(place: ReplyPlace, stored: StoredReply, engine: Engine): FollowReply {
    const end = endOf(stored, { message: FAILED_REPLY, requestId: stored.requestId })
    if (end) {
      const log = this.#openLog(place, stored, engine)
      log.notify(end)
      return (known, gone) => log.follow(known, gone)
    }
    return (known, gone) => this.#followRunning({ ...place, stored, engine }, known, gone)
  }

  async *#followRunning(
    { stored, engine, ...place }: ReplyPlace & { stored: StoredReply; engine: Engine },
    ...[known, gone]: Parameters<FollowReply>
  ) {
    const followed = this.#followed.get(replyKey(place))
    // A log that has ended knows nothing of a reply that goes on.
    const isLive = followed?.log.reply().state === 'running'
    const remote = isLive ? followed : this.#begin(place, stored, engine)
    remote.followers++
    try {
      yield* remote.log.follow(known, gone)
    } finally {
      this.#leave(remote)
    }
  }

  #openLog({ replyId }: ReplyPlace, stored: StoredReply, engine: Engine): ReplyLog {
    const { forgotten, requestId } = stored
    const log = new ReplyLog(replyId, { clock: this.#options.clock, lags: true })
    log.take({ type: 'started', requestId, engine, forgotten })
    takeParts(log, shownParts(stored))
    return log
  }

  #begin(place: ReplyPlace, stored: StoredReply, engine: Engine): RemoteReply {
    const log = this.#openLog(place, stored, engine)
    const request = currentSpan()
    let span: Span | undefined
    const forget = this.#options.relay?.receive(replyKey(place), {
      traced: (trace) => {
        span ??= request?.childOf(trace, 'follow at another server')
      },
      grows: (event) => log.take(event),
      // The reply is completely stored now, whereas this server may have missed a piece of it.
      over: () => void this.#ask(),
    })
    const over = () => {
      forget?.()
      span?.end()
    }
    const { requestId } = stored
    const remote: RemoteReply = { ...place, log, requestId, followers: 0, forget: over }
    this.#followed.set(replyKey(place), remote)
    this.#timer ??= setInterval(() => this.#ask(), this.#options.everyMs ?? EVERY_MS).unref()
    return remote
  }

  #leave(remote: RemoteReply) {
    remote.followers--
    if (remote.followers > 0) return
    remote.forget()
    if (this.#followed.get(replyKey(remote)) === remote) this.#followed.delete(replyKey(remote))
    if (this.#followed.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #ask(): Promise<void> {
    if (this.#asking) {
      this.#askingNext ??= this.#asking.then(() => this.#ask())
      return this.#askingNext
    }
    this.#asking = this.#askDatabase()
      .catch((error: unknown) =>
        this.#say(this.#options.log, 'warn', { err: error }, 'replies of other servers can not be read'),
      )
      .finally(() => {
        this.#asking = undefined
        this.#askingNext = undefined
      })
    return this.#asking
  }

  async #askDatabase() {
    const known = [...this.#followed.values()].flatMap((remote) => {
      const reply = remote.log.reply()
      if (reply.state !== 'running') return []
      return [{ remote, had: { ...toStored(reply), revision: revisionOf(partsOf(reply)) } }]
    })
    const news = await readNews(
      this.#options.db,
      known.map(({ remote, had }) => ({
        conversationId: remote.conversationId,
        replyId: remote.replyId,
        characters: countCharacters(had.content),
        reasoningCharacters: countCharacters(had.reasoning),
        revision: had.revision,
      })),
    )
    const newsOf = new Map(news.map((one) => [replyKey(one), one]))
    for (const { remote, had } of known) receive(remote, had, newsOf.get(replyKey(remote)))
  }
}

function receive(
  { log, requestId }: RemoteReply,
  had: { content: string; reasoning: string; revision: number },
  news: ReplyNews | undefined,
) {
  // A reply that is missing was removed for good.
  const end = news ? endOf(news, { message: FAILED_REPLY, requestId }) : ({ type: 'interrupted' } as const)
  if (end) {
    log.take(end)
    // The relay may have delivered what a crashed server did not store.
    return log.notify(end, news && shownParts(news))
  }
  // The relay may have delivered more than is stored; then there is nothing new.
  if (!news || (news.content + news.reasoning === '' && (news.revision ?? 0) <= had.revision)) return
  const { parts } = news
  const content = had.content + news.content
  takeParts(log, fromStored({ content, reasoning: had.reasoning + news.reasoning, parts }))
}

/** Parts that are known already are skipped by the log. */
function takeParts(log: ReplyLog, reply: WithParts) {
  for (const event of eventsOf(partsOf(reply))) log.take(event)
}
