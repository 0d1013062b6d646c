import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { toolGrants } from '../schema/tools.ts'

/** What a grant is of: this tool, of this agent, as it was. */
interface Granted {
  wallet: string
  agentId: string
  tool: string
  title: string
  /** Empty for tools of this place. */
  origin: string
  pin: string
}

/** An earlier grant of the same tool is replaced, since the tool has changed. */
export async function storeGrant(db: Db, granted: Granted, createdAt: Date): Promise<void> {
  const { wallet, agentId, tool, origin } = granted
  await db.transaction(async (transaction) => {
    // Of two at once neither would see the other's row, and both would stay.
    await transaction.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`grants ${wallet} ${agentId}`}::text, 0))`,
    )
    await transaction.delete(toolGrants).where(sameTool({ wallet, agentId, tool, origin }))
    await transaction.insert(toolGrants).values({ ...granted, id: randomUUID(), createdAt })
  })
}

/** The pins that a person has allowed for an agent, by origin and tool; see `grantKey`. */
export async function findGrants(db: Db, wallet: string, agentId: string): Promise<Map<string, string>> {
  const found = await db
    .select({ tool: toolGrants.tool, origin: toolGrants.origin, pin: toolGrants.pin })
    .from(toolGrants)
    .where(and(eq(toolGrants.wallet, wallet), eq(toolGrants.agentId, agentId)))
  return new Map(found.map(({ tool, origin, pin }) => [grantKey(origin, tool), pin]))
}

export const grantKey = (origin: string | null, tool: string) => `${origin ?? ''} ${tool}`

/** Says that a grant has just allowed a call. */
export async function touchGrant(
  db: Db,
  of: Pick<Granted, 'wallet' | 'agentId' | 'tool' | 'origin'>,
  lastUsedAt: Date,
): Promise<void> {
  await db.update(toolGrants).set({ lastUsedAt }).where(sameTool(of))
}

const sameTool = ({
  wallet,
  agentId,
  tool,
  origin,
}: Pick<Granted, 'wallet' | 'agentId' | 'tool' | 'origin'>) =>
  and(
    eq(toolGrants.wallet, wallet),
    eq(toolGrants.agentId, agentId),
    eq(toolGrants.tool, tool),
    eq(toolGrants.origin, origin),
  )
