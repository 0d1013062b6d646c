import { pauseBeforeTry, type Reconnecting } from '../../lib/http/reconnecting.ts'
import { type Connection, watchConnection } from './watch-connection.ts'

export type StreamState = 'live' | 'reconnecting'

export interface Follower {
  signal: AbortSignal
  onConnection: (state: StreamState) => void
}

export type Step<State> =
  /** `isNews`: the event had new content, so the server makes progress. */
  | { kind: 'next'; state: State; isNews: boolean }
  /** Events before this one are missing: it is dropped, and the next connection sends them all. */
  | { kind: 'gap'; state: State }
  | { kind: 'end'; state: State }

/**
 * Follows a stream over as many connections as necessary, with growing pauses between those that bring nothing new.
 * `fold` has to ignore events that arrive twice.
 * @param options.isComplete whether the stream is over when the server closes a connection
 * @param options.isFinal whether an error ends the stream, instead of being followed by a reconnect
 * @yields each event with the state after it
 * @throws the error that ends the stream: a final failure, or the reason of the subscriber's signal
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
        // Only new content resets the backoff, so that a server which repeats old events is asked less and less often.
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
