import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import type { Db } from '../connect/connect.ts'
import { isShownPerson } from '../people/shown-people.ts'
import { countRows, prepared } from '../rows.ts'
import { realms } from '../schema/realms.ts'
import { isKeptOut } from './kept-out.ts'
import { joins } from './realms.ts'
import { isRealmThere } from './visibility.ts'

export interface NewWord {
  realmId: string
  id: string
  kind: 'said' | 'go-on'
  author: string
  content: string
  replyTo: number | null
  createdAt: Date
}

/** Whether the author's pace and the realm's held words were looked at, and what came of it. */
interface LookedAt {
  lookedAt: boolean
  withheld: 'held' | null
}

export interface StoredWord {
  message: RealmMessage
  /** There are agents in the realm, so its director must run. */
  awaitsDirector: boolean
  /** More than the log has changed: there is a new participant, or the count of the agents' turns starts again. */
  changedRealm: boolean
}

const storeWord = prepared(
  'store_realm_word',
  z.object({
    id: z.string(),
    realmId: z.string(),
    number: z.number(),
    version: z.number(),
    awaitsDirector: z.boolean(),
    joined: z.boolean(),
    heldBefore: z.nullable(z.enum(['turns', 'words'])),
    kindBefore: z.nullable(z.enum(['said', 'answer', 'go-on'])),
    authorName: z.nullable(z.string()),
    authorPictureUrl: z.nullable(z.string()),
  }),
  ['realmId', 'id', 'kind', 'author', 'content', 'replyTo', 'createdAt', 'lookedAt', 'withheld'],
  (values) => sql`
    with place as (
      update realms
      set last_message = last_message + 1,
        last_change = last_change + 1,
        -- Whoever is held back has not spoken yet.
        participants = case when ${values.withheld}::text is null and ${joins(values.author, realms.participants)}
          then array_append(participants, ${values.author}) else participants end,
        awaits_director = awaits_director
          or ${values.withheld}::text is null and exists (select from realm_agents where realm_id = realms.id),
        held = case when ${values.withheld}::text is null then nullif(held, 'turns') else held end
      where id = ${values.realmId} and ${isRealmThere}
        and (${values.replyTo}::bigint is null or ${values.replyTo}::bigint <= last_message)
        and (${values.kind}::text = 'said' or held = 'turns' and ${values.author} = any(participants))
        and not ${isKeptOut('mutes', values.author, values.createdAt)}
        and not ${isKeptOut('bans', values.author, values.createdAt)}
        and (${values.lookedAt}::boolean or ${values.kind}::text <> 'said'
          or created_by = ${values.author} or held_words = '{}' and slow_seconds = 0)
        and not exists (select from realm_messages where realm_id = realms.id and id = ${values.id}::uuid)
      returning id, last_message, last_change, awaits_director
    ),
    stored as (
      insert into realm_messages
        (realm_id, number, id, kind, author, content, created_at, version, settled, reply_to, withheld)
      select id, last_message, ${values.id}::uuid, ${values.kind}, ${values.author}, ${values.content}, ${values.createdAt}::timestamptz,
        last_change, case when ${values.withheld}::text is null then last_change end, ${values.replyTo}::bigint,
        ${values.withheld}::text
      from place
      returning realm_id, id, number, version
    )
    select stored.id, realm_id as "realmId", stored.number::float8 as number, version::float8 as version,
      place.awaits_director as "awaitsDirector", people.name as "authorName", people.image_url as "authorPictureUrl",
      ${joins(values.author, sql`before.participants`)} as joined, before.held as "heldBefore",
      (select kind from realm_messages last where last.realm_id = place.id and last.number = stored.number - 1)
        as "kindBefore"
    from stored join place on place.id = stored.realm_id
    -- As it was.
    join realms before on before.id = place.id
    left join people on people.address = ${values.author} and ${isShownPerson}`,
)

/**
 * Stores a message under the realm's next number and version, in one statement: concurrent senders wait for each other at
 * the realm's row, and no number is lost.
 * @returns null, with nothing changed, if there is no such realm, the author may not speak in it, the id is used there, it
 * has to be looked at first, or the message replied to is not; for `go-on`, also if the author is no participant or no cap holds the agents back
 * @throws the driver's error, with nothing changed, if the id was taken concurrently
 */
export async function insertWord(
  db: Db,
  word: NewWord,
  { lookedAt, withheld }: LookedAt = { lookedAt: false, withheld: null },
): Promise<StoredWord | null> {
  const { kind, author, content, replyTo } = word
  const createdAt = word.createdAt.toISOString()
  const [row] = await storeWord(db, { ...word, createdAt, lookedAt, withheld })
  if (!row) return null
  const { realmId, awaitsDirector, joined, heldBefore, kindBefore, ...place } = row
  const common = {
    ...place,
    conversationId: realmId,
    author,
    content,
    createdAt,
    removed: false,
    ...(withheld && { withheld: true as const }),
  }
  return {
    message: kind === 'said' ? { ...common, kind, replyTo } : { ...common, kind },
    awaitsDirector: withheld === null && awaitsDirector,
    changedRealm: withheld === null && (joined || heldBefore === 'turns' || kindBefore === 'answer'),
  }
}

/**
 * Empties a message under the realm's next version. Its number stays, and the director does not run.
 * @returns false if it is removed, running or waiting, or `by` is neither its author nor the realm's creator
 */
export async function emptyMessage(
  db: Db,
  removal: { realmId: string; id: string; by: string; at: Date },
): Promise<boolean> {
  const { realmId, id, by, at } = removal
  const emptied = await countRows(
    db,
    sql`
    with realm as materialized (
      -- The realm before its messages, as everything does that writes both: else two of them could wait for each other.
      select id, created_by from realms where id = ${realmId} and ${isRealmThere} for no key update
    ),
    wanted as (
      -- A concurrent removal of the same message is over by now: then there is nothing, and no version is given to it.
      select realm_messages.realm_id from realm_messages join realm on realm.id = realm_id
      where realm_messages.id = ${id} and kind <> 'go-on' and removed_at is null
        and (state is null or state not in ('running', 'waiting'))
        and (author = ${by} or created_by = ${by})
      for update of realm_messages
    ),
    place as (
      update realms set last_change = last_change + 1 from wanted where id = wanted.realm_id
      returning id, last_change
    )
    update realm_messages set content = '', parts = null, removed_at = ${at.toISOString()}::timestamptz, version = place.last_change,
      -- One that was held is over with that, and what waits for its end goes on.
      settled = case when withheld = 'held' and kind = 'answer' then place.last_change else settled end
    from place
    where realm_id = place.id and realm_messages.id = ${id} and removed_at is null`,
  )
  return emptied > 0
}
