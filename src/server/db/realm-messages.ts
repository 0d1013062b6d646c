import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { RealmMessage, RealmMessagePage } from '../../shared/realms.ts'
import type { Db } from './connect.ts'
import { realmMessages, realms } from './schema.ts'

/** Which page of a realm's messages: the newest without a number, else those next to it on one side. */
export interface MessagePageRequest {
  before?: number | undefined
  after?: number | undefined
  limit: number
}

function present(row: typeof realmMessages.$inferSelect): RealmMessage {
  const { realmId, createdAt, ...message } = row
  return { ...message, conversationId: realmId, createdAt: createdAt.toISOString() }
}

/** A page from oldest to newest; empty where there is no such realm, too. */
export async function listMessages(
  db: Db,
  realmId: string,
  { before, after, limit }: MessagePageRequest,
): Promise<RealmMessagePage> {
  const { number } = realmMessages
  const onward = after !== undefined
  const side = onward ? gt(number, after) : before === undefined ? undefined : lt(number, before)
  const rows = await db
    .select()
    .from(realmMessages)
    .where(and(eq(realmMessages.realmId, realmId), side))
    .orderBy(onward ? asc(number) : desc(number))
    .limit(limit + 1)
  const page = rows.slice(0, limit).map(present)
  return { messages: onward ? page : page.reverse(), hasMore: rows.length > limit }
}

export async function findMessage(db: Db, realmId: string, id: string): Promise<RealmMessage | null> {
  const [row] = await db
    .select()
    .from(realmMessages)
    .where(and(eq(realmMessages.realmId, realmId), eq(realmMessages.id, id)))
  return row ? present(row) : null
}

/**
 * Gives a message the realm's next number, stores it and makes its author a participant, all in one statement: senders
 * wait for each other at the realm's row, and a number is given only to what is stored. Null where there is no such realm.
 * @throws what the driver throws, having changed nothing, where the realm has a message of this id already
 */
export async function insertMessage(
  db: Db,
  message: { realmId: string; id: string; author: string; content: string; createdAt: Date },
): Promise<RealmMessage | null> {
  const { realmId, id, author, content, createdAt } = message
  const [row] = await db.execute<{ number: string; id: string; realm_id: string }>(sql`
    with place as (
      update ${realms}
      set last_message = last_message + 1,
        participants = case when ${author} = any(participants) then participants
          else array_append(participants, ${author}) end
      where id = ${realmId}
      returning id, last_message
    )
    insert into ${realmMessages} (realm_id, number, id, author, content, created_at)
    select id, last_message, ${id}::uuid, ${author}, ${content}, ${createdAt.toISOString()}::timestamptz
    from place
    returning number, id, realm_id`)
  if (!row) return null
  return {
    id: row.id,
    conversationId: row.realm_id,
    number: Number(row.number),
    author,
    content,
    createdAt: createdAt.toISOString(),
  }
}
