import { type EndEvent, FAILED_REPLY, type ReplyEvent } from '../../../../shared/chat/chat.ts'
import { endOf, isEnd, type Reply } from '../../../../shared/chat/messages.ts'
import type { ReplyPart } from '../../../../shared/chat/part-kinds.ts'
import { type Known, partsOf, revisionOf, type WithParts } from '../../../../shared/chat/parts.ts'
import type { Logger } from '../../../base/log.ts'
import { currentSpan, inSpan, type Span } from '../../../base/telemetry/trace.ts'
import type { TraceContext } from '../../../base/telemetry/trace-context.ts'
import type { StoredPart } from '../../../db/schema/part-columns.ts'
import type { EndedReply, ReplyPlace, UnstoredWords } from '../../../db/turns/running-turns.ts'
import { shownParts, toStored } from '../../../db/turns/stored-parts.ts'
import { finishedModel } from '../../chat/model-part.ts'
import { Failure } from '../../failure.ts'
import { countCharacters } from './count-characters.ts'
import { ReplyLog } from './reply-log.ts'

/** Its text is still visible to followers, but will be lost. */
const UNSTORED = 'The reply could not be saved. Copy what you need from it.'

/** Sends a reply to other servers while this one receives it. */
export interface SentReply {
  changed(): void
  over(): void
  /** Whether what was sent is kept outside this process, but for what came in the last two seconds at most. */
  keeps?: (() => boolean) | undefined
}

export interface ReceivedReply extends ReplyPlace {
  owner: string
  requestId: string
  /** The request to the model is cancelled when a signal is aborted. */
  events: (signals: {
    stopped: AbortSignal
    shutdown: AbortSignal
  }) => AsyncIterable<ReplyEvent> | Promise<AsyncIterable<ReplyEvent>>
  /** Called with the number of earlier turns omitted from the model's context. */
  begun?: (forgotten: number) => void
  send?: ((parts: () => readonly ReplyPart[]) => SentReply) | undefined
  /** What is stored of a reply that goes on. */
  before?: WithParts & Pick<Reply, 'repliedAt'>
  /** Called when it waits, as soon as that is stored. */
  waits?: () => void
  /** Called with its parts when it came to its own end, as soon as that is stored. */
  finished?: (parts: readonly ReplyPart[]) => void
  log: Logger
}

/** Never rejects. Null if the reply is gone; `unstored` if the database has refused it so far. */
export type StoreEnd = (place: ReplyPlace, reply: Reply) => Promise<EndedReply | null | 'unstored'>

/** Received to its end, whether or not anyone follows it. */
export class RunningReply implements ReplyPlace {
  readonly conversationId: string
  readonly replyId: string
  readonly owner: string
  /** Resolves when the end was sent to followers. Never rejects. */
  readonly endSent: Promise<void>
  readonly #received: ReceivedReply
  readonly #storeEnd: StoreEnd
  readonly #sent: SentReply | undefined
  readonly #log: ReplyLog
  readonly #signals = { stopped: new AbortController(), interrupted: new AbortController() }
  readonly #resolveEndSent: () => void
  readonly #words = new StoredLength()
  readonly #reasoning = new StoredLength()
  #storedParts = ''
  /** Of the request that began it, whose trace the reply is in. */
  readonly #span: Span | undefined = currentSpan()
  /** When the first of the model came. */
  #modelSince: number | undefined

