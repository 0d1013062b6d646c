import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { agents } from '../schema/agents.ts'
import { agentManifests } from '../schema/trust.ts'
import { DELETED_AGENT } from './empty-words.ts'

/** Copies go on crediting who made what they are copies of, under the address that it has now. */
export async function moveCredits(transaction: Db, from: string, to: string): Promise<void> {
  await transaction.update(agents).set({ parentOwner: to }).where(eq(agents.parentOwner, from))
}

/**
 * Takes a wallet that left out of what others have: its signatures of agents that are somebody else's now, and the names
 * that copies of its agents credit. That they are copies stays.
 */
export async function removeFromLineage(db: Db, wallet: string, ids: readonly string[]): Promise<void> {
  await db
    .update(agentManifests)
    .set({ signer: null, signedMessage: null, signature: null, signedAt: null })
    .where(eq(agentManifests.signer, wallet))
  await db
    .update(agents)
    .set({ parentName: DELETED_AGENT })
    .where(and(inArray(agents.parentId, [...ids]), ne(agents.owner, wallet)))
  await db
    .update(agents)
    .set({ parentName: DELETED_AGENT, parentOwner: '' })
    .where(eq(agents.parentOwner, wallet))
}
