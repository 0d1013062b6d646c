import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { facts, memoryChoices } from '../schema/memory.ts'
import { storedPartsColumns } from '../turns/stored-parts.ts'
import { pathStart } from './message-path.ts'

/** What is read at most where a model was chosen, whose window is only known then: that of the largest ones. */
export const CHOSEN_PATH_BYTES = 4_000_000

/** However short its messages are, a path is followed no further. */
const MOST_STEPS = 2_000

/** What is read of a person's own words in messages that a story tells, of the bytes that are read word for word. */
const OWN_WORDS_SHARE = 0.1

/** The parts of a reply are read where its agent has tools, of whose calls the model is told. */
const pathRow = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  parts: storedPartsColumns.parts,
})
export type PathMessage = z.infer<typeof pathRow>

/** What is told of a path. It costs what is read, however long the path is. */
export const toldPathRow = z.object({
  /** The newest messages, oldest first. */
  path: z.array(pathRow),
  /** How many messages of the path precede these. */
  before: z.int(),
  /** Those of the first three that are not among `path`: the greeting, and the first question with its answer. */
  beginning: z.array(pathRow),
  /** The newest story on the path, unless what follows it is too much to be read. */
  story: z.nullable(
    z.object({
      id: z.string(),
      text: z.string(),
      /** The newest questions among the messages that it tells, oldest first. */
      ownWords: z.array(z.object({ id: z.string(), content: z.string() })),
    }),
  ),
})
export type ToldPath = z.infer<typeof toldPathRow>

/** The columns of `toldPathRow`, to be selected from `told_path`. */
export const toldPathColumns = sql`coalesce(told_path.path, '[]') as path, coalesce(told_path.before, 0) as before,
      coalesce(told_path.beginning, '[]') as beginning, told_path.story`

const constant = (value: number) => sql.raw(`${value}`)

/** Each message is found by its key: joined freely, a long conversation would be searched anew for every step. */
const steps = sql`steps as (
      select conversation_id, has_tools, most, null::uuid as id, leaf as parent_id, null::text as role, depth,
        null::uuid as story, 0 as step, 0::bigint as so_far
      from begun
      union all
      select steps.conversation_id, has_tools, most, found.id, found.parent_id, found.role, found.depth, reached.story,
        steps.step + 1, reached.so_far
      from steps
      cross join lateral (
        select id, parent_id, role, depth, octet_length(content) as bytes from messages
        where conversation_id = steps.conversation_id and id = steps.parent_id
          and steps.step < ${constant(MOST_STEPS)} offset 0
      ) found
      left join lateral (
        select id from stories
        where steps.story is null and conversation_id = steps.conversation_id and through = found.id offset 0
      ) told on true
      cross join lateral (
        select coalesce(steps.story, told.id) as story,
          case when told.id is not null then 0
            when steps.story is null or found.role = 'user' then steps.so_far + found.bytes
            else steps.so_far end as so_far
      ) reached
      where reached.so_far <= case when reached.story is null then most else most * ${constant(OWN_WORDS_SHARE)} end
    )`

const read = sql`read as (
      select conversation_id, min(depth) filter (where story is null) as before,
        (array_agg(story) filter (where story is not null))[1] as story,
        json_agg(json_build_object('id', id, 'role', role, 'content', content, 'parts', parts) order by step desc)
          filter (where story is null and content is not null) as path,
        json_agg(json_build_object('id', id, 'content', content) order by step desc)
          filter (where story is not null and content <> '') as own_words
      from steps
      left join lateral (
        select content, case when steps.has_tools then parts end as parts from messages
        where conversation_id = steps.conversation_id and id = steps.id
          and (steps.story is null or steps.role = 'user') offset 0
      ) near on true
      group by conversation_id
    )`

const toldPathOfRead = sql`told_path as (
      select read.conversation_id, path, before, beginning,
        case when stories.id is not null then
          json_build_object('id', stories.id, 'text', text, 'ownWords', coalesce(own_words, '[]')) end as story
      from read join begun on begun.conversation_id = read.conversation_id
      left join stories on stories.id = read.story
      -- The beginning is read however much was said since.
      left join lateral (
        select json_agg(json_build_object('id', id, 'role', role, 'content', content, 'parts', parts) order by first.depth)
          as beginning
        from ${pathStart(sql`read.conversation_id`, sql`begun.leaf`)} range
        cross join lateral (
          select id, role, content, case when begun.has_tools then parts end as parts, depth from messages
          where conversation_id = read.conversation_id and branch = range.branch
            and depth <= least(range.depth, 2) and depth < read.before offset 0
        ) first
      ) beginning on read.before > 0
    )`

/**
 * `told_path`, with a row for each of `begun`, by `conversation_id`. It is read up from the message before a question to
 * the root, to the bound of bytes, or to the newest story: the story tells its message and what precedes that.
 * @param begun a query for `conversation_id`, the message `leaf` before the question, the question's `depth`,
 *   `has_tools`, and the most bytes, `most`
 */
export const toldPath = (begun: SQL): SQL => sql`
    begun as materialized (${begun}),
    ${steps},
    ${read},
    ${toldPathOfRead}`

/** Whether a memory may be used of which there is anything; what a program reads, it may only where its person says so. */
export const hasFacts = ({
  wallet,
  agentId,
  isForProgram,
}: Record<'wallet' | 'agentId' | 'isForProgram', SQL>) => sql`(
      exists (
        select from ${memoryChoices} choice
        where choice.wallet = ${wallet} and choice.agent_id = ${agentId} and is_on
          and (not ${isForProgram} or 'doors' = any(also)))
      and exists (
        select from ${facts} fact
        where fact.wallet = ${wallet} and fact.agent_id = ${agentId} and not is_off and deleted_at is null))`
