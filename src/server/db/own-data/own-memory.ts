import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import { facts, memoryChoices } from '../schema/memory.ts'

/** The agents of which a wallet decided something or has something remembered, which is decided then. */
export async function listRemembering(db: Db, wallet: string): Promise<string[]> {
  const found = await rows(
    db,
    z.object({ agentId: z.string() }),
    sql`select agent_id as "agentId" from ${memoryChoices} where wallet = ${wallet} order by updated_at, agent_id`,
  )
  return found.map(({ agentId }) => agentId)
}

/** The taker's decisions win. What both have of one agent is numbered after what the taker has. */
export async function moveMemory(transaction: Db, from: string, to: string): Promise<void> {
  await transaction.execute(sql`
    insert into ${memoryChoices} (wallet, agent_id, is_on, also, last_number, updated_at)
    select ${to}, agent_id, is_on, also, 0, updated_at from ${memoryChoices} where wallet = ${from}
    order by agent_id
    on conflict (wallet, agent_id) do nothing`)
  // Before the facts, as everything does that changes both.
  await transaction.execute(sql`
    select from ${memoryChoices} where wallet in (${from}, ${to}) order by agent_id, wallet for update`)
  await transaction.execute(sql`
    update ${facts} set wallet = ${to}, number = number + coalesce((
      select last_number from ${memoryChoices} theirs where theirs.wallet = ${to} and theirs.agent_id = facts.agent_id), 0)
    where wallet = ${from}`)
  await transaction.execute(sql`
    update ${memoryChoices} theirs set last_number = theirs.last_number + mine.last_number
    from ${memoryChoices} mine
    where theirs.wallet = ${to} and mine.wallet = ${from} and theirs.agent_id = mine.agent_id`)
  await transaction.delete(memoryChoices).where(eq(memoryChoices.wallet, from))
}

export async function removeMemory(transaction: Db, wallet: string): Promise<void> {
  for (const table of [memoryChoices, facts]) await transaction.delete(table).where(eq(table.wallet, wallet))
}
