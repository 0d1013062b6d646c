import type { RealmChanges } from '../../../../shared/realms/realm-changes.ts'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'

/** Changes a realm of the viewer. @throws {ApiError} */
export function changeRealm(api: Api, id: string, changes: RealmChanges): Promise<RealmDetail> {
  return unwrap(api.realms[':id'].$patch({ param: { id }, json: changes }))
}

/** Deletes a realm of the viewer; within ten seconds `restoreRealm` undoes it. @throws {ApiError} */
export async function deleteRealm(api: Api, id: string): Promise<void> {
  await unwrap(api.realms[':id'].$delete({ param: { id } }))
}

/** @throws {ApiError} `undo_expired` when the time has run out */
export function restoreRealm(api: Api, id: string): Promise<RealmDetail> {
  return unwrap(api.realms[':id'].restore.$post({ param: { id } }))
}

/** The wallet's messages stay. @throws {ApiError} */
export async function leaveRealm(api: Api, id: string): Promise<void> {
  await unwrap(api.realms[':id'].participants.me.$delete({ param: { id } }))
}
