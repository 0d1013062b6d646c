import type { NewSwarmPhase, NewSwarmRun, SwarmRun } from '../../../../shared/swarm/swarm.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'

/**
 * Begins a run; asked again with the same id it is the same run.
 * @throws {ApiError} `validation_failed` with what is wrong at each field, `swarm_busy` while too many others run
 */
export function beginRun(api: Api, wanted: NewSwarmRun): Promise<SwarmRun> {
  return unwrap(api.swarm.runs.$post({ json: wanted }))
}

/** Ends what is under way, with the words that came. @throws {ApiError} */
export async function stopRun(api: Api, id: string): Promise<void> {
  await unwrap(api.swarm.runs[':id'].stop.$post({ param: { id } }))
}

/** Ends one turn with the words that came. @throws {ApiError} */
export async function stopTurn(api: Api, id: string, turn: string): Promise<void> {
  await unwrap(api.swarm.runs[':id'].turns[':turn'].stop.$post({ param: { id, turn } }))
}

/** Takes an agent out. @param seat its place in the run, from 0 on @throws {ApiError} */
export function dropSeat(api: Api, id: string, seat: number): Promise<SwarmRun> {
  return unwrap(api.swarm.runs[':id'].seats[':seat'].$delete({ param: { id, seat: String(seat) } }))
}

/** Lets whoever has the link read it, or its owner alone. @throws {ApiError} */
export function shareRun(api: Api, id: string, shared: boolean): Promise<SwarmRun> {
  return unwrap(api.swarm.runs[':id'].$patch({ param: { id }, json: { shared } }))
}

/** Goes on with a run that is over. @throws {ApiError} as `beginRun`, and `conflict` */
export function goOnWith(api: Api, id: string, phase: NewSwarmPhase): Promise<SwarmRun> {
  return unwrap(api.swarm.runs[':id'].phases.$post({ param: { id }, json: phase }))
}

/** Takes up what broke off. @throws {ApiError} `conflict` where there is nothing to take up, `swarm_busy` */
export function takeUpRun(api: Api, id: string): Promise<SwarmRun> {
  return unwrap(api.swarm.runs[':id']['take-up'].$post({ param: { id } }))
}

/** Stops a run and deletes it; for ten seconds `restoreRun` brings it back. @throws {ApiError} */
export async function deleteRun(api: Api, id: string): Promise<void> {
  await unwrap(api.swarm.runs[':id'].$delete({ param: { id } }))
}

/** Undoes a deletion. @throws {ApiError} `undo_expired` when the time has run out */
export function restoreRun(api: Api, id: string): Promise<SwarmRun> {
  return unwrap(api.swarm.runs[':id'].restore.$post({ param: { id } }))
}
