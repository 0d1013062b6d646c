import { limits } from '../../../shared/common/limits.ts'
import type { RealmPage } from '../../../shared/realms/realms.ts'
import {
  listRealms,
  listRealmsOf,
  OWN_REALMS,
  REALMS,
  type StoredRealmPage,
} from '../../db/realms/realm-lists.ts'
import { findVersions, listChanges, listMessages } from '../../db/realms/realm-messages.ts'
import { readCursor } from '../read-cursor.ts'
import { openRealm } from './find-there.ts'
import { realmNotFound } from './realm-refusals.ts'
import type { Realms, RealmsOptions } from './realms.ts'

/** Implements the operations that are open to everybody. */
export function readRealms({
  db,
  clock,
  here,
}: RealmsOptions): Pick<Realms, 'list' | 'listOf' | 'open' | 'messages' | 'changesAfter' | 'versions'> {
  const countHere = (page: StoredRealmPage): RealmPage => ({
    ...page,
    realms: page.realms.map((realm) => ({ ...realm, here: here(realm.id) })),
  })
  return {
    list: async ({ query, maker, cursor, limit = limits.listPage }) =>
      countHere(await listRealms(db, { query, maker, limit, after: readCursor(REALMS, cursor) })),

    listOf: async (wallet, { query, cursor, limit = limits.listPage }) =>
      countHere(await listRealmsOf(db, wallet, { query, limit, after: readCursor(OWN_REALMS, cursor) })),

    open: (id) => openRealm(db, id, clock()),

    async messages(id, { before, after, limit = limits.realmMessagePage }) {
      const page = await listMessages(db, id, { before, after, limit })
      if (!page) throw realmNotFound()
      return page
    },

    async changesAfter(id, version, limit) {
      const changes = await listChanges(db, id, version, limit)
      if (!changes) throw realmNotFound()
      return changes
    },

    versions: (ids) => findVersions(db, ids),
  }
}
