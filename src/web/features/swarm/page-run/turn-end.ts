import type { Reply } from '../../../../shared/chat/messages.ts'
import type { SwarmTurn } from '../../../../shared/swarm/swarm.ts'
import { ApiError } from '../../../lib/http/api.ts'

/** How a turn is over. */
export interface TurnEnd extends Pick<SwarmTurn, 'state' | 'trouble'> {
  state: Exclude<SwarmTurn['state'], 'running'>
}

/** How a turn is over that the server watched to its end. */
export function endOfReply({ state }: Pick<Reply, 'state'>): TurnEnd {
  return { state: state === 'running' ? 'interrupted' : state, trouble: state === 'failed' ? 'failed' : null }
}

/**
 * How a turn is over that the server did not end. A lost connection, or a server in trouble, is no fault of its agent:
 * it is interrupted, as one is whose server died, and can be taken up. What the server refused has failed.
 */
export function endOfError(error: unknown): TurnEnd {
  if (!(error instanceof ApiError) || error.status >= 500) return { state: 'interrupted', trouble: null }
  return { state: 'failed', trouble: error.status === 429 ? 'limited' : 'failed' }
}

/** After how many seconds the server will take it; null where it did not say so. */
export function secondsToWait(error: unknown): number | null {
  const limited = error instanceof ApiError && (error.status === 429 || error.status === 503)
  return limited ? (error.problem?.retryAfter ?? null) : null
}
