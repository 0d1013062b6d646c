import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { AgentProblem } from '../../../shared/agents/agent-problems.ts'
import type { Reply, ReplyState } from '../../../shared/chat/messages.ts'
import { WORD } from '../../../shared/text/count-words.ts'
import type { Db } from '../connect/connect.ts'
import { prepared, rows } from '../rows.ts'
import type { Heartbeat, ReplyPlace, TurnScope } from './running-turns.ts'
import type { StoredParts } from './stored-parts.ts'

/** Whoever deletes a turn's running row writes its end, in one statement. Kinds differ in their message and in who waits. */

export interface TurnEnd extends StoredParts, Pick<Reply, 'cutShort' | 'forgotten' | 'repliedAt'> {
  state: ReplyState
  trouble: AgentProblem | null
  /** How many words the agent said; null where they are not counted. */
  said: number | null
}

/** A turn that no server receives any more, with what is known of its parts beyond what is stored. */
export interface DeadReply extends Heartbeat, StoredParts {
  revision: number
}

interface TurnEnds<Row extends z.ZodMiniType> {
  scope: TurnScope
  /** Reads `gone`, with a row per turn that ends, numbered by `nth` from 1 in its scope; the part `ended` returns messages. */
  write: SQL
  row: Row
  /** The columns of the row, of `ended`. */
  columns: SQL
  /** The row of a message that somebody else has ended. */
  stored: (place: Record<keyof ReplyPlace, unknown>) => SQL
}

interface EndTurns<Row> {
  /**
   * Ends a turn that still belongs to this server; as stopped, if a stop was requested before it broke off or waits.
   * @returns how it is stored now, no matter which server ended it; null if it was removed for good
   */
  store(db: Db, server: string, place: ReplyPlace, end: TurnEnd): Promise<Row | null>
  /** Ends turns that no server receives: as stopped if that was requested, else as interrupted; none that beat since. */
  storeDead(db: Db, dead: readonly DeadReply[]): Promise<Row[]>
}

/** How many words a text has, as `countWords` counts them. */
export const wordsIn = (text: SQL) =>
  sql`(select count(*) from regexp_matches(${text}, ${sql.raw(`'${WORD}'`)}, 'g'))::int`

/** What the statement that ends one turn is given. */
const endValues = [
  'server',
  'conversationId',
  'replyId',
  'content',
  'reasoning',
  'parts',
  'state',
  'stateIfStopped',
  'cutShort',
  'forgotten',
  'repliedAt',
  'trouble',
  'said',
] as const

export function endTurns<Row extends z.ZodMiniType>({
  scope,
  write,
  row,
  columns,
  stored,
}: TurnEnds<Row>): EndTurns<z.output<Row>> {
  const storeOne = prepared(
    `end_turn_in_${scope}`,
    row,
    endValues,
    (values) => sql`
      with taken as (
        delete from running_turns
        where scope = ${sql.raw(`'${scope}'`)} and scope_id = ${values.conversationId} and reply_id = ${values.replyId}
          and server = ${values.server}
        returning scope_id, reply_id, stop_wanted
      ),
      gone as (
        select scope_id, reply_id, 1 as nth, ${values.content}::text as content,
          ${values.reasoning}::text as reasoning, ${values.parts}::jsonb as parts, state,
          ${values.cutShort}::boolean as cut_short, ${values.forgotten}::int as forgotten,
          ${values.repliedAt}::timestamptz as replied_at, ${values.trouble}::text as trouble, ${values.said}::int as said
        from taken join ${statesBy(values.state, values.stateIfStopped)} using (stop_wanted)
      ),
      ${write}
      select ${columns} from ended
      union all
      ${stored(values)} and not exists (select from ended)`,
  )
  return {
    async store(db, server, place, { parts, ...end }) {
      const store = async (within: Db) => {
        const [ended] = await storeOne(within, {
          ...{ ...end, ...place, server },
          stateIfStopped: end.state === 'interrupted' || end.state === 'waiting' ? 'stopped' : end.state,
          parts: parts && JSON.stringify(parts),
        })
        return ended ?? null
      }
      return end.state === 'interrupted' ? afterIntended(db, scope, [place], store) : store(db)
    },
    storeDead: (db, dead) =>
      afterIntended(db, scope, dead, (within) =>
        rows(
          within,
          row,
          sql`with ${takeOutDead(scope, dead)},
          ${write}
          select ${columns} from ended`,
        ),
      ),
  }
}

/**
 * Ends turns that break off once the calls are committed that their servers are committing: what they end as depends on
 * these, and a statement sees only what was committed before it began.
 */
function afterIntended<Result>(
  db: Db,
  scope: TurnScope,
  places: readonly ReplyPlace[],
  end: (db: Db) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (transaction) => {
    const [scopeIds, replyIds] = [places.map((one) => one.conversationId), places.map((one) => one.replyId)]
    await transaction.execute(sql`
      select from running_turns where scope = ${scope}
        and (scope_id, reply_id) in (select * from unnest(${sql.param(scopeIds)}::uuid[], ${sql.param(replyIds)}::uuid[]))
      order by scope_id, reply_id for update`)
    return end(transaction)
  })
}

/** The state that a turn ends in, by whether its stop was wanted. */
function statesBy(state: unknown, stateIfStopped: unknown): SQL {
  return sql`(values (false, ${state}::text), (true, ${stateIfStopped}::text)) as states (stop_wanted, state)`
}

/** Deletes the running rows of dead turns as `taken`, and brings what is known of their parts as `gone`. */
function takeOutDead(scope: TurnScope, dead: readonly DeadReply[]): SQL {
  return sql`
    taken as (
      delete from running_turns running
      using unnest(
        ${sql.param(dead.map(({ conversationId }) => conversationId))}::uuid[],
        ${sql.param(dead.map(({ replyId }) => replyId))}::uuid[],
        ${sql.param(dead.map(({ heartbeat }) => heartbeat))}::text[],
        ${sql.param(dead.map(({ content }) => content))}::text[],
        ${sql.param(dead.map(({ reasoning }) => reasoning))}::text[],
        ${sql.param(dead.map(({ parts }) => parts && JSON.stringify(parts)))}::text[],
        ${sql.param(dead.map(({ revision }) => revision))}::int[]
      ) as dead (scope_id, reply_id, beat, words, reasoning, parts, revision)
      where running.scope = ${scope} and running.scope_id = dead.scope_id and running.reply_id = dead.reply_id
        and running.beat_at::text = dead.beat
      returning running.*, dead.words as known_words, dead.reasoning as known_reasoning,
        dead.parts::jsonb as known_parts, dead.revision as known_revision
    ),
    gone as (
      select scope_id, reply_id, row_number() over (partition by scope_id order by reply_id) as nth,
        content, furthest.reasoning, furthest.parts, state, false as cut_short, null::int as forgotten,
        (select coalesce(replied_at, clock_timestamp()) where content <> '') as replied_at,
        null::text as trouble, null::int as said
      from taken join ${statesBy('interrupted', 'stopped')} using (stop_wanted)
      -- Of two copies one is always as the other was before.
      cross join lateral (
        select * from (values (words, taken.reasoning, taken.parts, taken.revision),
          (known_words, known_reasoning, known_parts, known_revision)) as copy (content, reasoning, parts, revision)
        order by length(copy.content) + length(copy.reasoning) desc, copy.revision desc limit 1
      ) furthest
    )`
}
