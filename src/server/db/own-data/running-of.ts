import { and, eq } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { apiKeys } from '../schema/api-keys.ts'
import { conversations } from '../schema/conversations.ts'
import { swarmRuns } from '../schema/swarm.ts'
import { runningTurns } from '../schema/turns.ts'
import { listRunningElsewhere, type RunningElsewhere } from './traces.ts'

/** Everything that answers a wallet now, and its keys, for which something may run that is not stored. */
export async function listRunningOf(db: Db, wallet: string): Promise<RunningElsewhere & { keys: string[] }> {
  const [replying, running, keys, { answers }] = await Promise.all([
    db
      .select({ id: conversations.id })
      .from(runningTurns)
      .innerJoin(conversations, eq(conversations.id, runningTurns.conversationId))
      .where(eq(conversations.owner, wallet)),
    db
      .select({ id: swarmRuns.id })
      .from(swarmRuns)
      .where(and(eq(swarmRuns.owner, wallet), eq(swarmRuns.state, 'running'))),
    db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.wallet, wallet)),
    listRunningElsewhere(db, { wallet, agents: [] }),
  ])
  const ids = (found: { id: string }[]) => found.map(({ id }) => id)
  return { conversations: ids(replying), runs: ids(running), keys: ids(keys), answers }
}
