import { pauseBeforeTry, type Reconnecting } from '../../lib/http/reconnecting.ts'
import { type Connection, watchConnection } from './watch-connection.ts'

/** Whether a stream is received at the moment. */
export type StreamState = 'live' | 'reconnecting'

/** Who follows a stream. */
export interface Follower {
  /** Aborted when nobody follows any more. */
  signal: AbortSignal
  onConnection: (state: StreamState) => void
}

/** What an event makes of what was known before it. */
export type Step<State> =
  /** `isNews`: it brought what was not known before, so the server makes progress. */
  | { kind: 'next'; state: State; isNews: boolean }
  /** Something between is missing: the event is dropped, and the next connection brings both. */
  | { kind: 'gap'; state: State }
  /** It is the last one. */
  | { kind: 'end'; state: State }

/**
 * Follows a stream to its end, over as many connections as that takes, with growing pauses between those that bring
 * nothing new. What comes twice is for `fold` to pass over.
 * @param options.connect opens a connection that goes on after what is known
 * @param options.fold takes one event in
 * @param options.resumeFrom what is known at the beginning
 * @param options.isComplete whether a connection that the server closed was the last one
 * @param options.isFinal whether a failure ends it, rather than being followed by another connection
 * @yields each event with what is known since
 * @throws what ends it for good: a final failure, or the reason of the follower's signal
 */
export async function* followStream<Event, State>(
  options: Follower & {
    connect: (known: State, connection: Connection) => AsyncIterable<Event>
    fold: (known: State, event: Event) => Step<State>
    resumeFrom: State
    isComplete?: (known: State) => boolean
    isFinal: (error: unknown, known: State) => boolean
    time: Reconnecting
  },
): AsyncGenerator<{ event: Event; state: State }, void> {
  const { connect, fold, isComplete, isFinal, time, signal, onConnection } = options
  let state = options.resumeFrom
  for (let tries = 0; ; tries++) {
    const connection = watchConnection(signal, time, 'resumable')
    let failure: unknown
    try {
      for await (const event of connect(state, connection)) {
        onConnection('live')
        const step = fold(state, event)
        state = step.state
        if (step.kind === 'gap') break
        // A server that only ever says the same is left in peace more and more.
        if (step.kind === 'next' && step.isNews) tries = 0
        yield { event, state }
        if (step.kind === 'end') return
      }
      if (isComplete?.(state)) return
    } catch (error) {
      if (signal.aborted || isFinal(error, state)) throw error
      failure = error
    } finally {
      connection.close()
    }
    onConnection('reconnecting')
    const woke = await pauseBeforeTry(tries, time, { signal, failure })
    signal.throwIfAborted()
    if (woke) tries = 0
  }
}
