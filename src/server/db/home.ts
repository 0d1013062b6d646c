import { and, gt, inArray } from 'drizzle-orm'
import { asShown } from '../../shared/agents/macros.ts'
import type { Home, HomeAgent } from '../../shared/home.ts'
import { pictureUrlOf } from './agents/picture-url.ts'
import { isListed } from './agents/visibility.ts'
import type { Db } from './connect/connect.ts'
import { highestFirst, newestFirst } from './page.ts'
import { agents } from './schema/agents.ts'

const columns = {
  id: agents.id,
  name: agents.name,
  imageUrl: agents.imageUrl,
  category: agents.category,
  description: agents.description,
}
const columnsWithSkills = {
  ...columns,
  capabilities: agents.capabilities,
  knowledgeDomains: agents.knowledgeDomains,
}

export type SkilledAgent = HomeAgent & { capabilities: string[]; knowledgeDomains: string[] }

function present<Row extends { imageUrl: string; name: string; description: string }>({
  imageUrl,
  ...row
}: Row) {
  return asShown({ ...row, pictureUrl: pictureUrlOf(imageUrl) })
}

/** The listed agents that people talk with most; agents without a talk that counts are left out. */
export async function findMostTalked(db: Db, limit: number): Promise<SkilledAgent[]> {
  const order = highestFirst({ rank: agents.talked, createdAt: agents.createdAt, id: agents.id })
  const rows = await db
    .select(columnsWithSkills)
    .from(agents)
    .where(and(isListed, gt(agents.talked, 0)))
    .orderBy(...order)
    .limit(limit)
  return rows.map(present)
}

/** Those of the given agents that are listed, in the given order. */
export async function findListedAgents(db: Db, ids: readonly string[]): Promise<SkilledAgent[]> {
  const rows = await db
    .select(columnsWithSkills)
    .from(agents)
    .where(and(isListed, inArray(agents.id, [...ids])))
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)).map(present)
}

export async function findNewest(db: Db, limit: number): Promise<SkilledAgent[]> {
  const rows = await db
    .select(columnsWithSkills)
    .from(agents)
    .where(isListed)
    .orderBy(...newestFirst(agents))
    .limit(limit)
  return rows.map(present)
}

/** The listed agents whose `rising` rank is greater than `from`, highest first. */
export async function findRising(db: Db, from: number, limit: number): Promise<Home['rising']> {
  const order = highestFirst({ rank: agents.rising, createdAt: agents.createdAt, id: agents.id })
  const rows = await db
    .select(columns)
    .from(agents)
    .where(and(isListed, gt(agents.rising, from)))
    .orderBy(...order)
    .limit(limit)
  return rows.map(present)
}
