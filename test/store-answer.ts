import type { TurnEnd } from '../src/server/db/turns/end-turns.ts'
import type { RealmAnswer } from '../src/shared/realms/realm-messages.ts'
import type { TestDatabase } from './database.ts'

/** An answer as a director stores it; what is not given is that of a running one without words. */
export interface StoredAnswer {
  id?: string
  realmId: string
  agentId: string
  author: string
  state?: RealmAnswer['state']
  content?: string
  /** How many words it was given, and how many it said. */
  wordsGiven?: number
  words?: number
  createdAt?: Date
}

/** Puts an answer into a realm's log by hand, under the next number and version. @returns its id */
export async function storeAnswer({ sql }: Pick<TestDatabase, 'sql'>, answer: StoredAnswer): Promise<string> {
  const {
    id = crypto.randomUUID(),
    realmId,
    state = 'running',
    content = '',
    createdAt = new Date(),
  } = answer
  const running = state === 'running'
  await sql`
    with place as (
      update realms set last_message = last_message + 1, last_change = last_change + 1, turns_taken = turns_taken + 1
      where id = ${realmId}
      returning id, last_message, last_change
    ),
    words as (
      insert into running_turns (realm_id, reply_id, server, words)
      select id, ${id}::uuid, gen_random_uuid(), ${content} from place where ${running}::boolean
    )
    insert into realm_messages (realm_id, number, id, kind, author, content, created_at, version, settled, agent_id,
      agent_name, answers, state, words_given, words)
    select id, last_message, ${id}::uuid, 'answer', ${answer.author}, ${running ? '' : content},
      ${createdAt.toISOString()}::timestamptz, last_change, case when ${running}::boolean then null else last_change end,
      ${answer.agentId}::uuid, 'Ada', 1, ${state}, ${answer.wordsGiven ?? 700}::int, ${answer.words ?? null}::int
    from place`
  return id
}

/** Ends an answer by hand, under the realm's next version; one that is over stays as it is. */
export async function endAnswer(
  { sql }: Pick<TestDatabase, 'sql'>,
  { realmId, id, content }: { realmId: string; id: string; content: string },
): Promise<void> {
  await sql`
    with gone as (
      delete from running_turns where realm_id = ${realmId} and reply_id = ${id} returning realm_id as gone_from
    ),
    place as (
      update realms set last_change = last_change + 1 from gone where id = gone_from returning id, last_change
    )
    update realm_messages set content = ${content}, state = 'finished', version = last_change, settled = last_change
    from place where realm_id = place.id and realm_messages.id = ${id}`
}

/** The end of a turn that said this, and nothing but text. */
export function endOf(content: string): TurnEnd {
  return {
    ...{ content, reasoning: '', parts: null, state: 'finished', trouble: null, said: null },
    ...{ cutShort: false, forgotten: 0, repliedAt: null },
  }
}
