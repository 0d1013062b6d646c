import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import {
  type AgentContent,
  fieldNames,
  listedFields,
  pickFields,
} from '../../../shared/agents/agent-fields.ts'
import type { Agent, AgentChanges } from '../../../shared/agents/agents.ts'
import { ANYBODY, asShown, expandMacros } from '../../../shared/agents/macros.ts'
import type { ModerationState } from '../../../shared/trust/moderation.ts'
import type { Db } from '../connect/connect.ts'
import { type DeletableRows, deletableRows, type OwnedId } from '../deletable-rows.ts'
import { shownName } from '../people/shown-people.ts'
import { agentFavourites, agents, agentUpvotes } from '../schema/agents.ts'
import { agentLooks, personLooks } from '../schema/looks.ts'
import { giveHandle } from './handles.ts'
import { noteAgentsDue } from './looks-due.ts'
import { recollectPeople } from './owner-people.ts'
import { pictureUrlOf } from './picture-url.ts'
import { opensTo } from './visibility.ts'

interface StoredAgent {
  agent: Agent
  /** Set until the deletion is undone or the row is swept. */
  deletedAt: Date | null
}

export const summaryColumns = {
  id: agents.id,
  handle: agents.handle,
  ...pickFields(agents, listedFields),
  owner: agents.owner,
  ownerName: shownName(agents.owner).as('owner_name'),
  isPublic: agents.isPublic,
  visibilityEnabled: agents.visibilityEnabled,
  upvotes: agents.upvotes,
  createdAt: agents.createdAt,
  /** Its name, or its owner's, is taken for a known one's. Tables are written out, as in `columnsFor`. */
  // Scalar, so that each is looked up by its key: an `exists` may be answered from all that are marked.
  marked: sql<boolean>`(
    coalesce((select mine.marked from ${agentLooks} mine where mine.agent_id = agents.id), false)
    or coalesce((select theirs.marked from ${personLooks} theirs where theirs.address = agents.owner), false))`.as(
    'marked',
  ),
}

const isIn = (table: typeof agentUpvotes | typeof agentFavourites, wallet: string | Placeholder | null) =>
  wallet
    ? sql<boolean>`exists (select from ${table} where ${table.agentId} = ${agents.id} and ${table.wallet} = ${wallet})`
    : sql<boolean>`false`

const columnsFor = (wallet: string | Placeholder | null) => ({
  ...summaryColumns,
  ...pickFields(agents, fieldNames),
  allowsCopies: agents.allowsCopies,
  version: agents.version,
  moderation: agents.moderation,
  upvoted: isIn(agentUpvotes, wallet),
  favourite: isIn(agentFavourites, wallet),
  // Column names are written out: Drizzle omits table names when one table is selected, and both have an `id` column.
  persona: sql<StoredGreetings | null>`(
    select json_build_object('greetings', persona -> 'greetings', 'nickname', persona ->> 'nickname', 'lore', lorebook is not null, 'person', ${
      wallet === null ? sql`null` : shownName(wallet)
    })
    from personas where personas.agent_id = agents.id)`.as('stored_greetings'),
  documents: sql<number>`(
    select count(*)::int from sources document
    where document.agent_id = agents.id and document.deleted_at is null and document.searched is not null)`,
})

/** Converts a row of a list to the API contract's form, as everybody is shown it. */
export const present = <Row extends PlainRow & { name: string; description: string }>(row: Row) =>
  asShown(presentPlain(row))

interface PlainRow {
  createdAt: Date
  imageUrl: string
  marked: boolean
}

type Plain<Row> = Omit<Row, 'createdAt' | 'marked'> & {
  createdAt: string
  pictureUrl: string
  marked?: true
}

function presentPlain<Row extends PlainRow>(row: Row): Plain<Row> {
  const { marked, createdAt, ...fields } = row
  return {
    ...fields,
    pictureUrl: pictureUrlOf(row.imageUrl),
    createdAt: createdAt.toISOString(),
    ...(marked && { marked }),
  }
}

interface StoredGreetings {
  greetings: string[]
  nickname: string
  person: string | null
  lore: boolean
}

function presentAgent<
  Row extends PlainRow & {
    name: string
    persona: StoredGreetings | null
    moderation: ModerationState | null
  },
>({ persona, moderation, ...row }: Row) {
  const names = { char: persona?.nickname || row.name, user: persona?.person || ANYBODY }
  const greetings = (persona?.greetings ?? [])
    .map((text) => expandMacros(text, names).trim())
    .filter((text) => text !== '')
  return {
    ...presentPlain(row),
    ...(greetings.length > 0 && { greetings }),
    ...(persona?.lore && { hasLore: true as const }),
    ...(moderation !== null && { moderation }),
  }
}

const only = <Row extends Parameters<typeof presentAgent>[0]>([row]: Row[]) =>
  row ? presentAgent(row) : null

const rows = deletableRows(agents, agents.owner)

export const deletableAgents: DeletableRows = {
  ...rows,
  /** Also removes the agents' upvotes, analytics and people. */
  remove: (db, before) =>
    db.transaction(async (transaction) => {
      const owners = await rows.remove(transaction, before)
      await recollectPeople(transaction, owners)
      return owners
    }),
}

export const ownedAndThere = (id: string, owner: string) => rows.ownedAndThere({ id, owner })

export const opensFor = (id: string, wallet: string): SQL | undefined =>
  and(eq(agents.id, id), opensTo(wallet))

/** Hidden and deleted agents are found too; `upvoted` and `favourite` are those of the given wallet. */
export type FindAgent = (id: string, wallet: string | null) => Promise<StoredAgent | null>

/** Prepares the most frequent query: building it for every request would take a fifth of the request's time. */
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
    return { agent: presentAgent(agent), deletedAt }
  }
}

/** Whether others may copy it, and what it was made of, where it was not made anew. */
type From = Partial<
  Pick<
    typeof agents.$inferInsert,
    'allowsCopies' | 'parentId' | 'parentHash' | 'parentName' | 'parentOwner' | 'elsewhere'
  >
>

/** Stores a new agent, with a handle made from its name; null if its id is taken. */
export async function insertAgent(
  db: Db,
  agent: AgentContent &
    Pick<Agent, 'id' | 'owner' | 'isPublic' | 'visibilityEnabled'> & { createdAt: Date } & From,
): Promise<Agent | null> {
  return db.transaction(async (transaction) => {
    const inserted = only(
      await transaction.insert(agents).values(agent).onConflictDoNothing().returning(columnsFor(null)),
    )
    if (inserted) await noteAgentsDue(transaction, [inserted.id])
    return inserted && { ...inserted, handle: await giveHandle(transaction, inserted) }
  })
}

/** Updates an agent of this owner without storing a version; null if there is none. */
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

/** Restores a deleted agent; null if this owner has none that was deleted at `earliest` or later. */
export async function restoreAgent(db: Db, of: OwnedId, earliest: Date): Promise<Agent | null> {
  return only(
    await db
      .update(agents)
      .set({ deletedAt: null })
      .where(rows.restorable(of, earliest))
      .returning(columnsFor(of.owner)),
  )
}
