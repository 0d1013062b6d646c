import type { RealmDetail } from '../../../shared/realms/realms.ts'

/** What names a realm's tab: null where its id matches none, undefined while that is not known. */
export function realmTitle(realm: Pick<RealmDetail, 'name'> | null | undefined): string {
  if (realm) return realm.name
  return realm === null ? 'Realm not found' : 'Realm'
}
