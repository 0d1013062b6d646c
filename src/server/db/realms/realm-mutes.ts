import { and, asc, eq, not, sql } from 'drizzle-orm'
import { isConcealed } from '../conceal.ts'
import type { Db } from '../connect/connect.ts'
import { countRows } from '../rows.ts'
import { realmMutes } from '../schema/realms.ts'

/** In the order of muting, without wallets that deleted everything: they are muted again when they return. */
export async function listMutes(db: Db, realmId: string): Promise<string[]> {
  const rows = await db
    .select({ wallet: realmMutes.wallet })
    .from(realmMutes)
    .where(and(eq(realmMutes.realmId, realmId), not(isConcealed(realmMutes.wallet))))
    .orderBy(asc(realmMutes.createdAt), asc(realmMutes.wallet))
  return rows.map(({ wallet }) => wallet)
}

/** Mutes a wallet in a realm of this creator; false if it is muted already or there is no such realm. */
export async function insertMute(
  db: Db,
  mute: { realmId: string; creator: string; wallet: string; at: Date },
): Promise<boolean> {
  const muted = await countRows(
    db,
    sql`
    insert into realm_mutes (realm_id, wallet, created_at)
    select id, ${mute.wallet}, ${mute.at.toISOString()}::timestamptz from realms
    where id = ${mute.realmId} and created_by = ${mute.creator} and deleted_at is null
    on conflict do nothing`,
  )
  return muted > 0
}

/** Unmutes a wallet in a realm of this creator; false if it was not muted. */
export async function deleteMute(
  db: Db,
  mute: { realmId: string; creator: string; wallet: string },
): Promise<boolean> {
  const rows = await db
    .delete(realmMutes)
    .where(
      and(
        eq(realmMutes.realmId, mute.realmId),
        eq(realmMutes.wallet, mute.wallet),
        sql`exists (select from realms where id = ${realmMutes.realmId} and created_by = ${mute.creator}
          and deleted_at is null)`,
      ),
    )
    .returning({ wallet: realmMutes.wallet })
  return rows.length > 0
}
