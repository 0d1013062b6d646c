import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { NOBODY } from '../../../shared/realms/realms.ts'
import { shortAddress } from '../../../shared/text/short-address.ts'
import { UNSPACED } from '../../../shared/text/unspaced.ts'
import type { Db } from '../connect/connect.ts'
import { idRow, rows } from '../rows.ts'
import { agents } from '../schema/agents.ts'
import { realmAgents, realmMessages, realms } from '../schema/realms.ts'
import { uuids } from '../uuids.ts'

/** The name of an agent that went with its owner, wherever others still see that it spoke. */
export const DELETED_AGENT = 'A deleted agent'

const SOMEBODY_WHO_LEFT = 'somebody who left'

/** A wallet whose data is being deleted, and everything by which others could recognise it in realms. */
export interface LeavingWallet {
  wallet: string
  /** The names that it has given up. */
  names: readonly string[]
  agents: readonly string[]
  /** When the deletion was requested: later messages are those of somebody who has returned. */
  deletedAt: Date
  /** When it became final: answers to earlier messages can have begun until then. */
  settledAt: Date
}

function isTheirs({ wallet, agents, deletedAt, settledAt }: LeavingWallet): SQL {
  const until = (at: Date) => sql`${at.toISOString()}::timestamptz`
  return sql`(author = ${wallet}
      and created_at < case kind when 'answer' then ${until(settledAt)} else ${until(deletedAt)} end
    or coalesce(agent_id = any(${uuids(agents)}), false))`
}

/** As `findMentions` finds them: beside no letter of a word, where a script has spaces between words. */
function naming(wallet: string, names: readonly string[]): string {
  const literal = (text: string) => text.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')
  const longestFirst = names.toSorted((one, other) => other.length - one.length)
  const [begins, ends] = ['<', ''].map((side) => `(?:(?${side}![[:alnum:]_])|(?${side}=[${UNSPACED}]))`)
  const mentions = `${begins}@(?:${longestFirst.map(literal).join('|')})${ends}`
  return [
    `@?${literal(wallet)}`,
    `@?${literal(shortAddress(wallet))}`,
    ...(names.length > 0 ? [mentions] : []),
  ].join('|')
}

/** The realms, deleted ones included, in which something of a wallet can be left. */
export async function listRealmsOfLeaving(db: Db, leaving: LeavingWallet): Promise<string[]> {
  const { wallet, names, agents } = leaving
  const found = await rows(
    db,
    idRow,
    sql`
    select distinct realm_id as id from ${realmMessages}
    where ${isTheirs(leaving)} or content ~* ${naming(wallet, names)}::text
    union select realm_id from ${realmAgents} where agent_id = any(${uuids(agents)})`,
  )
  return found.map(({ id }) => id)
}

const numberRow = z.object({ number: z.number() })
const nameRow = z.object({ name: z.string(), leaves: z.boolean() })

interface WordsInRealm {
  realmId: string
  numbers: readonly number[]
  pattern: string
}

export async function findWordsInRealm(
  db: Db,
  leaving: LeavingWallet,
  realmId: string,
): Promise<WordsInRealm> {
  const invited = await rows(
    db,
    nameRow,
    sql`
    select ${agents.name} as name, ${agents.id} = any(${uuids(leaving.agents)}) as leaves
    from ${realmAgents} join ${agents} on ${agents.id} = ${realmAgents.agentId}
    where ${realmAgents.realmId} = ${realmId}`,
  )
  const staying = invited.filter(({ leaves }) => !leaves).map(({ name }) => name.toLowerCase())
  // A mention that can mean an agent that stays is left alone.
  const gone = invited.filter(
    ({ name, leaves }) => leaves && !staying.some((one) => one.startsWith(name.toLowerCase())),
  )
  const pattern = naming(leaving.wallet, [...leaving.names, ...gone.map(({ name }) => name)])
  const found = await rows(
    db,
    numberRow,
    sql`
    select number::float8 as number from ${realmMessages}
    where realm_id = ${realmId} and state is distinct from 'running' and state is distinct from 'waiting'
      and (${isTheirs(leaving)} and (author = ${leaving.wallet} or agent_name <> ${DELETED_AGENT} or removed_at is null)
        or content ~* ${pattern}::text)
    order by number`,
  )
  return { realmId, numbers: found.map(({ number }) => number), pattern }
}

/**
 * Empties the wallet's messages with these numbers, the answers to them and its agents' words, and takes it out of
 * others' messages. Each keeps its number and gets a new version. The realm's row is locked first, as everywhere.
 * @returns the realm's version before the changes; null if the realm no longer exists
 */
export async function emptyWords(
  db: Db,
  leaving: LeavingWallet,
  { realmId, numbers, pattern }: WordsInRealm,
  now: Date,
): Promise<number | null> {
  const { wallet, agents } = leaving
  const [changed] = await rows(
    db,
    z.object({ after: z.number() }),
    sql`
    with chosen as (
      select number, ${isTheirs(leaving)} as goes, row_number() over (order by number) as step from ${realmMessages}
      where realm_id = ${realmId} and number = any(${sql.param([...numbers])}::bigint[])
        and state is distinct from 'running' and state is distinct from 'waiting'
    ),
    place as (
      update ${realms} set last_change = last_change + (select count(*) from chosen) where id = ${realmId}
      returning last_change - (select count(*) from chosen) as last_change
    ),
    emptied as (
      update ${realmMessages} set
        content = case when goes then ''
          else regexp_replace(content, ${pattern}::text, ${SOMEBODY_WHO_LEFT}, 'gi') end,
        parts = case when goes then null else parts end,
        removed_at = case when goes and kind <> 'go-on' then coalesce(removed_at, ${now.toISOString()}::timestamptz)
          else removed_at end,
        author = case when goes and author = ${wallet} then ${NOBODY} else author end,
        agent_name = case when agent_id = any(${uuids(agents)}) then ${DELETED_AGENT} else agent_name end,
        version = place.last_change + chosen.step
      from place, chosen
      where realm_id = ${realmId} and ${realmMessages.number} = chosen.number
      returning 1
    )
    select last_change::float8 as after from place, (select count(*) from emptied) as done`,
  )
  return changed?.after ?? null
}

/** Marks as deleted the realms that belong to nobody and in which nobody who is left spoke; returns their ids. */
export async function markAbandoned(db: Db, ids: readonly string[], at: Date): Promise<string[]> {
  const marked = await rows(
    db,
    idRow,
    sql`
    update ${realms} set deleted_at = ${at.toISOString()}::timestamptz
    where id = any(${uuids(ids)}) and created_by = ${NOBODY} and deleted_at is null
      and not exists (select from ${realmMessages} where realm_id = ${realms.id} and author <> ${NOBODY})
    returning id`,
  )
  return marked.map(({ id }) => id)
}