  constructor(received: ReceivedReply, storeEnd: StoreEnd, clock: () => Date) {
    const { conversationId, replyId, owner } = received
    this.conversationId = conversationId
    this.replyId = replyId
    this.owner = owner
    this.#received = received
    this.#storeEnd = storeEnd
    const { before } = received
    this.#log = new ReplyLog(replyId, {
      clock,
      onChange: () => this.#sent?.changed(),
      ...(before && { before }),
    })
    if (before) {
      const { content, reasoning, parts } = toStored(before)
      this.stored({ words: content, reasoning, parts, revision: revisionOf(partsOf(before)) })
    }
    this.#sent = received.send?.(() => partsOf(this.#log.reply()))
    const { promise, resolve } = Promise.withResolvers<void>()
    this.endSent = promise
    this.#resolveEndSent = resolve
    void this.#receive()
  }

  follow(known: Known, gone: AbortSignal): AsyncGenerator<ReplyEvent, void> {
    return this.#log.follow(known, gone)
  }

  /**
   * Ends the reply with the text so far; one that has ended stays unchanged.
   * @param asked the trace on another server in which somebody stopped it
   */
  end(how: 'stopped' | 'interrupted', asked?: TraceContext): void {
    if (asked) this.#linkStop(asked)
    this.#signals[how].abort()
    void this.#end({ type: how })
  }

  /** True even before its end is stored. */
  ending(): boolean {
    return this.#log.reply().state !== 'running'
  }

  /** Whether its words would survive this process without being stored now. */
  isKept(): boolean {
    return this.#sent?.keeps?.() ?? false
  }

  unstored(): UnstoredWords {
    const { conversationId, replyId } = this
    const reply = this.#log.reply()
    const { content, reasoning, parts } = toStored(reply)
    const revision = revisionOf(partsOf(reply))
    return {
      conversationId,
      replyId,
      at: this.#words.characters,
      words: content.slice(this.#words.units),
      reasoningAt: this.#reasoning.characters,
      reasoning: reasoning.slice(this.#reasoning.units),
      parts: parts && markOf(parts, revision) !== this.#storedParts ? parts : null,
      revision,
      repliedAt: reply.repliedAt,
    }
  }

  stored({
    words,
    reasoning,
    parts,
    revision,
  }: Omit<UnstoredWords, keyof ReplyPlace | 'at' | 'reasoningAt' | 'repliedAt'>): void {
    if (parts) this.#storedParts = markOf(parts, revision)
    this.#words.add(words)
    this.#reasoning.add(reasoning)
  }

  async #receive() {
    const { events, begun, log, replyId } = this.#received
    const { stopped, interrupted } = this.#signals
    try {
      const received = await events({ stopped: stopped.signal, shutdown: interrupted.signal })
      for await (const event of received) {
        if (isEnd(event)) {
          void this.#end(event)
          continue
        }
        if (event.type === 'started') begun?.(event.forgotten)
        if (event.type === 'model') this.#modelSince ??= performance.now()
        this.#log.take(event)
      }
    } catch (error) {
      if (error instanceof Failure) void this.#end(refusedEvent(error, this.#received.requestId))
      else log.error({ err: error, replyId }, 'a reply broke off')
    } finally {
      void this.#end({ type: 'interrupted' })
    }
  }

  #linkStop(asked: TraceContext) {
    const stop = this.#span?.child('stopped at another server')
    stop?.link(asked)
    stop?.end()
  }

  /** Stores the end before followers are notified, as long as there is hope that it can be stored. */
  async #end(event: ReplyEvent) {
    if (this.ending()) return
    const { requestId } = this.#received
    this.#finishModel()
    this.#log.take(event)
    const place = { conversationId: this.conversationId, replyId: this.replyId }
    const ended = await inSpan('store the end', () => this.#storeEnd(place, this.#log.reply()))
    if (ended === 'unstored') return this.#sendEnd({ type: 'failed', message: UNSTORED, requestId })
    const asStored = ended && endOf(ended, { message: FAILED_REPLY, requestId })
    const same = !asStored || asStored.type === event.type
    if (ended?.state === 'waiting') this.#received.waits?.()
    if (ended?.state === 'finished') this.#received.finished?.(partsOf(this.#log.reply()))
    // Another server may have ended it, with less text than was received here.
    this.#sendEnd(same ? event : asStored, asStored ? ended : undefined)
  }

  /** Of a reply that is ended from here, its model says no more. */
  #finishModel() {
    if (this.#modelSince === undefined) return
    const ms = performance.now() - this.#modelSince
    const finished = finishedModel(partsOf(this.#log.reply()), ms)
    if (finished) this.#log.take(finished)
  }

  #sendEnd(event: ReplyEvent, ended?: EndedReply) {
    this.#log.notify(event, ended?.stored && shownParts({ ...ended.stored, state: ended.state }))
    this.#sent?.over()
    this.#resolveEndSent()
  }
}

/** No model was asked: the caps of whoever pays are reached. */
function refusedEvent({ code, message, retryAfter }: Failure, requestId: string): EndEvent {
  const isCap = code === 'model_used_up' || code === 'rate_limited'
  return {
    ...{ type: 'failed', requestId },
    message: isCap ? message : FAILED_REPLY,
    ...(isCap && { code }),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

/** While only a last text grows, the mark stays the same. */
const markOf = (parts: readonly StoredPart[], revision: number) => `${parts.length}:${revision}`

/** In the units of JavaScript and of the database. */
class StoredLength {
  units = 0
  characters = 0

  add(text: string) {
    this.units += text.length
    this.characters += countCharacters(text)
  }
}
