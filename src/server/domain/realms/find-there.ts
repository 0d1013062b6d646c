import type { RealmDetail } from '../../../shared/realms/realms.ts'
import type { Db } from '../../db/connect/connect.ts'
import { findRealmDetail } from '../../db/realms/realm-detail.ts'
import { findMembership, type Membership } from '../../db/realms/realms.ts'
import { notTheCreator, realmNotFound } from './realm-refusals.ts'

/**
 * Reads the current state of a realm.
 * @throws {Failure} `not_found`
 */
export async function openRealm(db: Db, id: string, now: Date): Promise<RealmDetail> {
  return (await findRealmDetail(db, id, now)) ?? missing()
}

/**
 * Finds a wallet's membership of a realm that is not deleted.
 * @throws {Failure} `not_found`
 */
export async function membershipIn(db: Db, id: string, wallet: string): Promise<Membership> {
  const membership = await findMembership(db, id, wallet)
  return membership && !membership.deletedAt ? membership : missing()
}

/** @throws {Failure} `not_found`, or `forbidden` if the wallet did not create the realm */
export async function onlyCreator(db: Db, id: string, wallet: string): Promise<void> {
  if ((await membershipIn(db, id, wallet)).createdBy !== wallet) throw notTheCreator()
}

function missing(): never {
  throw realmNotFound()
}
