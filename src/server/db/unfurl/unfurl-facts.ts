import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Category } from '../../../shared/agents/agent-defaults.ts'
import { asShown } from '../../../shared/agents/macros.ts'
import type { SwarmMode } from '../../../shared/swarm/swarm-plan.ts'
import { isListed } from '../agents/visibility.ts'
import type { Db } from '../connect/connect.ts'
import { isCopyOpen } from '../conversations/shared-copies.ts'
import { isShownProfileOf } from '../people/shown-people.ts'
import { isListedRealm } from '../realms/visibility.ts'
import { agents } from '../schema/agents.ts'
import { conversations, sharedCopies } from '../schema/conversations.ts'
import { people } from '../schema/people.ts'
import { realms } from '../schema/realms.ts'
import { swarmRuns } from '../schema/swarm.ts'

// Each finds nothing that is hidden, a draft, unlisted, not shared or deleted, and omits agents that are not listed.

export interface ShownAgent {
  name: string
  /** As entered by its owner. */
  imageUrl: string
}

const shownAgents = (from: SQL, orderBy: SQL, most: number) => sql<ShownAgent[]>`(
  select coalesce(json_agg(json_build_object('name', shown.name, 'imageUrl', shown.image_url) order by shown.place), '[]')
  from (
    select ${agents.name} as name, ${agents.imageUrl} as image_url, row_number() over (order by ${orderBy}) as place
    from ${from} and ${isListed} order by place limit ${most}
  ) shown)`

export async function findListedAgent(
  db: Db,
  id: string,
): Promise<(ShownAgent & { description: string; category: Category }) | null> {
  const [row] = await db
    .select({
      name: agents.name,
      description: agents.description,
      category: agents.category,
      imageUrl: agents.imageUrl,
    })
    .from(agents)
    .where(and(eq(agents.id, id), isListed))
  return row ? asShown(row) : null
}

export async function findListedRealm(
  db: Db,
  id: string,
  mostAgents: number,
): Promise<{ name: string; description: string; agents: ShownAgent[] } | null> {
  const invited = sql`realm_agents invited join ${agents} on ${agents.id} = invited.agent_id
    where invited.realm_id = ${realms.id}`
  const [row] = await db
    .select({
      name: realms.name,
      description: realms.description,
      agents: shownAgents(invited, sql`invited.invited_at, invited.agent_id`, mostAgents),
    })
    .from(realms)
    .where(and(eq(realms.id, id), isListedRealm))
  return row ?? null
}

export async function findSharedRun(
  db: Db,
  id: string,
  mostAgents: number,
): Promise<{ task: string; mode: SwarmMode; agents: ShownAgent[] } | null> {
  const seated = sql`jsonb_array_elements(${swarmRuns.seats}) with ordinality as seat(agent, place)
    join ${agents} on ${agents.id} = (seat.agent->>'agentId')::uuid where true`
  const [row] = await db
    .select({
      task: sql<string>`${swarmRuns.phases}->0->>'task'`,
      mode: swarmRuns.mode,
      agents: shownAgents(seated, sql`seat.place`, mostAgents),
    })
    .from(swarmRuns)
    .where(and(eq(swarmRuns.id, id), eq(swarmRuns.shared, true), isNull(swarmRuns.deletedAt)))
  return row ?? null
}

export async function findCopy(
  db: Db,
  id: string,
): Promise<{ title: string; agentName: string; agents: ShownAgent[] } | null> {
  const [row] = await db
    .select({
      title: sharedCopies.title,
      agentName: sql<string>`coalesce(${agents.name}, ${conversations.agentName})`,
      imageUrl: agents.imageUrl,
    })
    .from(sharedCopies)
    .innerJoin(conversations, eq(conversations.id, sharedCopies.conversationId))
    .leftJoin(agents, and(eq(agents.id, conversations.agentId), isListed))
    .where(and(eq(sharedCopies.id, id), isCopyOpen))
  if (!row) return null
  const { title, agentName, imageUrl } = row
  return { title, agentName, agents: imageUrl === null ? [] : [{ name: agentName, imageUrl }] }
}

export async function findMaker(
  db: Db,
  address: string,
  mostAgents: number,
): Promise<{ name: string | null; about: string; imageUrl: string | null; agents: ShownAgent[] } | null> {
  const [person] = await db.select().from(people).where(isShownProfileOf(address))
  const made = await db
    .select({ name: agents.name, imageUrl: agents.imageUrl })
    .from(agents)
    .where(and(eq(agents.owner, address), isListed))
    .orderBy(sql`${agents.createdAt} desc, ${agents.id} desc`)
    .limit(mostAgents)
  if (!person && made.length === 0) return null
  return {
    name: person?.name ?? null,
    about: person?.about ?? '',
    imageUrl: person?.imageUrl ?? null,
    agents: made,
  }
}
