import type { RealmChanges, RealmDetail } from '../../../../shared/realms/realms.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'

/** Changes an own realm. @throws {ApiError} */
export function changeRealm(api: Api, id: string, changes: RealmChanges): Promise<RealmDetail> {
  return unwrap(api.realms[':id'].$patch({ param: { id }, json: changes }))
}

/** Deletes an own realm; for ten seconds `restoreRealm` brings it back. @throws {ApiError} */
export async function deleteRealm(api: Api, id: string): Promise<void> {
  await unwrap(api.realms[':id'].$delete({ param: { id } }))
}

/** Undoes a deletion. @throws {ApiError} `undo_expired` when the time has run out */
export function restoreRealm(api: Api, id: string): Promise<RealmDetail> {
  return unwrap(api.realms[':id'].restore.$post({ param: { id } }))
}

/** Takes the session's wallet out of the participants; what it said stays. @throws {ApiError} */
export async function leaveRealm(api: Api, id: string): Promise<void> {
  await unwrap(api.realms[':id'].participants.me.$delete({ param: { id } }))
}
