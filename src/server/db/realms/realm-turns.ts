import type { Sql } from 'postgres'
import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import type { RealmAnswer } from '../../../shared/realms/realm-messages.ts'
import type { RealmAgent, TurnPolicy } from '../../../shared/realms/realms.ts'
import { selectAnswering } from '../agents/find-answering-agent.ts'
import { readUndirected, type UndirectedLog } from './read-undirected.ts'

/** A realm as its director finds it, under its lock. */
export interface UndirectedRealm extends UndirectedLog {
  name: string
  policy: TurnPolicy
  agentTurns: number
  agentWords: number
  turnsTaken: number
  held: 'turns' | 'words' | null
  /** The version up to which it has been decided who speaks. */
  directed: number
}

/** What the director decided. */
export interface Direction {
  turns: readonly NewTurn[]
  turnsTaken: number
  held: 'turns' | 'words' | null
}

export interface NewTurn {
  agentId: string
  answers: number
  author: string
  /** How many it may say. */
  words: number
}

/** A turn that is stored as running, with all that it takes to begin it. */
export interface BegunTurn {
  answer: RealmAnswer
  agent: AnsweringAgent & Pick<RealmAgent, 'id'>
  words: number
}

export interface DirectedRealm {
  name: string
  /** The names of all agents there. */
  agents: string[]
  turns: BegunTurn[]
  /** The caps are used differently now. */
  changed: boolean
}

type RealmRow = Omit<UndirectedRealm, keyof UndirectedLog> & {
  lastMessage: number
  lastChange: number
  awaitsDirector: boolean
}

/**
 * Lets the director decide who speaks in a realm, and stores the answers that it decides as running, all in one
 * transaction under the realm's row: whatever is decided is decided once, and nothing is said meanwhile.
 * @param by.server which will receive the answers
 * @param by.newId makes the id of an answer
 * @returns null where there is nothing to decide: no realm, or nothing new in it
 */
export async function directRealm(
  sql: Sql,
  realmId: string,
  by: { server: string; now: Date; newId: () => string },
  decide: (realm: UndirectedRealm) => Direction,
): Promise<DirectedRealm | null> {
  return sql.begin(async (transaction) => {
    // What a transaction takes is said like what the driver takes.
    const tx = transaction as unknown as Sql
    const [row] = await tx<RealmRow[]>`
      select name, policy, agent_turns as "agentTurns", agent_words as "agentWords", turns_taken as "turnsTaken", held,
        directed::float8 as directed, last_message::float8 as "lastMessage", last_change::float8 as "lastChange",
        awaits_director as "awaitsDirector"
      from realms where id = ${realmId} and deleted_at is null for no key update`
    if (!row) return null
    const { lastMessage, lastChange, awaitsDirector, ...realm } = row
    const log = await readUndirected(tx, realmId, realm.directed)
    const isNew = log.messages.some(({ settled }) => settled > realm.directed)
    if (!isNew && !awaitsDirector) return null
    const direction = decide({ ...realm, ...log })
    await tx`
      update realms set directed = ${lastChange}, awaits_director = false, held = ${direction.held},
        turns_taken = ${direction.turnsTaken}, last_message = last_message + ${direction.turns.length},
        last_change = last_change + ${direction.turns.length}
      where id = ${realmId}`
    const turns = await storeTurns(tx, realmId, by, direction.turns, { lastMessage, lastChange })
    const changed =
      turns.length > 0 || direction.held !== realm.held || direction.turnsTaken !== realm.turnsTaken
    return { name: realm.name, agents: log.roster.map(({ name }) => name), turns, changed }
  }) as Promise<DirectedRealm | null>
}

/** Writes answers down that are yet to be said, under the numbers and versions that follow. */
async function storeTurns(
  sql: Sql,
  realmId: string,
  by: { server: string; now: Date; newId: () => string },
  turns: readonly NewTurn[],
  after: { lastMessage: number; lastChange: number },
): Promise<BegunTurn[]> {
  if (turns.length === 0) return []
  const agents = await sql<BegunTurn['agent'][]>`
    select id, ${selectAnswering(sql)} from agents where id = any(${turns.map(({ agentId }) => agentId)}::uuid[])`
  const agentOf = new Map(agents.map((agent) => [agent.id, agent]))
  const createdAt = by.now.toISOString()
  const begun = turns.map(({ agentId, answers, author, words }, index): BegunTurn => {
    const agent = agentOf.get(agentId)
    if (!agent) throw new Error('a turn was given to an agent that is not there')
    const answer = {
      id: by.newId(),
      conversationId: realmId,
      number: after.lastMessage + index + 1,
      version: after.lastChange + index + 1,
      kind: 'answer' as const,
      author,
      content: '',
      createdAt,
      removed: false,
      agentId,
      agentName: agent.name,
      answers,
      state: 'running' as const,
      trouble: null,
    }
    return { answer, agent, words }
  })
  const rows = begun.map(({ answer, words }) => ({ ...answer, words }))
  await sql`
    with new as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as new (
        id uuid, number bigint, version bigint, author text, "createdAt" timestamptz, "agentId" uuid, "agentName" text,
        answers bigint, words int)
    ),
    running as (
      insert into running_answers (conversation_id, reply_id, server) select ${realmId}::uuid, id, ${by.server} from new
    )
    insert into realm_messages (realm_id, number, id, kind, author, content, created_at, version, agent_id, agent_name,
      answers, state, words_given)
    select ${realmId}::uuid, number, id, 'answer', author, '', "createdAt", version, "agentId", "agentName", answers,
      'running', words
    from new`
  return begun
}

/** The realms in which something was said since their director last looked. */
export async function listAwaiting(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from realms where awaits_director and deleted_at is null`
  return rows.map(({ id }) => id)
}
