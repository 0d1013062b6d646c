import { and, asc, eq, exists, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Story } from '../../../shared/chat/stories.ts'
import type { Db } from '../connect/connect.ts'
import type { OwnedId } from '../deletable-rows.ts'
import { countRows, idRow, rows } from '../rows.ts'
import { conversations, messages, stories } from '../schema/conversations.ts'
import { deletableConversations } from './conversations.ts'

const { ownedAndThere } = deletableConversations

const columns = {
  id: stories.id,
  through: stories.through,
  text: stories.text,
  by: stories.by,
  createdAt: stories.createdAt,
  updatedAt: stories.updatedAt,
}

type StoryRow = Omit<typeof stories.$inferSelect, 'conversationId'>

function presentStory({ createdAt, updatedAt, ...story }: StoryRow): Story {
  return { ...story, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

/** Those of all paths, oldest first; empty for a conversation of another wallet. */
export async function listStories(db: Db, of: OwnedId): Promise<Story[]> {
  const found = await db
    .select(columns)
    .from(stories)
    .innerJoin(conversations, eq(conversations.id, stories.conversationId))
    .where(ownedAndThere(of))
    .orderBy(asc(stories.createdAt), asc(stories.id))
  return found.map(presentStory)
}

const toldRow = z.object({
  id: z.string(),
  parentId: z.nullable(z.string()),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  erased: z.boolean(),
})

const readRow = z.object({
  erasures: z.int(),
  /** The newest on the path. */
  story: z.nullable(z.object({ id: z.string(), text: z.string(), by: z.enum(['model', 'person']) })),
  /** What was said after it, oldest first: the newest messages of so many bytes. */
  said: z.array(toldRow),
})
export type ReadToTell = z.infer<typeof readRow>

/** Follows paths up from rows of `from`: the branches that each goes through, with the last depth on it. */
const lineUp = (conversationId: string, from: SQL) => sql`line as (
      ${from}
      union all
      select line.id, up.branch, up.depth from line cross join lateral (
        select parent.branch, parent.depth from ${messages} first
        join ${messages} parent on parent.conversation_id = first.conversation_id and parent.id = first.parent_id
        where first.conversation_id = ${conversationId} and first.id = line.branch and parent.depth < line.depth offset 0
      ) up
    )`

/** Null if the wallet has no such conversation. */
export async function readToTell(
  db: Db,
  of: OwnedId,
  { replyId, bytes }: { replyId: string; bytes: number },
): Promise<ReadToTell | null> {
  const leaf = sql`select id, branch, depth from ${messages} where conversation_id = ${of.id} and id = ${replyId}`
  const [row] = await rows(
    db,
    readRow,
    sql`
    with recursive ${lineUp(of.id, leaf)},
    known as materialized (
      select story.id, story.text, story.by, told.depth from ${stories} story
      join ${messages} told on told.conversation_id = story.conversation_id and told.id = story.through
      join line on line.branch = told.branch and line.depth >= told.depth
      where story.conversation_id = ${of.id}
      order by told.depth desc limit 1
    ),
    since as (
      select said.id, said.parent_id, said.role, said.content, said.erased, said.depth,
        sum(octet_length(said.content)) over (order by said.depth desc) as so_far
      from line join ${messages} said
        on said.conversation_id = ${of.id} and said.branch = line.branch and said.depth <= line.depth
      where said.depth > coalesce((select depth from known), -1)
    )
    select erasures,
      (select json_build_object('id', id, 'text', text, 'by', by) from known) as story,
      coalesce((
        select json_agg(json_build_object('id', id, 'parentId', parent_id, 'role', role, 'content', content,
          'erased', erased) order by depth)
        from since where so_far <= ${bytes}::bigint
      ), '[]') as said
    from ${conversations} where ${ownedAndThere(of)}`,
  )
  return row ?? null
}

/** Whether a story may go on to be made of what was read: nothing was deleted, and nobody waits for a reply. */
export async function isTellable(db: Db, of: OwnedId, erasures: number): Promise<boolean> {
  const found = await countRows(
    db,
    sql`
    select from ${conversations} where ${ownedAndThere(of)} and erasures = ${erasures}
      and not exists (select from running_turns where running_turns.conversation_id = ${of.id})`,
  )
  return found > 0
}

/** Of those that models made. Older ones are let go, and a path that needs one gets it anew. */
const MOST_MADE = 12

interface NewStory {
  id: string
  through: string
  text: string
  at: Date
  /** Of the conversation when its words were read. */
  erasures: number
  /** The story that it is made of, as it was read. */
  from: ReadToTell['story']
}

/** @returns whether it is stored: nothing that it is made of was deleted or changed meanwhile, and no other is there */
export function insertStory(db: Db, of: OwnedId, story: NewStory): Promise<boolean> {
  const { id, through, text, at, erasures, from } = story
  return db.transaction(async (transaction) => {
    // Whoever deletes words changes this row first, and finds the story afterwards.
    const unchanged = sql`${ownedAndThere(of)} and erasures = ${erasures}`
    if (!(await countRows(transaction, sql`select from ${conversations} where ${unchanged} for share`)))
      return false
    const isThere = from
      ? sql`exists (select from ${stories} where id = ${from.id} and text = ${from.text})`
      : sql`true`
    const made = await countRows(
      transaction,
      sql`
      insert into ${stories} (id, conversation_id, through, text, by, created_at, updated_at)
      select ${id}::uuid, ${of.id}::uuid, ${through}::uuid, ${text}, 'model', ${at.toISOString()}::timestamptz,
        ${at.toISOString()}::timestamptz
      where ${isThere}
      on conflict (conversation_id, through) do nothing`,
    )
    if (made === 0) return false
    await transaction.execute(sql`
      delete from ${stories} where id in (
        select id from ${stories} where conversation_id = ${of.id} and by = 'model'
        order by created_at desc, id offset ${MOST_MADE}::int)`)
    return true
  })
}

/** From now on it is the person's own. Null if the wallet has no such story. */
export async function changeStory(
  db: Db,
  of: OwnedId,
  { id, text, at }: { id: string; text: string; at: Date },
): Promise<Story | null> {
  const [changed] = await db
    .update(stories)
    .set({ text, by: 'person', updatedAt: at })
    .where(
      and(
        eq(stories.id, id),
        eq(stories.conversationId, of.id),
        exists(db.select({ id: conversations.id }).from(conversations).where(ownedAndThere(of))),
      ),
    )
    .returning(columns)
  return changed ? presentStory(changed) : null
}

/**
 * Deletes a story with those that it was made of and those that were made of it, which say the same. False if the wallet
 * has no such story.
 */
export function deleteStory(db: Db, of: OwnedId, id: string): Promise<boolean> {
  return db.transaction(async (transaction) => {
    // One that is being stored is either seen afterwards or not stored.
    await transaction.execute(sql`select from ${conversations} where ${ownedAndThere(of)} for update`)
    const gone = await rows(
      transaction,
      idRow,
      sql`
      with recursive place as materialized (
        select story.id, told.branch, told.depth from ${stories} story
        join ${messages} told on told.conversation_id = story.conversation_id and told.id = story.through
        where story.conversation_id = ${of.id}
      ),
      ${lineUp(of.id, sql`select id, branch, depth from place`)},
      before as (
        select line.id, place.id as earlier from line
        join place on place.branch = line.branch and place.depth <= line.depth
      )
      delete from ${stories} story
      where conversation_id = ${of.id}
        and exists (select from ${conversations} where ${ownedAndThere(of)})
        and exists (select from ${stories} where id = ${id} and conversation_id = ${of.id})
        and (story.id = ${id}
          or story.id in (select earlier from before where before.id = ${id})
          or story.id in (select before.id from before where earlier = ${id}))
      returning story.id as id`,
    )
    return gone.length > 0
  })
}
