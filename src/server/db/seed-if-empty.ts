import { sql } from 'drizzle-orm'
import type { Agent } from '../../shared/agents/agents.ts'
import type { Realm } from '../../shared/realms/realms.ts'
import { noteAgentsDue } from './agents/looks-due.ts'
import type { Db } from './connect/connect.ts'
import { agentHandles, agents } from './schema/agents.ts'
import { realms } from './schema/realms.ts'

export type SampleAgent = Omit<
  Agent,
  | 'pictureUrl'
  | 'ownerName'
  | 'createdAt'
  | 'upvotes'
  | 'upvoted'
  | 'favourite'
  | 'version'
  | 'documents'
  | 'allowsCopies'
>

interface Samples {
  agents: readonly SampleAgent[]
  realms: readonly Omit<Realm, 'createdAt'>[]
}

/** Between the creation times of two samples: enough to keep their order, but close together. */
const APART_MS = 60_000

/** Seeds a database with neither agents nor realms, newest first. Of servers that start at once, only one does it. */
export async function seedIfEmpty(db: Db, samples: Samples, now: Date): Promise<void> {
  const madeAt = (index: number) => new Date(now.getTime() - (index + 1) * APART_MS)
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`lock table ${agents}, ${realms} in share row exclusive mode`)
    const [anyAgent, anyRealm] = [
      await transaction.select({ id: agents.id }).from(agents).limit(1),
      await transaction.select({ id: realms.id }).from(realms).limit(1),
    ]
    if (anyAgent.length > 0 || anyRealm.length > 0) return
    await transaction.insert(agents).values(
      samples.agents.map((agent, index) => ({
        ...agent,
        createdAt: madeAt(index),
      })),
    )
    await noteAgentsDue(
      transaction,
      samples.agents.map(({ id }) => id),
    )
    const handles = samples.agents.flatMap(({ id, handle }) =>
      handle === null ? [] : [{ handle, agentId: id }],
    )
    await transaction.insert(agentHandles).values(handles).onConflictDoNothing()
    await transaction.insert(realms).values(
      samples.realms.map((realm, index) => ({
        ...realm,
        participants: [...realm.participants],
        createdAt: madeAt(index),
      })),
    )
  })
}
