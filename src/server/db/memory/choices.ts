import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import type { MemoryChoice, MemorySummary } from '../../../shared/memory/facts.ts'
import { type MemoryPlace, type MemoryState, memoryPlaces } from '../../../shared/memory/memory-limits.ts'
import { pictureUrlOf } from '../agents/picture-url.ts'
import { opensTo } from '../agents/visibility.ts'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import { agents } from '../schema/agents.ts'
import { memoryChoices } from '../schema/memory.ts'

/** Whose memory of which agent. Every statement compares both. */
export interface MemoryOf {
  wallet: string
  agentId: string
}

const GONE = 'An agent that is gone'

const memoryRow = z.object({
  agentId: z.string(),
  name: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  isOn: z.nullable(z.boolean()),
  also: z.nullable(z.array(z.enum(memoryPlaces))),
  count: z.int(),
})

// An agent that the wallet can't open any more is named as in its last conversation; without facts it is not there.
const selectMemories = (wallet: string, wanted: SQL) => sql`
  with counted as (
    select agent_id, count(*)::int as count from facts where wallet = ${wallet} and deleted_at is null
    group by agent_id
  ), chosen as (select agent_id, is_on, also from memory_choices where wallet = ${wallet})
  select wanted.agent_id as "agentId", ${agents.name} as name, ${agents.imageUrl} as "imageUrl", (
      select agent_name from conversations
      where owner = ${wallet} and agent_id = wanted.agent_id and deleted_at is null
      order by updated_at desc limit 1
    ) as "lastName", chosen.is_on as "isOn", chosen.also, coalesce(counted.count, 0) as count
  from (${wanted}) wanted
    left join counted on counted.agent_id = wanted.agent_id
    left join chosen on chosen.agent_id = wanted.agent_id
    left join ${agents} on ${agents.id} = wanted.agent_id and ${opensTo(wallet)}
  where counted.count > 0 or ${agents.id} is not null`

/** Those of which something is remembered or decided. */
export async function listMemories(db: Db, wallet: string): Promise<MemorySummary[]> {
  const found = await rows(
    db,
    memoryRow,
    selectMemories(wallet, sql`select agent_id from counted union select agent_id from chosen`),
  )
  return found.map(presentMemory)
}

/** Null if nothing is remembered and the wallet can't open the agent. `opens` says whether it can. */
export async function findMemory(
  db: Db,
  { wallet, agentId }: MemoryOf,
): Promise<(MemorySummary & { opens: boolean }) | null> {
  const [found] = await rows(db, memoryRow, selectMemories(wallet, sql`select ${agentId}::uuid as agent_id`))
  return found ? { ...presentMemory(found), opens: found.name !== null } : null
}

function presentMemory({
  agentId,
  name,
  imageUrl,
  lastName,
  isOn,
  also,
  count,
}: z.infer<typeof memoryRow>): MemorySummary {
  return {
    agentId,
    agentName: name ?? lastName ?? GONE,
    agentImageUrl: pictureUrlOf(imageUrl ?? DEFAULT_IMAGE_URL),
    choice: { state: stateOf(isOn), also: also ?? [] },
    count,
  }
}

function stateOf(isOn: boolean | null): MemoryState {
  if (isOn === null) return 'unasked'
  return isOn ? 'on' : 'off'
}

export async function findChoice(db: Db, of: MemoryOf): Promise<MemoryChoice> {
  const [choice] = await db
    .select({ isOn: memoryChoices.isOn, also: memoryChoices.also })
    .from(memoryChoices)
    .where(choiceOf(of))
  return { state: stateOf(choice?.isOn ?? null), also: choice?.also ?? [] }
}

/** False if only places are given and nothing was decided yet. */
export async function saveChoice(
  db: Db,
  of: MemoryOf,
  { isOn, also, at }: { isOn?: boolean | undefined; also?: MemoryPlace[] | undefined; at: Date },
): Promise<boolean> {
  const set = { ...(isOn !== undefined && { isOn }), ...(also && { also }), updatedAt: at }
  if (isOn === undefined) {
    const { rowCount } = await db.update(memoryChoices).set(set).where(choiceOf(of))
    return (rowCount ?? 0) > 0
  }
  await db
    .insert(memoryChoices)
    .values({ ...of, isOn, ...(also && { also }), updatedAt: at })
    .onConflictDoUpdate({ target: [memoryChoices.wallet, memoryChoices.agentId], set })
  return true
}

const choiceOf = ({ wallet, agentId }: MemoryOf) =>
  sql`${memoryChoices.wallet} = ${wallet} and ${memoryChoices.agentId} = ${agentId}`

/**
 * Locks the choice until the transaction ends, so that numbers are given one after the other.
 * @param fresh the choice of somebody who has made none; without it there is none
 */
export async function lockChoice(
  transaction: Db,
  of: MemoryOf,
  fresh?: { isOn: boolean; also?: MemoryPlace[]; at: Date },
): Promise<{ isOn: boolean; also: MemoryPlace[]; lastNumber: number } | null> {
  if (fresh) {
    const { at, ...choice } = fresh
    await transaction
      .insert(memoryChoices)
      .values({ ...of, ...choice, updatedAt: at })
      .onConflictDoNothing()
  }
  const [locked] = await transaction
    .select({
      isOn: memoryChoices.isOn,
      also: memoryChoices.also,
      lastNumber: memoryChoices.lastNumber,
    })
    .from(memoryChoices)
    .where(choiceOf(of))
    .for('update')
  return locked ?? null
}

export async function saveLastNumber(transaction: Db, of: MemoryOf, lastNumber: number): Promise<void> {
  await transaction.update(memoryChoices).set({ lastNumber }).where(choiceOf(of))
}
