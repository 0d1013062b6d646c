import { sql } from 'drizzle-orm'
import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import type { Db } from '../connect/connect.ts'

/** What a person says, or does in the log. */
export interface NewWord {
  realmId: string
  id: string
  kind: 'said' | 'go-on'
  author: string
  content: string
  replyTo: number | null
  createdAt: Date
}

export interface StoredWord {
  message: RealmMessage
  /** There are agents in the realm, so the director has to look. */
  awaitsDirector: boolean
  /** More than the log is different: there is a new participant, or the agents' turns count anew. */
  changedRealm: boolean
}

/**
 * Gives a message the realm's next number and version, stores it and makes its author a participant, all in one
 * statement: senders wait for each other at the realm's row, and a number is given only to what is stored.
 * @returns null, with nothing changed, where there is no such realm, where the author may not speak in it, where it has
 * the id already or nothing of the number that is answered; and for `go-on`, where the author is no participant or no cap
 * on turns holds the agents
 * @throws what the driver throws, having changed nothing, where somebody took the id in this very moment
 */
export async function insertWord(db: Db, word: NewWord): Promise<StoredWord | null> {
  const { kind, author, content, replyTo, createdAt } = word
  const [row] = await db.execute<{
    id: string
    realm_id: string
    number: string
    version: string
    awaits_director: boolean
    changed_realm: boolean
  }>(sql`
    with place as (
      update realms
      set last_message = last_message + 1,
        last_change = last_change + 1,
        participants = case when ${author} = any(participants) then participants
          else array_append(participants, ${author}) end,
        awaits_director = awaits_director or exists (select from realm_agents where realm_id = realms.id),
        held = nullif(held, 'turns')
      where id = ${word.realmId} and deleted_at is null
        and (${replyTo}::bigint is null or ${replyTo}::bigint <= last_message)
        and (${kind}::text = 'said' or held = 'turns' and ${author} = any(participants))
        and not exists (select from realm_mutes where realm_id = realms.id and wallet = ${author})
        and not exists (select from realm_messages where realm_id = realms.id and id = ${word.id}::uuid)
      returning id, last_message, last_change, awaits_director
    ),
    stored as (
      insert into realm_messages
        (realm_id, number, id, kind, author, content, created_at, version, settled, reply_to)
      select id, last_message, ${word.id}::uuid, ${kind}, ${author}, ${content}, ${createdAt.toISOString()}::timestamptz,
        last_change, last_change, ${replyTo}::bigint
      from place
      returning realm_id, id, number, version
    )
    select stored.*, place.awaits_director,
      not ${author} = any(before.participants) or before.held is not distinct from 'turns' or exists (
        select from realm_messages last
        where last.realm_id = place.id and last.number = stored.number - 1 and last.kind = 'answer') as changed_realm
    from stored join place on place.id = stored.realm_id
    -- As it was.
    join realms before on before.id = place.id`)
  if (!row) return null
  const common = {
    id: row.id,
    conversationId: row.realm_id,
    number: Number(row.number),
    version: Number(row.version),
    author,
    content,
    createdAt: createdAt.toISOString(),
    removed: false,
  }
  return {
    message: kind === 'said' ? { ...common, kind, replyTo } : { ...common, kind },
    awaitsDirector: row.awaits_director,
    changedRealm: row.changed_realm,
  }
}

/**
 * Takes the words out of a message under the realm's next version; its number stays, and it moves no director.
 * @param removal.by its author or the realm's creator
 * @returns false, with nothing changed, where there are no words to take out any more or not yet, or not for this wallet
 */
export async function emptyMessage(
  db: Db,
  removal: { realmId: string; id: string; by: string; at: Date },
): Promise<boolean> {
  const { realmId, id, by, at } = removal
  const rows = await db.execute(sql`
    with wanted as (
      -- Who does the same at the same moment waits here, and then finds nothing: no version is given to nothing.
      select realm_messages.realm_id from realm_messages join realms on realms.id = realm_id
      where realm_id = ${realmId} and realm_messages.id = ${id} and deleted_at is null and kind <> 'go-on'
        and removed_at is null and state is distinct from 'running' and (author = ${by} or created_by = ${by})
      for update of realm_messages
    ),
    place as (
      update realms set last_change = last_change + 1 from wanted where id = wanted.realm_id
      returning id, last_change
    )
    update realm_messages set content = '', removed_at = ${at.toISOString()}::timestamptz, version = place.last_change
    from place
    where realm_id = place.id and realm_messages.id = ${id} and removed_at is null
    returning number`)
  return rows.length > 0
}
