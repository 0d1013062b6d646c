import { and, count, eq, isNull, lt, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { handlesFrom } from '../../../shared/agents/handles.ts'
import { limits } from '../../../shared/common/limits.ts'
import { Pacer } from '../../base/pacer.ts'
import { isDigestOf } from '../conceal.ts'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import { agentHandles, agents } from '../schema/agents.ts'

const handleRow = z.object({ handle: z.string() })

const AT_ONCE = 200

// Notes the first handle that is free or was this agent's earlier. One that another transaction is about to note is
// waited for, so no two agents get it.
async function claim(db: Db, agentId: string, handles: readonly string[]): Promise<string | null> {
  const list = sql.join(
    handles.map((handle) => sql`${handle}::text`),
    sql`, `,
  )
  const [claimed] = await rows(
    db,
    handleRow,
    sql`
      insert into agent_handles (handle, agent_id)
      select wanted, ${agentId}::uuid from unnest(array[${list}]) with ordinality as list (wanted, place)
      where not exists (
        select from agent_handles had where had.handle = wanted and had.agent_id is distinct from ${agentId}::uuid)
        and not exists (
          select from agent_handles gone
          where gone.agent_id is null and ${isDigestOf(sql`gone.handle`, sql`wanted`)})
      order by place limit 1
      on conflict (handle) do update set agent_id = excluded.agent_id
        where agent_handles.agent_id = excluded.agent_id
      returning handle`,
  )
  return claimed?.handle ?? null
}

/** The handle is noted, but it is not the agent's current one yet. */
async function claimFrom(db: Db, agentId: string, name: string): Promise<string> {
  // Each round either succeeds, or another agent took the chosen handle in that moment.
  for (;;) {
    const handle = await claim(db, agentId, handlesFrom(name, Math.random))
    if (handle !== null) return handle
  }
}

/** Makes a handle from the name. To be called in the transaction that stores the agent. */
export async function giveHandle(db: Db, { id, name }: { id: string; name: string }): Promise<string> {
  const handle = await claimFrom(db, id, name)
  await db.update(agents).set({ handle }).where(eq(agents.id, id))
  return handle
}

/** Null stands for a handle made from the name. Call it in the transaction that locked the agent and then stores it. */
export async function takeHandle(
  db: Db,
  agent: { id: string; name: string },
  wanted: string | null,
): Promise<{ handle: string } | 'handle taken' | 'too many handles'> {
  const handle =
    wanted === null ? await claimFrom(db, agent.id, agent.name) : await claim(db, agent.id, [wanted])
  if (handle === null) return 'handle taken'
  const [had] = await db
    .select({ handles: count() })
    .from(agentHandles)
    .where(eq(agentHandles.agentId, agent.id))
  return (had?.handles ?? 0) > limits.handlesOfAgent ? 'too many handles' : { handle }
}

/** Finds the agent that has a handle, or had it earlier; null for none. Whoever asks may still not open it. */
export async function findAgentByHandle(db: Db, handle: string): Promise<string | null> {
  const [row] = await db
    .select({ id: agents.id })
    .from(agentHandles)
    .innerJoin(agents, eq(agents.id, agentHandles.agentId))
    .where(and(eq(agentHandles.handle, handle), isNull(agents.deletedAt)))
  return row?.id ?? null
}

/** Gives handles to some of the agents that have none. @returns whether there may be more of them */
export async function giveMissingHandles(db: Db): Promise<boolean> {
  const missing = await db.select({ id: agents.id }).from(agents).where(isNull(agents.handle)).limit(AT_ONCE)
  const pacer = new Pacer()
  for (const { id } of missing) {
    await db.transaction(async (transaction) => {
      // Locked and read again, because another server may give it one, or its owner may, or it may be gone.
      const [agent] = await transaction
        .select({ id: agents.id, name: agents.name })
        .from(agents)
        .where(and(eq(agents.id, id), isNull(agents.handle)))
        .for('no key update')
      if (agent) await giveHandle(transaction, agent)
    })
    // After an upgrade each agent may lack one, and people wait behind this on the one connection of an embedded database.
    await pacer.rest()
  }
  return missing.length === AT_ONCE
}

/** Frees the handles of agents that were found gone before a time, and notes which agents are gone by now. */
export async function freeHandles(db: Db, { before, now }: { before: Date; now: Date }): Promise<void> {
  const ofNobody = isNull(agentHandles.agentId)
  await db.delete(agentHandles).where(and(ofNobody, lt(agentHandles.goneAt, before)))
  await db
    .update(agentHandles)
    .set({ goneAt: now })
    .where(and(ofNobody, isNull(agentHandles.goneAt)))
}
