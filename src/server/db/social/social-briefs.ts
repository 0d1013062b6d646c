import { and, count, eq, isNull } from 'drizzle-orm'
import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import type { BriefPage, KeptBrief, StoredBrief } from '../../../shared/social.ts'
import { pictureUrlOf } from '../agents/picture-url.ts'
import type { Db } from '../connect/connect.ts'
import { agentColumns, agentOpens, type JoinedAgent, shownAgent } from '../conversations/conversations.ts'
import { deletableRows, type OwnedId } from '../deletable-rows.ts'
import { lockNames } from '../lock-names.ts'
import { after, cutPage, newestFirst, type PageRequest } from '../page.ts'
import { agents } from '../schema/agents.ts'
import { socialBriefs } from '../schema/social.ts'

/** The name of this list in its cursors' checksum. */
export const KEPT = 'briefs of an owner'

type BriefToStore = OwnedId & Omit<KeptBrief, 'follows'> & { agentName: string; at: Date }

/** The list is ordered by the time of the last change instead of creation. */
const storedAt = { createdAt: socialBriefs.updatedAt, id: socialBriefs.id }

export const deletableBriefs = deletableRows(socialBriefs, socialBriefs.owner)
const { ownedAndThere } = deletableBriefs

function present({
  own,
  agent,
}: {
  own: typeof socialBriefs.$inferSelect
  agent: JoinedAgent | null
}): StoredBrief {
  const { owner, deletedAt, ...brief } = own
  const { shown, answers } = shownAgent(agent, own)
  return {
    ...brief,
    agentName: shown?.name ?? own.agentName,
    agentImageUrl: pictureUrlOf(shown?.imageUrl ?? DEFAULT_IMAGE_URL),
    agentAnswers: answers,
    createdAt: own.createdAt.toISOString(),
    updatedAt: own.updatedAt.toISOString(),
  }
}

const briefs = (db: Db) =>
  db
    .select({ own: socialBriefs, agent: agentColumns })
    .from(socialBriefs)
    .leftJoin(agents, agentOpens(socialBriefs))

export async function findBrief(db: Db, of: OwnedId): Promise<StoredBrief | null> {
  const [row] = await briefs(db).where(ownedAndThere(of))
  return row ? present(row) : null
}

/** A wallet's briefs, most recently stored first. */
export async function listBriefs(
  db: Db,
  request: Omit<PageRequest, 'query'> & { owner: string },
): Promise<BriefPage> {
  const rows = await briefs(db)
    .where(
      and(
        eq(socialBriefs.owner, request.owner),
        isNull(socialBriefs.deletedAt),
        after(storedAt, request.after),
      ),
    )
    .orderBy(...newestFirst(storedAt))
    .limit(request.limit + 1)
  const places = rows.map((row) => ({ ...row, createdAt: row.own.updatedAt, id: row.own.id }))
  const { page, nextCursor } = cutPage(KEPT, places, request.limit)
  return { briefs: page.map(present), nextCursor }
}

/** Stores a new brief; `full` if its owner has `most` already, `taken` if its id is used. */
export async function insertBrief(
  db: Db,
  { at, ...brief }: BriefToStore,
  most: number,
): Promise<'stored' | 'full' | 'taken'> {
  return db.transaction(async (transaction) => {
    // Serializes additions by the same wallet, so that the limit holds.
    await lockNames(transaction, `briefs ${brief.owner}`)
    // Sent twice at once, it may have taken the last place itself.
    const [there] = await transaction
      .select({ id: socialBriefs.id })
      .from(socialBriefs)
      .where(eq(socialBriefs.id, brief.id))
    if (there) return 'taken'
    const [kept] = await transaction
      .select({ count: count() })
      .from(socialBriefs)
      .where(and(eq(socialBriefs.owner, brief.owner), isNull(socialBriefs.deletedAt)))
    if ((kept?.count ?? 0) >= most) return 'full'
    const rows = await transaction
      .insert(socialBriefs)
      .values({ ...brief, revision: 1, createdAt: at, updatedAt: at })
      .onConflictDoNothing()
      .returning({ id: socialBriefs.id })
    return rows.length > 0 ? 'stored' : 'taken'
  })
}

/** Replaces a revision of a brief; `passed` if that is no longer its current revision. */
export async function updateBrief(
  db: Db,
  { id, owner, at, ...brief }: BriefToStore,
  revision: number,
): Promise<'stored' | 'passed'> {
  const rows = await db
    .update(socialBriefs)
    .set({ ...brief, revision: revision + 1, updatedAt: at })
    .where(and(ownedAndThere({ id, owner }), eq(socialBriefs.revision, revision)))
    .returning({ id: socialBriefs.id })
  return rows.length > 0 ? 'stored' : 'passed'
}
