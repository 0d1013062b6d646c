import {
  foldSwarm,
  type SwarmEvent,
  type SwarmRun,
  swarmEventSchema,
} from '../../../../shared/swarm/swarm.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { maySucceedLater, pauseBeforeTry, type Reconnecting } from '../../../lib/http/reconnecting.ts'
import { readEvents } from '../../../lib/http/stream.ts'
import { type Connection, watchConnection } from '../../../lib/http/watched-connection.ts'

/** A run as it is now, and whether only words have come since it was told last. */
export interface HeardRun {
  run: SwarmRun
  onlyWords: boolean
}

/**
 * A run from now until it is over, over as many connections as that takes: each begins with the whole run, so that
 * nothing is missing, whatever happened between.
 * @param connect opens a connection
 * @param onLink hears whether the run is heard at the moment
 * @throws what ends it for good: a refusal, such as `not_found` where it can't be read any more, or the signal's abort
 */
export async function* followRun(
  connect: (connection: Connection) => AsyncIterable<SwarmEvent>,
  parts: { signal: AbortSignal; onLink: (link: 'live' | 'reconnecting') => void; reconnecting: Reconnecting },
): AsyncGenerator<HeardRun, void> {
  const { signal, onLink, reconnecting } = parts
  let run: SwarmRun | null = null
  for (let tries = 0; ; tries++) {
    const connection = watchConnection(signal, reconnecting)
    let failure: unknown
    try {
      for await (const event of connect(connection)) {
        onLink('live')
        // A server that only ever says the beginning is left in peace more and more.
        if (event.type !== 'run') tries = 0
        run = foldSwarm(run, event)
        if (run) yield { run, onlyWords: event.type === 'words' }
      }
      if (run && run.state !== 'running') return
    } catch (error) {
      if (signal.aborted || !maySucceedLater(error)) throw error
      failure = error
    } finally {
      connection.close()
    }
    onLink('reconnecting')
    const woke = await pauseBeforeTry(tries, reconnecting, { signal, failure })
    signal.throwIfAborted()
    if (woke) tries = 0
  }
}

/** The events of a stored run, on one connection. @throws {ApiError} where it is refused */
export const connectRun = (api: Api, id: string) =>
  async function* ({ signal, onBytes }: Connection): AsyncGenerator<SwarmEvent> {
    const response = await api.swarm.runs[':id'].events.$get({ param: { id } }, { init: { signal } })
    if (!response.ok) await unwrap(Promise.resolve(response as never))
    if (response.body) yield* readEvents(response.body, swarmEventSchema, onBytes)
  }
