import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import type { RealmAnswer } from '../../../shared/realms/realm-messages.ts'
import type { RealmAgent, TurnPolicy } from '../../../shared/realms/realms.ts'
import { answeringAgentRow, selectAnswering } from '../agents/find-answering-agent.ts'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import { realms } from '../schema/realms.ts'
import { readUndirected, type UndirectedLog } from './read-undirected.ts'
import { isRealmThere } from './visibility.ts'

export interface UndirectedRealm extends UndirectedLog {
  name: string
  policy: TurnPolicy
  agentTurns: number
  agentWords: number
  turnsTaken: number
  held: 'turns' | 'words' | null
  /** The version up to which the director has decided. */
  directed: number
}

export interface Direction {
  turns: readonly NewTurn[]
  turnsTaken: number
  held: 'turns' | 'words' | null
}

interface NewTurn {
  agentId: string
  answers: number
  author: string
  words: number
}

export interface BegunTurn {
  /** Whether nobody reads it before it is whole, because its realm holds words back. */
  quiet: boolean
  answer: RealmAnswer
  agent: AnsweringAgent & Pick<RealmAgent, 'id'>
  words: number
}

interface DirectedRealm {
  name: string
  agents: string[]
  turns: BegunTurn[]
  changed: boolean
}

/**
 * Lets the director decide who speaks, and stores the answers as running. This is one transaction with the realm's row
 * locked, so that everything is decided once, and no message is stored meanwhile.
 * @returns null if there is nothing to decide: no such realm, or nothing new in it
 */
export async function directRealm(
  db: Db,
  realmId: string,
  by: { server: string; now: Date; newId: () => string },
  decide: (realm: UndirectedRealm) => Direction,
): Promise<DirectedRealm | null> {
  return db.transaction(async (transaction) => {
    const [row] = await transaction
      .select({
        name: realms.name,
        policy: realms.policy,
        agentTurns: realms.agentTurns,
        agentWords: realms.agentWords,
        turnsTaken: realms.turnsTaken,
        held: realms.held,
        directed: realms.directed,
        lastMessage: realms.lastMessage,
        lastChange: realms.lastChange,
        awaitsDirector: realms.awaitsDirector,
        heldWords: realms.heldWords,
      })
      .from(realms)
      .where(and(eq(realms.id, realmId), isRealmThere))
      .for('no key update')
    if (!row) return null
    const { lastMessage, lastChange, awaitsDirector, heldWords, ...realm } = row
    const log = await readUndirected(transaction, realmId, realm.directed)
    const isNew = log.messages.some(({ settled }) => settled > realm.directed)
    if (!isNew && !awaitsDirector) return null
    const direction = decide({ ...realm, ...log })
    const { turnsTaken, held } = direction
    const begun = direction.turns.length
    await transaction
      .update(realms)
      .set({
        directed: lastChange,
        awaitsDirector: false,
        held,
        turnsTaken,
        lastMessage: sql`${realms.lastMessage} + ${begun}::int`,
        lastChange: sql`${realms.lastChange} + ${begun}::int`,
      })
      .where(eq(realms.id, realmId))
    const turns = await storeTurns(transaction, realmId, by, direction.turns, {
      ...{ lastMessage, lastChange, quiet: heldWords.length > 0 },
    })
    const changed = turns.length > 0 || held !== realm.held || turnsTaken !== realm.turnsTaken
    return { name: realm.name, agents: log.roster.map(({ name }) => name), turns, changed }
  })
}

const agentRow = z.extend(answeringAgentRow, { id: z.string() })

async function storeTurns(
  db: Db,
  realmId: string,
  by: { server: string; now: Date; newId: () => string },
  turns: readonly NewTurn[],
  after: { lastMessage: number; lastChange: number; quiet: boolean },
): Promise<BegunTurn[]> {
  if (turns.length === 0) return []
  const ids = turns.map(({ agentId }) => agentId)
  const agents = await rows(
    db,
    agentRow,
    sql`select id, ${selectAnswering(null)} from agents where id = any(${sql.param(ids)}::uuid[])`,
  )
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
    return { answer, agent, words, quiet: after.quiet }
  })
  const stored = begun.map(({ answer, words }) => ({ ...answer, words }))
  await db.execute(sql`
    with new as materialized (
      select * from json_to_recordset(${JSON.stringify(stored)}::json) as new (
        id uuid, number bigint, version bigint, author text, "createdAt" timestamptz, "agentId" uuid, "agentName" text,
        answers bigint, words int)
    ),
    running as (
      insert into running_turns (realm_id, reply_id, server) select ${realmId}::uuid, id, ${by.server}::uuid from new
    )
    insert into realm_messages (realm_id, number, id, kind, author, content, created_at, version, agent_id, agent_name,
      answers, state, words_given)
    select ${realmId}::uuid, number, id, 'answer', author, '', "createdAt", version, "agentId", "agentName", answers,
      'running', words
    from new`)
  return begun
}

/** The realms with messages that their director has not processed yet. */
export async function listAwaiting(db: Db): Promise<string[]> {
  const awaiting = await db
    .select({ id: realms.id })
    .from(realms)
    .where(and(eq(realms.awaitsDirector, true), isRealmThere))
  return awaiting.map(({ id }) => id)
}
