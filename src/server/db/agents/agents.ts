import { and, eq, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Agent, AgentChanges, UpvoteCount } from '../../../shared/agents/agents.ts'
import type { Db } from '../connect/connect.ts'
import { type DeletableRows, deletableRows, type OwnedId } from '../deletable-rows.ts'
import { agentFavourites, agents, agentUpvotes } from '../schema/agents.ts'
import { recollectPeople } from './owner-people.ts'
import { pictureUrlOf } from './picture-url.ts'

/** What stands in a row of the table, as the rest of the server may know it. */
export interface StoredAgent {
  agent: Agent
  /** When it was deleted, as long as that can be undone and until it is swept. */
  deletedAt: Date | null
}

export const summaryColumns = {
  id: agents.id,
  name: agents.name,
  description: agents.description,
  imageUrl: agents.imageUrl,
  capabilities: agents.capabilities,
  knowledgeDomains: agents.knowledgeDomains,
  owner: agents.owner,
  ownerName: sql<string | null>`(select people.name from people where people.address = ${agents.owner})`.as(
    'owner_name',
  ),
  category: agents.category,
  isPublic: agents.isPublic,
  visibilityEnabled: agents.visibilityEnabled,
  upvotes: agents.upvotes,
  pumpToken: agents.pumpToken,
  createdAt: agents.createdAt,
}

/** Whether a table of wallets and agents has this wallet with the agent. */
const isIn = (table: typeof agentUpvotes | typeof agentFavourites, wallet: string | Placeholder | null) =>
  wallet
    ? sql<boolean>`exists (select from ${table} where ${table.agentId} = ${agents.id} and ${table.wallet} = ${wallet})`
    : sql<boolean>`false`

/** A whole agent as one wallet sees it, in one query. */
const columnsFor = (wallet: string | Placeholder | null) => ({
  ...summaryColumns,
  personality: agents.personality,
  version: agents.version,
  upvoted: isIn(agentUpvotes, wallet),
  favourite: isIn(agentFavourites, wallet),
})

/** The contract's form of a row: the time is told differently, and where the image is shown from is added. */
export function present<Row extends { createdAt: Date; imageUrl: string }>(
  row: Row,
): Omit<Row, 'createdAt'> & { createdAt: string; pictureUrl: string } {
  return { ...row, pictureUrl: pictureUrlOf(row.imageUrl), createdAt: row.createdAt.toISOString() }
}

const only = <Row extends { createdAt: Date; imageUrl: string }>([row]: Row[]) => (row ? present(row) : null)

const rows = deletableRows(agents, agents.owner)

export const deletableAgents: DeletableRows = {
  ...rows,
  /** Upvotes, figures and people go along. */
  remove: (db, before) =>
    db.transaction(async (transaction) => {
      const owners = await rows.remove(transaction, before)
      await recollectPeople(transaction, owners)
      return owners
    }),
}

/** An agent that is there, where it belongs to this owner. */
export const ownedAndThere = (id: string, owner: string) => rows.ownedAndThere({ id, owner })

/** Decision 8: which agents a wallet may open. */
export const opensTo = (wallet: string): SQL | undefined =>
  and(isNull(agents.deletedAt), or(eq(agents.visibilityEnabled, true), eq(agents.owner, wallet)))

/** Whether it may open this one. */
export const opensFor = (id: string, wallet: string): SQL | undefined =>
  and(eq(agents.id, id), opensTo(wallet))

/** The agent of an id, hidden and deleted ones included; `upvoted` and `favourite` are the given wallet's. */
export type FindAgent = (id: string, wallet: string | null) => Promise<StoredAgent | null>

/** Prepares what is asked most of all: to build the query each time would take a fifth of the whole request. */
export function prepareFindAgent(db: Db): FindAgent {
  const queryFor = (wallet: Placeholder | null) =>
    db
      .select({ ...columnsFor(wallet), deletedAt: agents.deletedAt })
      .from(agents)
      .where(eq(agents.id, sql.placeholder('id')))
  const forVisitor = queryFor(null).prepare('find_agent')
  const forWallet = queryFor(sql.placeholder('wallet')).prepare('find_agent_of_wallet')
  return async (id, wallet) => {
    const [row] = wallet ? await forWallet.execute({ id, wallet }) : await forVisitor.execute({ id })
    if (!row) return null
    const { deletedAt, ...agent } = row
    return { agent: present(agent), deletedAt }
  }
}

/** Stores a new agent; null where its id is taken. */
export async function insertAgent(
  db: Db,
  agent: Omit<
    Agent,
    'pictureUrl' | 'ownerName' | 'upvotes' | 'upvoted' | 'favourite' | 'version' | 'createdAt'
  > & {
    createdAt: Date
  },
): Promise<Agent | null> {
  return only(await db.insert(agents).values(agent).onConflictDoNothing().returning(columnsFor(null)))
}

/** Changes an agent of this owner as it is told, keeping no version; null where there is none. */
export async function updateAgent(
  db: Db,
  id: string,
  owner: string,
  changes: Omit<AgentChanges, 'basedOn'> & { isPublic?: true; version?: number },
): Promise<Agent | null> {
  return only(
    await db.update(agents).set(changes).where(ownedAndThere(id, owner)).returning(columnsFor(owner)),
  )
}

/** Brings a deleted agent back; null where this owner has none that was deleted at `earliest` or later. */
export async function restoreAgent(db: Db, of: OwnedId, earliest: Date): Promise<Agent | null> {
  return only(
    await db
      .update(agents)
      .set({ deletedAt: null })
      .where(rows.restorable(of, earliest))
      .returning(columnsFor(of.owner)),
  )
}

/**
 * Counts the wallet's vote for an agent that opens for it, or takes it back; null where no agent does. A vote is a row,
 * so a wallet has one; the count changes only in the transaction that made or removed the row.
 */
export async function setUpvote(
  db: Db,
  vote: { id: string; wallet: string; upvoted: boolean; at: Date },
): Promise<UpvoteCount | null> {
  const { id, wallet, upvoted } = vote
  return db.transaction(async (transaction) => {
    const changed = upvoted
      ? await transaction
          .insert(agentUpvotes)
          .select(
            transaction
              .select({
                agentId: agents.id,
                wallet: sql`${wallet}::text`.as('wallet'),
                createdAt: sql`${vote.at.toISOString()}::timestamptz`.as('created_at'),
              })
              .from(agents)
              .where(opensFor(id, wallet)),
          )
          .onConflictDoNothing()
          .returning({ agentId: agentUpvotes.agentId })
      : await transaction
          .delete(agentUpvotes)
          .where(
            and(
              eq(agentUpvotes.agentId, id),
              eq(agentUpvotes.wallet, wallet),
              sql`exists (select from ${agents} where ${opensFor(id, wallet)})`,
            ),
          )
          .returning({ agentId: agentUpvotes.agentId })
    const step = changed.length * (upvoted ? 1 : -1)
    const [row] =
      step === 0
        ? await transaction.select({ upvotes: agents.upvotes }).from(agents).where(opensFor(id, wallet))
        : await transaction
            .update(agents)
            .set({ upvotes: sql`${agents.upvotes} + ${step}::int` })
            .where(eq(agents.id, id))
            .returning({ upvotes: agents.upvotes })
    return row ? { upvotes: row.upvotes, upvoted } : null
  })
}
