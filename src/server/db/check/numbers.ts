import { sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { listOf, type Rule } from './rule.ts'

const lost = {
  mendedBy: 'person',
  mend: 'Rows are missing or were changed from outside: restore a backup of before, or leave them out.',
} as const

const raised = {
  mendedBy: 'repair',
  mend: 'Run npm run bionic -- repair, which goes on from the highest number.',
} as const

/** Of what has its rows numbered, and where the highest number is kept. */
interface Series {
  owner: 'conversations' | 'realms'
  column: 'last_message' | 'last_change'
  rows: 'messages' | 'realm_messages'
  key: 'conversation_id' | 'realm_id'
  number: 'number' | 'version'
}

const ofConversations: Series = {
  ...{ owner: 'conversations', column: 'last_message' },
  ...{ rows: 'messages', key: 'conversation_id', number: 'number' },
}
const ofRealms: Series = {
  ...{ owner: 'realms', column: 'last_message' },
  ...{ rows: 'realm_messages', key: 'realm_id', number: 'number' },
}
const changesOfRealms: Series = { ...ofRealms, column: 'last_change', number: 'version' }

/** Where the numbers do not go from one to the last without gaps. */
const gaps = ({ owner, column, rows, key, number }: Series) =>
  sql.raw(`
    select owner.id from ${owner} owner left join (
      select ${key} as owner_id, count(*) as stored, min(${number}) as first, max(${number}) as last
      from ${rows} group by ${key}
    ) series on series.owner_id = owner.id
    where coalesce(series.last, 0) <= owner.${column}
      and (coalesce(series.stored, 0) <> owner.${column} or coalesce(series.first, 1) <> 1)`)

/** Where the next number would be given a second time. */
function overrun(rule: string, problem: string, { owner, column, rows, key, number }: Series): Rule {
  return {
    ...{ rule, table: owner, problem, ...raised },
    faults: sql.raw(`
      select owner.id from ${owner} owner join (
        select ${key} as owner_id, max(${number}) as highest from ${rows} group by ${key}
      ) series on series.owner_id = owner.id
      where series.highest > owner.${column}`),
    async correct(transaction, ids) {
      const [name, list] = [sql.raw(owner), listOf(ids)]
      await transaction.execute(sql`select from ${name} where id = any(${list}) order by id for update`)
      const highest = sql.raw(`(select max(${number}) from ${rows} where ${rows}.${key} = ${owner}.id)`)
      await transaction.execute(sql`
        update ${name} set ${sql.raw(column)} = greatest(${sql.raw(column)}, ${highest}) where id = any(${list})`)
    },
  }
}

const placed = sql`
  messages child left join messages parent
    on parent.conversation_id = child.conversation_id and parent.id = child.parent_id`

/** As the trigger and a fork place messages: a reply goes on with its parent's branch or begins one of its own. */
const misplaced = sql`
  case when parent.id is null then child.depth <> 0 or child.branch <> child.id
  else child.depth <> parent.depth + 1 or child.branch not in (parent.branch, child.id) end`

/** Numbers that the product promises to give without gaps, and places that follow from others. */
export const numberRules: readonly Rule[] = [
  {
    ...{ rule: 'numbers.messages', table: 'conversations', ...lost },
    problem: 'The messages of a conversation are not numbered from one to its last.',
    faults: gaps(ofConversations),
  },
  overrun('numbers.next-message', 'A conversation has messages beyond its last.', ofConversations),
  {
    ...{ rule: 'numbers.places', table: 'conversations', mendedBy: 'repair' },
    problem:
      'The messages of a conversation do not stand where their parents put them, so that paths lead elsewhere.',
    mend: 'Run npm run bionic -- repair, which places the messages of these conversations anew.',
    // Where the conversation itself is lost, its messages can't be stored anew, and are found by the rule of references.
    faults: sql`select distinct child.conversation_id as id from ${placed}
      join conversations on conversations.id = child.conversation_id where ${misplaced}`,
    correct: placeAnew,
  },
  {
    ...{ rule: 'numbers.realm-messages', table: 'realms', ...lost },
    problem: 'The messages of a realm are not numbered from one to its last.',
    faults: gaps(ofRealms),
  },
  overrun('numbers.next-realm-message', 'A realm has messages beyond its last.', ofRealms),
  overrun('numbers.next-change', 'A realm has changes beyond its last.', changesOfRealms),
  {
    ...{ rule: 'numbers.changes', table: 'realms', ...lost },
    problem: 'The last change of a realm is not that of any of its messages, or the director is ahead of it.',
    faults: sql`
      select realms.id from realms left join (
        select realm_id, max(version) as newest, bool_or(settled > version) as ahead
        from realm_messages group by realm_id
      ) log on log.realm_id = realms.id
      where coalesce(log.newest, 0) < realms.last_change or realms.directed > realms.last_change
        or coalesce(log.ahead, false)`,
  },
  {
    ...{ rule: 'numbers.agent-versions', table: 'agents', ...lost },
    problem: 'The stored versions of an agent do not go up to its current one without gaps.',
    faults: sql`
      select agents.id from agents left join (
        select agent_id, count(*) as stored, min(number) as first, max(number) as last
        from agent_versions group by agent_id
      ) past on past.agent_id = agents.id
      where case when past.stored is null then false
        else past.last <> agents.version - 1 or past.stored <> past.last - past.first + 1 end`,
  },
  {
    ...{ rule: 'numbers.swarm-turns', table: 'swarm_runs', ...lost },
    problem: 'The turns of a run are not numbered from one without gaps.',
    faults: sql`
      select run_id as id from swarm_turns group by run_id
      having min(number) <> 1 or max(number) <> count(*)`,
  },
  {
    ...{ rule: 'numbers.passages', table: 'source_versions', ...lost },
    problem: 'The passages of a document are not numbered from one without gaps.',
    faults: sql`
      select version.id from source_versions version join source_passages passage on passage.version_id = version.id
      where version.state = 'ready'
      group by version.id having min(passage.number) <> 1 or max(passage.number) <> count(*)`,
  },
]

/** In two steps, because places are unique at every moment: away from all of them first. */
async function placeAnew(transaction: Db, ids: readonly string[]): Promise<void> {
  const list = listOf(ids)
  await transaction.execute(sql`select from conversations where id = any(${list}) order by id for update`)
  await transaction.execute(
    sql`update messages set branch = gen_random_uuid() where conversation_id = any(${list})`,
  )
  await transaction.execute(sql`
    with recursive placed as (
      select conversation_id, id, 0 as depth, id as branch from messages root
      where conversation_id = any(${list}) and (parent_id is null or not exists (
        select from messages parent
        where parent.conversation_id = root.conversation_id and parent.id = root.parent_id))
      union all
      select child.conversation_id, child.id, placed.depth + 1,
        case when child.number = (
          select min(sibling.number) from messages sibling
          where sibling.conversation_id = child.conversation_id and sibling.parent_id = child.parent_id)
        then placed.branch else child.id end
      from placed join messages child
        on child.conversation_id = placed.conversation_id and child.parent_id = placed.id
    )
    update messages set depth = placed.depth, branch = placed.branch from placed
    where messages.conversation_id = placed.conversation_id and messages.id = placed.id`)
}
