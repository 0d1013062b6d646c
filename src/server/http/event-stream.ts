import type { AppContext } from './context.ts'

/** Proxies and browsers close a connection that is silent for much longer than this. */
const HEARTBEAT_MS = 15_000

/**
 * Pause between writes: one costs more than all else done for a word, and nobody reads faster than 25 changes a second.
 */
const PACE_MS = 40

/** Maximum number of unread bytes before the source has to wait. */
const BUFFER_BYTES = 64 * 1024

/** Nothing between the server and the reader may buffer, compress or cache the stream. */
const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  // Set explicitly, so that the HTTP layer does not wait to see whether the body is short.
  'transfer-encoding': 'chunked',
}

interface EventStreamOptions<Event> {
  /** Returns the event's `id`; a reconnecting reader sends the last id that it got. */
  idOf?: (event: Event) => string | number | undefined
  /** Writes an event in the form of another protocol, as whole server-sent events; empty to leave it out. */
  frame?: (event: Event) => string
  /** Joins two events that were not sent yet; null if both must be sent. */
  join: (earlier: Event, later: Event) => Event | null
  /** Whether an event may wait for those after it. What it grows to by joining is asked again, so it can be bounded. */
  mayWait?: (event: Event) => boolean
  /** Called when the reader disconnects. The source must then end; its remaining events are discarded. */
  onCancel: () => void
  heartbeatMs?: number
  /** Ends the stream before its source does, as if the reader had disconnected. */
  endWith?: WatchSession | undefined
}

/**
 * Responds with server-sent events. Events of one turn of the event loop, or of 40 ms if they may wait, share a write.
 * The source is read no faster than the reader reads, and must not throw: errors are sent as events.
 */
export function eventStream<Event extends { type: string }>(
  source: AsyncIterable<Event>,
  options: EventStreamOptions<Event>,
): Response {
  const writer = new EventWriter(source, options)
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => writer.start(controller),
      pull: () => writer.pull(),
      cancel: () => writer.cancel(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }),
  )
  return new Response(body, { headers })
}

class EventWriter<Event extends { type: string }> {
  readonly #source: AsyncIterable<Event>
  readonly #options: EventStreamOptions<Event>
  readonly #encoder = new TextEncoder()
  readonly #waiting: Event[] = []
  #over = false
  /** Each sends what waits: in the next turn of the event loop, or as soon as the pace allows. */
  #turn: NodeJS.Immediate | undefined
  #pace: NodeJS.Timeout | undefined
  #heartbeat: NodeJS.Timeout | undefined
  #stopWatching = () => {}
  #taken = Promise.withResolvers<void>()

  constructor(source: AsyncIterable<Event>, options: EventStreamOptions<Event>) {
    this.#source = source
    this.#options = options
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const { endWith, onCancel } = this.#options
    if (endWith)
      this.#stopWatching = endWith(() => {
        if (this.#over) return
        this.#end()
        onCancel()
        controller.close()
      })
    // Not awaited, because a stream whose start is pending delivers no data.
    this.#run(controller).catch((error: unknown) => {
      if (!this.#over) controller.error(error)
      this.#end()
    })
  }

  pull(): void {
    this.#taken.resolve()
    this.#taken = Promise.withResolvers()
  }

  cancel(): void {
    this.#end()
    this.#options.onCancel()
  }

  async #run(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const { join, heartbeatMs = HEARTBEAT_MS } = this.#options
    this.#heartbeat = setInterval(
      () => controller.enqueue(this.#encoder.encode(': still here\n\n')),
      heartbeatMs,
    )
    for await (const event of this.#source) {
      if (this.#over) continue
      const earlier = this.#waiting.at(-1)
      const joined = earlier && join(earlier, event)
      if (joined) this.#waiting[this.#waiting.length - 1] = joined
      else this.#waiting.push(event)
      if (!this.#turn && !(this.#pace && this.#mayWait(joined ?? event))) this.#flush(controller)
      if ((controller.desiredSize ?? 0) <= 0) await this.#taken.promise
    }
    if (this.#over) return
    this.#flush(controller)
    this.#end()
    controller.close()
  }

  #flush(controller: ReadableStreamDefaultController<Uint8Array>): void {
    clearImmediate(this.#turn)
    clearTimeout(this.#pace)
    this.#turn = this.#pace = undefined
    const last = this.#waiting.at(-1)
    if (!last) return
    const { frame = (event) => usualFrame(event, this.#options.idOf?.(event)) } = this.#options
    controller.enqueue(this.#encoder.encode(this.#waiting.splice(0).map(frame).join('')))
    this.#heartbeat?.refresh()
    if (this.#mayWait(last)) this.#pace = setTimeout(() => this.#flush(controller), PACE_MS)
    else this.#turn = setImmediate(() => this.#flush(controller))
  }

  #mayWait(event: Event): boolean {
    return this.#options.mayWait?.(event) ?? false
  }

  #end(): void {
    this.#over = true
    clearImmediate(this.#turn)
    clearTimeout(this.#pace)
    clearInterval(this.#heartbeat)
    this.#stopWatching()
    this.#taken.resolve()
  }
}

function usualFrame(event: { type: string }, id: string | number | undefined): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

/** How often a stream reads its session, which may expire, and the notice of whose end may be lost. */
const ASK_MS = 60_000

/** Calls `end` once the session of a request has ended. @returns a function that stops watching */
export type WatchSession = (end: () => void) => () => void

/** Ends a private stream with the session that started it; a reader can reconnect with the session it has then. */
export async function endWithSession(c: AppContext): Promise<WatchSession | undefined> {
  const session = await c.get('readSession')()
  if (!session) return undefined
  const { onSessionsEnded, readSessionAgain } = c.var
  return (end) => {
    const stopReceiving = onSessionsEnded((ids) => ids.includes(session.id) && end())
    const asking = setInterval(async () => {
      // If the database does not answer, the check is repeated later.
      const now = await readSessionAgain().catch(() => session)
      if (now?.id !== session.id) end()
    }, ASK_MS).unref()
    return () => {
      stopReceiving()
      clearInterval(asking)
    }
  }
}
