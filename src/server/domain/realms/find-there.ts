import type { RealmDetail } from '../../../shared/realms/realms.ts'
import type { Db } from '../../db/connect/connect.ts'
import { findRealmDetail } from '../../db/realms/realm-detail.ts'
import { findStanding, type Standing } from '../../db/realms/realms.ts'
import { notTheCreator, realmNotFound } from './realm-refusals.ts'

/** A realm as it is at this moment. @throws {Failure} `not_found` */
export async function openRealm(db: Db, id: string, now: Date): Promise<RealmDetail> {
  return (await findRealmDetail(db, id, now)) ?? missing()
}

/** How a wallet stands to a realm that is there. @throws {Failure} `not_found` */
export async function standingIn(db: Db, id: string, wallet: string): Promise<Standing> {
  const standing = await findStanding(db, id, wallet)
  return standing && !standing.deletedAt ? standing : missing()
}

/** @throws {Failure} `not_found`, or `forbidden` for who did not make the realm */
export async function onlyCreator(db: Db, id: string, wallet: string): Promise<void> {
  if ((await standingIn(db, id, wallet)).createdBy !== wallet) throw notTheCreator()
}

function missing(): never {
  throw realmNotFound()
}
