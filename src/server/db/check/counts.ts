import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { listOf, type Rule } from './rule.ts'

const repair = {
  mendedBy: 'repair',
  mend: 'Run npm run bionic -- repair, which counts anew.',
} as const

/** Locks the rows first: whoever changes what is counted changes the count in the same transaction. */
const recount = (table: string, counts: SQL, type: 'uuid' | 'bigint' = 'uuid') =>
  async function correct(transaction: Db, ids: readonly string[]): Promise<void> {
    const list = listOf(ids, type)
    const name = sql.raw(table)
    await transaction.execute(sql`select from ${name} where id = any(${list}) order by id for update`)
    await transaction.execute(sql`update ${name} set ${counts} where id = any(${list})`)
  }

const wordsOfPassage = sql`(
  select least(32767, coalesce(sum(cardinality(positions)), 0))::int from unnest(passage.lexemes))`

/** The sums of days that all hours are still there of, beside the sums of these hours. */
function hoursAndDays(
  rule: string,
  table: string,
  columns: readonly string[],
  by: readonly string[] = [],
): Rule {
  const key = ['agent_id', ...by].map((column) => sql.raw(column))
  const sums = sql.join(
    columns.map((column) => sql.raw(`sum(${column}) as ${column}`)),
    sql`, `,
  )
  const keys = sql.join(key, sql`, `)
  const differs = sql.join(
    columns.map((column) => sql.raw(`days.${column} is distinct from hours.${column}`)),
    sql` or `,
  )
  const matches = sql.join(
    ['agent_id', 'day', ...by].map((column) => sql.raw(`days.${column} = hours.${column}`)),
    sql` and `,
  )
  const name = sql.raw(table)
  return {
    ...{ rule, table, mendedBy: 'person' },
    problem: 'The sums of a day are not those of its hours.',
    mend: 'Nothing can count it anew; owners see other figures for this day, and nothing else depends on it.',
    faults: sql`
      with kept as (select * from ${name} where start >= date_trunc('day', now() - interval '2 days', 'UTC')),
      hours as (
        select ${keys}, date_trunc('day', start, 'UTC') as day, ${sums} from kept where step = 'hour'
        group by ${keys}, date_trunc('day', start, 'UTC')
      ),
      days as (select *, start as day from kept where step = 'day')
      select coalesce(days.agent_id, hours.agent_id)::text || ' ' || coalesce(days.day, hours.day)::date as id
      from days full join hours on ${matches} where ${differs}`,
  }
}

/** Stored numbers that are also counted by hand. */
export const countRules: readonly Rule[] = [
  {
    ...{ rule: 'counts.upvotes', table: 'agents', ...repair },
    problem: 'The number of votes is not that of the votes.',
    faults: sql`
      select agents.id from agents left join (
        select agent_id, count(*) as votes from agent_upvotes group by agent_id
      ) counted on counted.agent_id = agents.id
      where agents.upvotes <> coalesce(counted.votes, 0)`,
    correct: recount(
      'agents',
      sql`upvotes = (select count(*) from agent_upvotes where agent_upvotes.agent_id = agents.id)`,
    ),
  },
  {
    ...{ rule: 'counts.passages', table: 'source_versions', ...repair },
    problem: 'The numbers of passages and words of a document are not those of its passages.',
    faults: sql`
      select version.id from source_versions version left join (
        select version_id, count(*) as passages, sum(${wordsOfPassage}) as terms
        from source_passages passage group by version_id
      ) counted on counted.version_id = version.id
      where version.state = 'ready' and (version.passages <> coalesce(counted.passages, 0)
        or version.terms <> coalesce(counted.terms, 0))`,
    correct: recount(
      'source_versions',
      sql`(passages, terms) = (
        select count(*), coalesce(sum(${wordsOfPassage}), 0) from source_passages passage
        where passage.version_id = source_versions.id)`,
      'bigint',
    ),
  },
  {
    ...{ rule: 'counts.reports', table: 'desk_cases', ...repair },
    problem: 'The number of reports of a thing is not that of its reports.',
    faults: sql`
      select desk_cases.id from desk_cases left join (
        select case_id, count(*) as reports from reports group by case_id
      ) counted on counted.case_id = desk_cases.id
      where desk_cases.reports <> coalesce(counted.reports, 0)`,
    correct: recount(
      'desk_cases',
      sql`reports = (select count(*) from reports where reports.case_id = desk_cases.id)`,
    ),
  },
  {
    ...{ rule: 'counts.fact-numbers', table: 'memory_choices', ...repair },
    problem: 'The last number of a fact is below that of a fact, so that one would be given twice.',
    faults: sql`
      select fact.wallet || ' ' || fact.agent_id as id from facts fact
      left join memory_choices choice on choice.wallet = fact.wallet and choice.agent_id = fact.agent_id
      group by fact.wallet, fact.agent_id, choice.last_number
      having choice.last_number < max(fact.number)`,
    async correct(transaction, ids) {
      const named = sql`wallet || ' ' || agent_id = any(${listOf(ids, 'text')})`
      await transaction.execute(
        sql`select from memory_choices where ${named} order by wallet, agent_id for update`,
      )
      await transaction.execute(sql`
        update memory_choices set last_number = greatest(last_number, coalesce((
          select max(number) from facts fact
          where fact.wallet = memory_choices.wallet and fact.agent_id = memory_choices.agent_id), 0))
        where ${named}`)
    },
  },
  {
    ...{ rule: 'counts.handles', table: 'agents', mendedBy: 'person' },
    problem: 'The handle of an agent is not noted as its own.',
    mend: 'Give the agent another handle on its page, and then this one again.',
    faults: sql`
      select agents.id from agents where handle is not null and deleted_at is null and not exists (
        select from agent_handles noted where noted.handle = agents.handle and noted.agent_id = agents.id)`,
  },
  hoursAndDays('counts.analytics', 'agent_figures', [
    ...['conversations', 'messages', 'visitor_messages', 'finished', 'stopped', 'interrupted', 'words'],
  ]),
  hoursAndDays('counts.failures', 'agent_failures', ['count'], ['why']),
  hoursAndDays('counts.first-words', 'agent_first_words', ['count'], ['bucket']),
]
