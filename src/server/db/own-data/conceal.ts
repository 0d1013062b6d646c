import { type AnyColumn, and, eq, like, not, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { restingNames } from '../schema/people.ts'
import { realmMutes } from '../schema/realms.ts'

// Two things outlive a wallet whose data was deleted, because others rely on them: a name that rests, and a mute. Both
// are kept as digests from which nobody can read a name or an address. Whoever has the text can recognise its digest.

/** No address, name or skeleton contains a colon. */
const PREFIX = 'left:'

/** The digest of a text. The salt, which has no colon either, is stored with it. */
const concealed = (text: AnyColumn, salt: string): SQL =>
  sql`${PREFIX + salt}::text || ':' || encode(sha256(convert_to(${salt}::text || ${text}, 'UTF8')), 'hex')`

export const isConcealed = (column: AnyColumn): SQL => like(column, `${PREFIX}%`)

/** Whether a column contains the digest of a text. */
export const isDigestOf = (column: AnyColumn, text: string): SQL =>
  sql`(${isConcealed(column)} and split_part(${column}, ':', 3)
    = encode(sha256(convert_to(split_part(${column}, ':', 2) || ${text}::text, 'UTF8')), 'hex'))`

/** The names that a wallet gave up and that can still be read. */
export async function listGivenUp(db: Db, wallet: string): Promise<string[]> {
  const rested = await db
    .select({ name: restingNames.name })
    .from(restingNames)
    .where(and(eq(restingNames.address, wallet), not(isConcealed(restingNames.skeleton))))
  return rested.map(({ name }) => name)
}

export async function concealMutes(transaction: Db, wallet: string, salt: string): Promise<void> {
  await transaction
    .update(realmMutes)
    .set({ wallet: concealed(realmMutes.wallet, salt) })
    .where(eq(realmMutes.wallet, wallet))
}

/** Conceals the names that a wallet gave up, together with its address. */
export async function concealNames(transaction: Db, wallet: string, salt: string): Promise<void> {
  const { skeleton, address } = restingNames
  await transaction
    .update(restingNames)
    .set({
      name: '',
      skeleton: sql`case when ${isConcealed(skeleton)} then ${skeleton} else ${concealed(skeleton, salt)} end`,
      address: concealed(address, salt),
    })
    .where(eq(address, wallet))
}

/**
 * Gives a wallet that is used again what was concealed: it is muted where it was, and may take its own names before
 * others may.
 */
export async function recogniseWallet(transaction: Db, wallet: string): Promise<void> {
  await transaction.execute(sql`
    with back as (
      delete from ${realmMutes} where ${isDigestOf(realmMutes.wallet, wallet)} returning realm_id, created_at
    )
    insert into realm_mutes (realm_id, wallet, created_at) select realm_id, ${wallet}, created_at from back
    on conflict do nothing`)
  await transaction
    .update(restingNames)
    .set({ address: wallet })
    .where(isDigestOf(restingNames.address, wallet))
}
