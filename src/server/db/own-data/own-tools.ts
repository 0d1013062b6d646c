import { eq, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { inboxes, pushSubscriptions, toolCalls, toolGrants } from '../schema/tools.ts'

/** Removes a wallet's calls, also those in realms of others, what it allowed, and how it is told. */
export async function removeToolData(transaction: Db, wallet: string): Promise<void> {
  for (const table of [toolCalls, toolGrants, pushSubscriptions, inboxes])
    await transaction.delete(table).where(eq(table.wallet, wallet))
}

/**
 * Who takes over the conversations decides what waits in them. What the giver allowed from now on and the giver's
 * browsers are not passed on: both are one person's.
 */
export async function moveToolData(transaction: Db, from: string, to: string): Promise<void> {
  await transaction.update(toolCalls).set({ wallet: to }).where(eq(toolCalls.wallet, from))
  await transaction.execute(sql`
    insert into ${inboxes} (wallet, quiet, seen_at) select ${to}, quiet, seen_at from ${inboxes} where wallet = ${from}
    on conflict (wallet) do nothing`)
  for (const table of [toolGrants, pushSubscriptions, inboxes])
    await transaction.delete(table).where(eq(table.wallet, from))
}
