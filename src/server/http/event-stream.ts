import type { AppContext } from './context.ts'

/** Proxies and browsers give up on a connection that is silent for long; fifteen seconds is well below what they wait. */
const HEARTBEAT_MS = 15_000

/** How much may lie unread before the source is made to wait. */
const BUFFER_BYTES = 64 * 1024

/** Nothing between here and the reader may hold the bytes back, squeeze them or keep them. */
const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  // Said in so many words, the HTTP layer does not wait to see whether the body is a short one.
  'transfer-encoding': 'chunked',
}

export interface EventStreamOptions<Event> {
  /** What the event's `id` says; without one, a reader who comes back names the last that had one. */
  idOf: (event: Event) => number | undefined
  /** One event for two that were not sent yet; null where both must go. */
  join: (earlier: Event, later: Event) => Event | null
  /** The reader went away. The source must end by that; what it still says is thrown away. */
  onCancel: () => void
  heartbeatMs?: number
  /** What the stream ends with before its source does; its reader is let go of as if they had gone. */
  endWith?: WatchSession | undefined
}

/**
 * Answers with server-sent events. An event leaves at once, and what follows it in the same turn of the event loop leaves
 * together, as one write. A comment goes out when nothing else did for fifteen seconds.
 * The source is read no faster than the reader takes it. It must not throw: errors travel as events.
 */
export function eventStream<Event extends { type: string }>(
  source: AsyncIterable<Event>,
  options: EventStreamOptions<Event>,
): Response {
  return new Response(serverSentEvents(source, options), { headers })
}

function serverSentEvents<Event extends { type: string }>(
  source: AsyncIterable<Event>,
  { idOf, join, onCancel, heartbeatMs = HEARTBEAT_MS, endWith }: EventStreamOptions<Event>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const waiting: Event[] = []
  let over = false
  let turn: NodeJS.Immediate | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let stopWatching = () => {}
  let taken = Promise.withResolvers<void>()

  const end = () => {
    over = true
    clearImmediate(turn)
    clearInterval(heartbeat)
    stopWatching()
    taken.resolve()
  }

  const run = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const write = (text: string) => controller.enqueue(encoder.encode(text))
    const flush = () => {
      turn = undefined
      if (waiting.length === 0) return
      write(
        waiting
          .splice(0)
          .map((event) => frame(event, idOf(event)))
          .join(''),
      )
      heartbeat?.refresh()
      turn = setImmediate(flush)
    }
    heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs)
    for await (const event of source) {
      if (over) continue
      const earlier = waiting.at(-1)
      const joined = earlier && join(earlier, event)
      if (joined) waiting[waiting.length - 1] = joined
      else waiting.push(event)
      if (!turn) flush()
      if ((controller.desiredSize ?? 0) <= 0) await taken.promise
    }
    if (over) return
    clearImmediate(turn)
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
        // Not awaited: a stream whose start is pending hands nothing out.
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

function frame(event: { type: string }, id: number | undefined): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

/** How often a stream asks whether its session still lives, in milliseconds: it may run out, or end unheard of. */
const ASK_MS = 60_000

/** Calls `end` once the session of a request has ended, until the returned function is called. */
export type WatchSession = (end: () => void) => () => void

/**
 * What a stream that shows something private ends with: the session of the request that began it. A visitor's has none.
 * Its reader asks again, as the one that they are then.
 */
export async function endWithSession(c: AppContext): Promise<WatchSession | undefined> {
  const session = await c.get('readSession')()
  if (!session) return undefined
  const { onSessionsEnded, readSessionAnew } = c.var
  return (end) => {
    const stopHearing = onSessionsEnded((ids) => ids.includes(session.id) && end())
    const asking = setInterval(async () => {
      // A database that does not answer now does so the next time.
      const now = await readSessionAnew().catch(() => session)
      if (now?.id !== session.id) end()
    }, ASK_MS).unref()
    return () => {
      stopHearing()
      clearInterval(asking)
    }
  }
}
