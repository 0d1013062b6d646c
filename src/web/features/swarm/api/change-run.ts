import type { NewSwarmPhase, NewSwarmRun, SwarmRun } from '../../../../shared/swarm/swarm.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { browserReconnecting, withRetry } from '../../../lib/http/reconnecting.ts'
import { finalUnlessRestarting } from '../../../lib/http/while-restarting.ts'

/**
 * Repeating the request with the same id returns the same run.
 * @throws {ApiError} `validation_failed` with the errors by field, `swarm_busy` if too many other runs of the wallet
 * are running
 */
export function beginRun(api: Api, wanted: NewSwarmRun): Promise<SwarmRun> {
  return unwrap(api.swarm.runs.$post({ json: wanted }))
}

/**
 * No wallet stores the run.
 * @throws as `beginRun` does, and `server_busy` if too many runs of everybody are running
 */
export function beginUnkeptRun(api: Api, wanted: NewSwarmRun): Promise<SwarmRun> {
  return withRetry(() => unwrap(api.swarm['unkept-runs'].$post({ json: wanted })), {
    time: browserReconnecting,
    isFinal: finalUnlessRestarting(),
  })
}

export async function stopRun(api: Api, id: string): Promise<void> {
  await unwrap(api.swarm.runs[':id'].stop.$post({ param: { id } }))
}

export async function stopTurn(api: Api, id: string, turn: string): Promise<void> {
  await unwrap(api.swarm.runs[':id'].turns[':turn'].stop.$post({ param: { id, turn } }))
}

/** @param seat its index in the run, from 0 @throws {ApiError} */
export function dropSeat(api: Api, id: string, seat: number): Promise<SwarmRun> {
  return unwrap(api.swarm.runs[':id'].seats[':seat'].$delete({ param: { id, seat: String(seat) } }))
}

/** Shares a run with everybody who has its link, or with nobody. @throws {ApiError} */
export function shareRun(api: Api, id: string, shared: boolean): Promise<SwarmRun> {
  return unwrap(api.swarm.runs[':id'].$patch({ param: { id }, json: { shared } }))
}

/** Starts a further phase of a run that has ended. @throws {ApiError} as `beginRun`, and `conflict` */
export function continueWith(api: Api, id: string, phase: NewSwarmPhase): Promise<SwarmRun> {
  return unwrap(api.swarm.runs[':id'].phases.$post({ param: { id }, json: phase }))
}

/** @throws {ApiError} `conflict` if there is nothing to resume, `swarm_busy` */
export function resumeRun(api: Api, id: string): Promise<SwarmRun> {
  return unwrap(api.swarm.runs[':id']['take-up'].$post({ param: { id } }))
}

/** Stops a run and deletes it; within ten seconds `restoreRun` undoes it. @throws {ApiError} */
export async function deleteRun(api: Api, id: string): Promise<void> {
  await unwrap(api.swarm.runs[':id'].$delete({ param: { id } }))
}

/** @throws {ApiError} `undo_expired` when the time has run out */
export function restoreRun(api: Api, id: string): Promise<SwarmRun> {
  return unwrap(api.swarm.runs[':id'].restore.$post({ param: { id } }))
}
