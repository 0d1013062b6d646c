import type { RealmDetail } from '../../../shared/realms/realms.ts'
import * as texts from './texts.ts'

/** Null if the id matches none, undefined while it is loading. */
export function realmTitle(realm: Pick<RealmDetail, 'name'> | null | undefined): string {
  if (realm) return realm.name
  return realm === null ? texts.realmNotFound : texts.realm
}
