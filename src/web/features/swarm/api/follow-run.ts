import {
  foldSwarm,
  type SwarmEvent,
  type SwarmRun,
  swarmEventSchema,
} from '../../../../shared/swarm/swarm.ts'
import { type Follower, followStream } from '../../../blocks/follow-stream/follow-stream.ts'
import type { Connection } from '../../../blocks/follow-stream/watch-connection.ts'
import type { Api } from '../../../lib/http/api.ts'
import { maySucceedLater, type Reconnecting } from '../../../lib/http/reconnecting.ts'
import { readAnswer } from '../../../lib/http/stream.ts'

/** The current state of a run, and whether only text was added since the previous one. */
interface ReceivedRun {
  run: SwarmRun
  onlyWords: boolean
}

/**
 * Each connection begins with the whole run, so that nothing is missing, whatever happened in between.
 * @throws the final error: a refusal, such as `not_found` if the run can't be read any more, or the signal's reason
 */
export async function* followRun(
  connect: (connection: Connection) => AsyncIterable<SwarmEvent>,
  follower: Follower,
  time: Reconnecting,
): AsyncGenerator<ReceivedRun, void> {
  const stream = followStream<SwarmEvent, SwarmRun | null>({
    ...follower,
    connect: (_, connection) => connect(connection),
    fold: (run, event) => ({ kind: 'next', state: foldSwarm(run, event), isNews: event.type !== 'run' }),
    resumeFrom: null,
    isComplete: (run) => run !== null && run.state !== 'running',
    isFinal: (error) => !maySucceedLater(error),
    time,
  })
  for await (const { event, state } of stream)
    if (state) yield { run: state, onlyWords: event.type === 'words' }
}

/** The events of a stored run, on one connection. @throws {ApiError} for an error response */
export const connectRun =
  (api: Api, id: string) =>
  ({ signal, onBytes }: Connection) =>
    readAnswer(
      api.swarm.runs[':id'].events.$get({ param: { id } }, { init: { signal } }),
      swarmEventSchema,
      onBytes,
    )
