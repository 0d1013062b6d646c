import { lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { countRows } from '../rows.ts'
import { apiKeyWords } from '../schema/api-keys.ts'

export interface ReceivedWords {
  keyId: string
  day: string
  server: string
  words: number
  /** What the server holds more; negative once words were received or are not needed. */
  held: number
  /** Until when what it holds counts, in milliseconds since 1970. */
  until: number
}

interface WantedWords extends ReceivedWords {
  now: number
  /** The key's words for the day, without those that the server has not stored yet. */
  room: number
}

export type HoldWords = (wanted: Omit<WantedWords, 'held'>) => Promise<boolean>

/** What the servers hold of the row that is `counted`, without one of them. */
const others = (server: SQL, now: SQL) => sql`(
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(counted.held)
  where key <> ${server} and (value ->> 'until')::bigint > ${now})`

function own(server: SQL, more: SQL, until: SQL): SQL {
  const words = sql`greatest(0, coalesce((counted.held -> ${server} ->> 'words')::int, 0) + ${more})`
  return sql`case when ${words} > 0
    then jsonb_build_object(${server}, jsonb_build_object('words', ${words}, 'until', ${until}))
    else '{}'::jsonb end`
}

/** Holds words if any are left, even more than are left (one reply too many). One statement, so servers take turns. */
export async function holdKeyWords(
  db: Db,
  { keyId, day, server: id, words, room, now: at, until: end }: Parameters<HoldWords>[0],
): Promise<boolean> {
  const [server, now, until] = [sql`${id}::text`, sql`${at}::bigint`, sql`${end}::bigint`]
  const held = await countRows(
    db,
    sql`
    insert into api_key_words as counted (key_id, day, words, held)
    select id, ${day}::date, 0, jsonb_build_object(${server}, jsonb_build_object('words', ${words}::int, 'until', ${until}))
    from api_keys where id = ${keyId}::uuid and ${room}::int > 0
    on conflict (key_id, day) do update
    set held = ${others(server, now)} || ${own(server, sql`${words}::int`, until)}
    where counted.words + (
      select coalesce(sum((value ->> 'words')::int), 0) from jsonb_each(counted.held)
      where (value ->> 'until')::bigint > ${now}) < ${room}::int`,
  )
  return held > 0
}

/** The words of keys that were removed are dropped. */
export async function addKeyWords(db: Db, received: readonly ReceivedWords[]): Promise<void> {
  await db.execute(sql`
    with received as materialized (
      select * from json_to_recordset(${JSON.stringify(received)}::json)
        as received ("keyId" uuid, day date, words integer, server text, held integer, until bigint)
    )
    insert into api_key_words as counted (key_id, day, words)
    select received."keyId", received.day, received.words
    from received join api_keys on api_keys.id = received."keyId"
    on conflict (key_id, day) do update set
      words = least(counted.words::bigint + excluded.words, 2000000000)::integer,
      held = (
        select (counted.held - received.server) ||
          ${own(sql`received.server`, sql`received.held`, sql`received.until`)}
        from received where received."keyId" = counted.key_id and received.day = counted.day)`)
}

export async function sweepKeyWords(db: Db, before: string): Promise<void> {
  await db.delete(apiKeyWords).where(lt(apiKeyWords.day, before))
}
