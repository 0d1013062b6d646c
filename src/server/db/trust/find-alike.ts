import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { LooksLike } from '../../../shared/trust/looks-like.ts'
import { isListed } from '../agents/visibility.ts'
import type { Db } from '../connect/connect.ts'
import { idRow, rows } from '../rows.ts'
import { agents } from '../schema/agents.ts'
import { agentLooks, personLooks } from '../schema/looks.ts'
import { people } from '../schema/people.ts'

/** An agent is known if it is one of so many that people talk with most, or its owner is the place or an operator. */
const MOST_TALKED = 100

/** How many agents that share a band are compared: as many as have one text in common can be there. */
const COMPARED = 50

/** Those that share the most bands are the likeliest copies. */
const NEAR = 5

const knownRow = z.object({ id: z.string(), name: z.string(), owner: z.string() })

interface Wanted {
  looks: readonly string[]
  /** The wallet whose name it is: what is its own is never taken for another's. */
  wallet: string
  /** Wallets whose agents are known, however much people talk with them. */
  hosts: readonly string[]
}

const isDown = sql`(${agents.moderation} is not distinct from 'down' and ${agents.deletedAt} is null)`

const textList = (list: readonly string[]) => sql`${sql.param([...list])}::text[]`

/** Materialized once: the rank of the last of those that people talk with most. */
const least = sql`
  least as materialized (
    select coalesce((
      select ${agents.talked} from ${agents} where ${isListed}
      order by talked desc, created_at desc, id desc offset ${MOST_TALKED - 1} limit 1), 0) as talked
  )`

const isKnown = (hosts: readonly string[]): SQL => sql`(
  ${agents.owner} = any(${textList(hosts)})
  or (${agents.talked} > 0 and ${agents.talked} >= (select talked from least)))`

/** The known agent of another wallet whose name or handle looks like this. */
export async function findKnownAgent(db: Db, { looks, wallet, hosts }: Wanted): Promise<LooksLike | null> {
  const [known] = await rows(
    db,
    knownRow,
    sql`
    with ${least}
    select ${agents.id}::text as id, ${agents.name} as name, ${agents.owner} as owner
    from ${agentLooks} join ${agents} on ${agents.id} = ${agentLooks.agentId}
    where ${agentLooks.looks} && ${textList(looks)} and ${isListed} and ${agents.owner} <> ${wallet}
      and ${isKnown(hosts)}
    order by ${agents.owner} = any(${textList(hosts)}) desc, ${agents.talked} desc, ${agents.createdAt} limit 1`,
  )
  return known ?? null
}

/** The person of another wallet whose name looks like this, and who made a known agent. */
export async function findKnownPerson(db: Db, { looks, wallet, hosts }: Wanted): Promise<LooksLike | null> {
  const [known] = await rows(
    db,
    knownRow,
    sql`
    with ${least}
    select ${people.address} as id, ${people.name} as name, ${people.address} as owner
    from ${personLooks} join ${people} on ${people.address} = ${personLooks.address}
    where ${personLooks.looks} && ${textList(looks)} and ${people.name} is not null
      and ${people.moderation} is null and ${people.address} <> ${wallet}
      and (${people.address} = any(${textList(hosts)}) or exists (
        select from ${agents} where ${agents.owner} = ${people.address} and ${isListed} and ${isKnown(hosts)}))
    order by ${people.nameChangedAt} limit 1`,
  )
  return known ?? null
}

/**
 * Listed agents of other wallets, and those of anybody that were taken down, whose texts may be nearly these: what was
 * taken down first, then the likeliest.
 */
export async function findNear(
  db: Db,
  { bands, wallet, agentId }: { bands: readonly number[]; wallet: string; agentId: string },
): Promise<string[]> {
  if (bands.length === 0) return []
  const wanted = sql`${sql.param([...bands])}::integer[]`
  const near = await rows(
    db,
    idRow,
    sql`
    -- Band by band: of a search by all of them the planner expects a tenth of the table, and would read it as a whole.
    with shares as materialized (
      select looks.agent_id, count(*) as shared
      from unnest(${wanted}) as one (band) join ${agentLooks} looks on looks.bands @> array[one.band]
      group by looks.agent_id order by shared desc limit ${COMPARED}
    )
    select ${agents.id}::text as id from ${agents}
    where ${agents.id} = any(array(select agent_id from shares)) and ${agents.id} <> ${agentId}::uuid
      and (${isListed} and ${agents.owner} <> ${wallet} or ${isDown})
    order by ${isDown} desc, (select shared from shares where agent_id = ${agents.id}) desc, ${agents.createdAt} limit ${NEAR}`,
  )
  return near.map(({ id }) => id)
}
