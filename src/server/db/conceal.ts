import { type AnyColumn, and, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import type { Db } from './connect/connect.ts'
import { agentHandles } from './schema/agents.ts'
import { restingNames } from './schema/people.ts'
import { realmBans, realmMutes } from './schema/realms.ts'

// Names and handles that rest, mutes and bans, outlive a wallet whose data was deleted, because others rely on them. They
// are kept as digests from which nobody can read a text, but whoever has the text can recognise its digest.

/** No address, name, skeleton or handle contains a colon. */
export const PREFIX = 'left:'

/** The salt, which has no colon either, is stored with the digest. */
export const concealed = (text: AnyColumn, salt: string): SQL =>
  sql`${PREFIX + salt}::text || ':' || encode(sha256(convert_to(${salt}::text || ${text}, 'UTF8')), 'hex')`

export const isConcealed = (column: AnyColumn | SQL): SQL => sql`${column} like ${`${PREFIX}%`}`

export const isDigestOf = (column: AnyColumn | SQL, text: SQL | string): SQL =>
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

/** Mutes and bans. */
export async function concealKeptOut(transaction: Db, wallet: string, salt: string): Promise<void> {
  for (const table of [realmMutes, realmBans])
    await transaction
      .update(table)
      .set({ wallet: concealed(table.wallet, salt) })
      .where(eq(table.wallet, wallet))
}

/** They rest at once, so that nobody gets one while the agent's own row still has it, or inherits what programs ask. */
export async function concealHandles(
  transaction: Db,
  agents: readonly string[],
  { salt, now }: { salt: string; now: Date },
): Promise<void> {
  await transaction
    .update(agentHandles)
    .set({ agentId: null, goneAt: now, handle: concealed(agentHandles.handle, salt) })
    .where(inArray(agentHandles.agentId, [...agents]))
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

/** A wallet that is used again is muted and banned where it was, and may take its own names before others may. */
export async function recogniseWallet(transaction: Db, wallet: string): Promise<void> {
  for (const table of [realmMutes, realmBans])
    await transaction.execute(sql`
      with back as (
        delete from ${table} where ${isDigestOf(table.wallet, wallet)} returning realm_id, until, created_at
      )
      insert into ${table} (realm_id, wallet, until, created_at) select realm_id, ${wallet}, until, created_at from back
      on conflict do nothing`)
  await transaction
    .update(restingNames)
    .set({ address: wallet })
    .where(isDigestOf(restingNames.address, wallet))
}
