import type { AppContext } from './context.ts'

/**
 * Interval of the heartbeat in milliseconds. Proxies and browsers close a connection that is silent for long; fifteen
 * seconds is well below their timeouts.
 */
const HEARTBEAT_MS = 15_000

/**
 * Milliseconds for which events that may wait are collected after one of them was sent. A write costs more than
 * everything else that the server does for a word, and nobody reads faster than 25 changes a second.
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

export interface EventStreamOptions<Event> {
  /** Returns the event's `id`; a reconnecting reader sends the last id that it got. */
  idOf?: (event: Event) => string | number | undefined
  /** Writes an event in the form of another protocol, as whole server-sent events; empty to leave it out. */
  frame?: (event: Event) => string
  /** Joins two events that were not sent yet; null if both must be sent. */
  join: (earlier: Event, later: Event) => Event | null
  /**
   * Whether an event that follows another one may wait a moment for those after it; by default none may. What it
   * grows to by joining is asked again, so that it can be bounded.
   */
  mayWait?: (event: Event) => boolean
  /** Called when the reader disconnects. The source must then end; its remaining events are discarded. */
  onCancel: () => void
  heartbeatMs?: number
  /** Ends the stream before its source does, as if the reader had disconnected. */
  endWith?: WatchSession | undefined
}

/**
 * Responds with server-sent events. An event is sent immediately, and those that follow in the same turn of the event
 * loop, or within 40 ms if they may wait, are sent together in one write. After fifteen seconds without an event, a
 * comment is sent. The source is read no faster than the reader reads. It must not throw: errors are sent as events.
 */
export function eventStream<Event extends { type: string }>(
  source: AsyncIterable<Event>,
  options: EventStreamOptions<Event>,
): Response {
  return new Response(serverSentEvents(source, options), { headers })
}

function serverSentEvents<Event extends { type: string }>(
  source: AsyncIterable<Event>,
  {
    idOf = () => undefined,
    frame = (event) => usualFrame(event, idOf(event)),
    join,
    mayWait = () => false,
    onCancel,
    heartbeatMs = HEARTBEAT_MS,
    endWith,
  }: EventStreamOptions<Event>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const waiting: Event[] = []
  let over = false
  /** Sends what waits: in the next turn of the event loop, or as soon as the pace allows. */
  let turn: NodeJS.Immediate | undefined
  let pace: NodeJS.Timeout | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let stopWatching = () => {}
  let taken = Promise.withResolvers<void>()

  const end = () => {
    over = true
    clearImmediate(turn)
    clearTimeout(pace)
    clearInterval(heartbeat)
    stopWatching()
    taken.resolve()
  }

  const run = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const write = (text: string) => controller.enqueue(encoder.encode(text))
    const flush = () => {
      clearImmediate(turn)
      clearTimeout(pace)
      turn = pace = undefined
      const last = waiting.at(-1)
      if (!last) return
      write(waiting.splice(0).map(frame).join(''))
      heartbeat?.refresh()
      if (mayWait(last)) pace = setTimeout(flush, PACE_MS)
      else turn = setImmediate(flush)
    }
    heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs)
    for await (const event of source) {
      if (over) continue
      const earlier = waiting.at(-1)
      const joined = earlier && join(earlier, event)
      if (joined) waiting[waiting.length - 1] = joined
      else waiting.push(event)
      if (!turn && !(pace && mayWait(joined ?? event))) flush()
      if ((controller.desiredSize ?? 0) <= 0) await taken.promise
    }
    if (over) return
    flush()
    end()
    controller.close()
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (endWith)
          stopWatching = endWith(() => {
            if (over) return
            end()
            onCancel()
            controller.close()
          })
        // Not awaited, because a stream whose start is pending delivers no data.
        run(controller).catch((error: unknown) => {
          if (!over) controller.error(error)
          end()
        })
      },
      pull() {
        taken.resolve()
        taken = Promise.withResolvers()
      },
      cancel() {
        end()
        onCancel()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }),
  )
}

function usualFrame(event: { type: string }, id: string | number | undefined): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

/**
 * Interval at which a stream checks its session, in milliseconds: the session may expire, or the notice of its end may
 * be lost.
 */
const ASK_MS = 60_000

/** Calls `end` once the session of a request has ended. @returns a function that stops watching */
export type WatchSession = (end: () => void) => () => void

/**
 * Ends a private stream together with the session of the request that started it; undefined for a visitor. The reader
 * can reconnect with the session it has then.
 */
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
