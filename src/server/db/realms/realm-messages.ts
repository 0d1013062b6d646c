import { and, asc, desc, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { type RealmMessage, type RealmMessagePage, toldToAll } from '../../../shared/realms/realm-messages.ts'
import type { Db } from '../connect/connect.ts'
import { isShownProfileOf } from '../people/shown-people.ts'
import type { StoredPart } from '../schema/part-columns.ts'
import { people } from '../schema/people.ts'
import { realmMessages, realms } from '../schema/realms.ts'
import { runningTurns } from '../schema/turns.ts'
import { replyToldToAll } from '../turns/told-reply.ts'
import { isRealmReadBy, isRealmThere } from './visibility.ts'

/** Selects a page of a realm's messages: without a number the newest, else those next to it on one side. */
interface MessagePageRequest {
  before?: number | undefined
  after?: number | undefined
  limit: number
}

const columns = {
  id: realmMessages.id,
  realmId: realmMessages.realmId,
  number: realmMessages.number,
  version: realmMessages.version,
  kind: realmMessages.kind,
  author: realmMessages.author,
  content: realmMessages.content,
  createdAt: realmMessages.createdAt,
  replyTo: realmMessages.replyTo,
  removedAt: realmMessages.removedAt,
  withheld: realmMessages.withheld,
  agentId: realmMessages.agentId,
  agentName: realmMessages.agentName,
  answers: realmMessages.answers,
  state: realmMessages.state,
  trouble: realmMessages.trouble,
  authorName: people.name,
  authorPictureUrl: people.imageUrl,
  parts: realmMessages.parts,
}

type MessageRow = Pick<
  typeof realmMessages.$inferSelect,
  Exclude<keyof typeof columns, 'authorName' | 'authorPictureUrl'>
> & { authorName: string | null; authorPictureUrl: string | null }

const isAuthor = isShownProfileOf(realmMessages.author)

/** Where words can be held, nobody reads an answer before it is whole. */
const showsWords = sql`${realms.heldWords} = '{}'`

interface StoredSoFar {
  words: string | null
  partsSoFar: StoredPart[] | null
}

/** As everybody gets it. */
const present = (row: MessageRow, soFar: StoredSoFar): RealmMessage => toldToAll(presentWhole(row, soFar))

function presentWhole(row: MessageRow, { words, partsSoFar }: StoredSoFar): RealmMessage {
  const { id, number, version, author, kind, authorName, authorPictureUrl } = row
  const isDown = row.withheld === 'down'
  const content = isDown ? '' : (words ?? row.content)
  const place = {
    id,
    conversationId: row.realmId,
    number,
    version,
    author,
    content,
    createdAt: row.createdAt.toISOString(),
    removed: isDown || row.removedAt !== null,
    ...(isDown && { down: true as const }),
    ...(row.withheld === 'held' && { withheld: true as const }),
  }
  switch (kind) {
    case 'said':
      return { ...place, authorName, authorPictureUrl, kind, replyTo: row.replyTo }
    case 'go-on':
      return { ...place, authorName, authorPictureUrl, kind }
    case 'answer':
      return {
        ...place,
        kind,
        agentId: ofAnswer(row.agentId),
        agentName: ofAnswer(row.agentName),
        answers: ofAnswer(row.answers),
        state: ofAnswer(row.state),
        trouble: row.trouble,
        ...replyToldToAll({ state: row.state, content, parts: isDown ? null : (row.parts ?? partsSoFar) }),
      }
  }
}

function ofAnswer<Value>(value: Value | null): Value {
  if (value === null) throw new Error('an answer is stored without what every answer has')
  return value
}

/** Reads rows of a realm together with its version, in one consistent read; null if there is no such realm. */
async function read(
  db: Db,
  realmId: string,
  which: { side: SQL | undefined; order: SQL; limit: number; wallet: string | null },
) {
  const page = db
    .select(columns)
    .from(realmMessages)
    .leftJoin(people, isAuthor)
    .where(and(eq(realmMessages.realmId, realmId), which.side))
    .orderBy(which.order)
    .limit(which.limit)
    .as('page')
  const rows = await db
    .select({
      version: realms.lastChange,
      row: page._.selectedFields,
      words: runningTurns.words,
      partsSoFar: runningTurns.parts,
    })
    .from(realms)
    .leftJoin(page, eq(page.realmId, realms.id))
    .leftJoin(
      runningTurns,
      and(eq(runningTurns.realmId, realms.id), eq(runningTurns.replyId, page.id), showsWords),
    )
    .where(and(eq(realms.id, realmId), isRealmReadBy(which.wallet)))
  const [first] = rows
  if (!first) return null
  return {
    version: first.version,
    messages: rows.flatMap(({ row, ...soFar }) => (row ? [present(row, soFar)] : [])),
  }
}

export async function listMessages(
  db: Db,
  realmId: string,
  { before, after, limit }: MessagePageRequest,
  wallet: string | null = null,
): Promise<RealmMessagePage | null> {
  const { number } = realmMessages
  const onward = after !== undefined
  const side = onward ? gt(number, after) : before === undefined ? undefined : lt(number, before)
  const found = await read(db, realmId, {
    side,
    order: onward ? asc(number) : desc(number),
    limit: limit + 1,
    wallet,
  })
  if (!found) return null
  const page = found.messages
    .sort((one, other) => (onward ? one.number - other.number : other.number - one.number))
    .slice(0, limit)
  return {
    messages: onward ? page : page.reverse(),
    hasMore: found.messages.length > limit,
    version: found.version,
  }
}

/** The messages that changed after a version, and the version up to which the list is complete. */
export interface RealmMessageChanges {
  messages: RealmMessage[]
  to: number
  more: boolean
}

/** Lists the messages with a greater version, in order of version; null if there is no such realm. */
export async function listChanges(
  db: Db,
  realmId: string,
  version: number,
  limit: number,
): Promise<RealmMessageChanges | null> {
  const found = await read(db, realmId, {
    side: gt(realmMessages.version, version),
    order: asc(realmMessages.version),
    limit: limit + 1,
    wallet: null,
  })
  if (!found) return null
  const changed = found.messages.sort((one, other) => one.version - other.version)
  const messages = changed.slice(0, limit)
  const more = changed.length > limit
  return { messages, to: more ? (messages.at(-1)?.version ?? version) : found.version, more }
}

export async function findVersions(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: realms.id, version: realms.lastChange })
    .from(realms)
    .where(and(inArray(realms.id, [...ids]), isRealmThere))
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** The message whole, even if it is withheld: only for whom it concerns. */
export async function findMessage(
  db: Db,
  realmId: string,
  id: string,
): Promise<{ message: RealmMessage; createdBy: string } | null> {
  const [found] = await db
    .select({
      row: columns,
      words: runningTurns.words,
      partsSoFar: runningTurns.parts,
      createdBy: realms.createdBy,
    })
    .from(realmMessages)
    .innerJoin(realms, eq(realms.id, realmMessages.realmId))
    .leftJoin(people, isAuthor)
    .leftJoin(
      runningTurns,
      and(
        eq(runningTurns.realmId, realmMessages.realmId),
        eq(runningTurns.replyId, realmMessages.id),
        showsWords,
      ),
    )
    .where(and(eq(realmMessages.realmId, realmId), eq(realmMessages.id, id), isRealmThere))
  return found ? { message: presentWhole(found.row, found), createdBy: found.createdBy } : null
}
