import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { ModelRef } from '../../../shared/models/model-choice.ts'
import { answeringAgentRow, selectAnswering } from '../agents/find-answering-agent.ts'
import { answersTo, isDownFor } from '../agents/visibility.ts'
import type { Db } from '../connect/connect.ts'
import { prepared } from '../rows.ts'
import { type AskFacts, askFactsRow } from './ask-facts.ts'
import {
  CHOSEN_PATH_BYTES,
  hasFacts,
  type ToldPath,
  toldPath,
  toldPathColumns,
  toldPathRow,
} from './told-path.ts'

export interface NewQuestion {
  conversationId: string
  owner: string
  agentId: string
  replyId: string
  questionId: string
  /** Null to ask an existing question again. */
  content: string | null
  /** The reply that a new question follows; null at the beginning of a conversation and for an existing question. */
  parentId: string | null
  /** The agent's opening message that a first question follows, if it is not stored yet; its id is `parentId`. */
  greeting: string | null
  title: string
  /** What answers this question in place of the conversation's model; a conversation that begins keeps it. */
  model: ModelRef | null
  requestId: string
  /** The id under which a program sent it, if its protocol has one. */
  sentAs?: string | undefined
  /** The API key through which it is asked; null in the product itself. A key goes on only with what it began. */
  apiKeyId: string | null
  /** As ISO 8601. */
  now: string
}

const askedRow = z.object({
  conversationId: z.string(),
  facts: askFactsRow,
  number: z.nullable(z.int()),
  agent: z.nullable(answeringAgentRow),
  wanted: z.nullable(z.string()),
  /** Null if none is stored and none was given. */
  question: z.nullable(z.string()),
  ...toldPathRow.shape,
  isForProgram: z.boolean(),
  hasFacts: z.boolean(),
  hasDocuments: z.boolean(),
  hasFiles: z.boolean(),
  hasWaiting: z.boolean(),
})

interface StoredQuestion extends ToldPath {
  agent: AnsweringAgent
  /** The model that the person chose, for this question or the conversation. */
  wanted: ModelRef | null
  question: string
  begins: boolean
  /** Whether a program can read the reply: it asked, or began the conversation. */
  isForProgram: boolean
  /** Whether there is a memory that may be used for the reply. */
  hasFacts: boolean
  hasDocuments: boolean
  hasFiles: boolean
  /** Whether calls of the conversation wait for its person, or were allowed and not done. */
  hasWaiting: boolean
}

export interface AskOutcome {
  facts: AskFacts
  stored: StoredQuestion | null
}

/**
 * Does everything that precedes the model's reply in one statement. It stores unless something is in the way: the facts
 * tell what, and the condition is what `refusalOf` in `domain/conversations/ask.ts` lets through. Concurrent callers
 * wait for each other at the conversation's row but have checked older data: the later one violates a unique key.
 * @param asked no two of them in the same conversation
 * @param reads.pathBytes the most bytes of the path that are read, in whole messages, newest first
 * @throws the driver's error, and nothing changed; after `unique_violation` (23505) a retry can tell the outcome
 */
export async function askQuestions(
  db: Db,
  asked: readonly NewQuestion[],
  { server, pathBytes }: { server: string; pathBytes: number },
): Promise<AskOutcome[]> {
  const values = { asked: JSON.stringify(asked), server, pathBytes }
  const rows =
    asked.length === 1 ? await askOne(db, values) : await askSeveral(db, { ...values, count: asked.length })
  const rowOf = new Map(rows.map((row) => [row.conversationId, row]))
  return asked.map(({ conversationId }) => outcomeOf(rowOf.get(conversationId)))
}

const given = ['asked', 'server', 'pathBytes'] as const

// With the count as a value, the planner would assume ten questions, and would never keep a plan for one.
const askOne = prepared('ask_question', askedRow, given, (placeholders) => ask(placeholders, sql`1`))
const askSeveral = prepared('ask_questions', askedRow, [...given, 'count'], ({ count, ...placeholders }) =>
  ask(placeholders, sql`${count}`),
)

/** `weighed`: each question of `asked` with what decides whether it is stored. */
const weighed = sql`
  -- Apart from what follows, because a planner tries all orders of what is joined together.
  scene as materialized (
    select asked.*, agent.name as agent_name,
      to_json(agent) as agent, conversation.id as known_id, conversation.owner as known_owner,
      conversation.agent_id as known_agent_id, conversation.deleted_at, conversation.last_message, conversation.erasures,
      coalesce(asked.model, conversation.model_ref) as wanted,
      conversation.api_key_id as known_key_id,
      running.reply_id as running
    from asked
    left join conversations conversation on conversation.id = asked."conversationId"
    left join lateral (
      select ${selectAnswering(sql`asked.owner`)} from agents
      where id = asked."agentId" and ${answersTo(sql`asked.owner`)} offset 0
    ) agent on true
    left join running_turns running on running.conversation_id = asked."conversationId"
  ),
  weighed as materialized (
    select "conversationId", scene.owner, "agentId", "replyId", "questionId", greeting, title, model, wanted, "requestId", "apiKeyId", "sentAs",
      now, agent_name, agent, known_id, last_message, erasures, adds, is_new, is_greeted,
      coalesce(question.content, scene.content) as content,
      case when is_new then "parentId" else question.parent_id end as parent_id,
      coalesce(question.depth, parent.depth + 1, 0) as depth,
      "apiKeyId" is not null or known_key_id is not null as is_for_program,
      known_owner = scene.owner as is_own, deleted_at is not null as is_deleted, known_agent_id = "agentId" as is_with_agent,
      "apiKeyId" is null or known_key_id is not distinct from "apiKeyId" as is_of_key,
      reply.role as reply_role, reply.role = 'assistant' and reply.parent_id = "questionId" as is_known,
      question.role as question_role, parent.role as parent_role, running is not null as is_running,
      scene.content is null
        or question.content = scene.content and question.parent_id is not distinct from "parentId" as is_same
    from scene
    left join messages reply on reply.conversation_id = "conversationId" and reply.id = "replyId"
    left join messages question on question.conversation_id = "conversationId" and question.id = "questionId"
      -- One whose words were deleted can't be asked again.
      and not (question.erased and scene.content is null)
    left join messages parent on parent.conversation_id = "conversationId" and parent.id = "parentId"
    cross join lateral (
      select question.id is null as is_new,
        greeting is not null and parent.id is null and question.id is null as is_greeted
    ) place
    cross join lateral (select 1 + is_new::int + is_greeted::int as adds) counted
  )`

/** Stores each question of `fit` with its reply, which runs on this server from then on; `place` has their conversations. */
const stored = (server: Placeholder) => sql`
  place as (
    insert into conversations as known
      (id, owner, agent_id, api_key_id, agent_name, title, model_ref, active_leaf, last_message, erasures, created_at, updated_at)
    select "conversationId", owner, "agentId", "apiKeyId", agent_name, title, model, "replyId",
      adds, coalesce(erasures, 0), now, now
    from fit
    on conflict (id) do update
      set last_message = known.last_message + excluded.last_message,
        active_leaf = excluded.active_leaf, updated_at = excluded.updated_at
      where known.owner = excluded.owner and known.agent_id = excluded.agent_id and known.deleted_at is null
        -- Else the path was read before words of it were deleted.
        and known.erasures = excluded.erasures
    returning id, last_message
  ),
  running as (
    insert into running_turns (conversation_id, reply_id, server)
    select place.id, "replyId", ${server}::uuid from place join fit on place.id = "conversationId"
  ),
  said as (
    insert into messages (conversation_id, id, parent_id, number, role, content, state, request_id, sent_as, created_at)
    select place.id, new.id, new.parent_id, place.last_message - new.before, new.role, new.content, new.state,
      new.request_id, new.sent_as, now
    from place join fit on place.id = "conversationId"
    cross join lateral (
      select parent_id, null::uuid, 2, 'assistant', greeting, 'finished', null, null where is_greeted
      union all
      select "questionId", parent_id, 1, 'user', content, null, null, "sentAs" where is_new
      union all
      select "replyId", "questionId", 0, 'assistant', '', 'running', "requestId", null
    ) as new (id, parent_id, before, role, content, state, request_id, sent_as)
  )`

function ask(values: Record<(typeof given)[number], Placeholder>, count: SQL): SQL {
  return sql`
    with recursive asked as materialized (
      select * from json_to_recordset(${values.asked}::json) as asked (
        "conversationId" uuid, owner text, "agentId" uuid, "replyId" uuid, "questionId" uuid, content text,
        "parentId" uuid, greeting text, title text, model text, "requestId" text, "sentAs" text, "apiKeyId" uuid, now timestamptz)
      limit ${count}
    ),
    ${weighed},
    fit as materialized (
      select * from weighed
      where (known_id is null or is_own and not is_deleted and is_of_key and is_with_agent)
        and agent_name is not null and reply_role is null and not is_running and content is not null
        and (is_new or question_role = 'user' and is_same)
        and (not is_new or parent_id is null or is_greeted or parent_role is not distinct from 'assistant')
        and coalesce(last_message, 0) + adds <= ${limits.conversationMessages}::int
    ),
    ${stored(values.server)},
    ${toldPath(sql`
      select "conversationId" as conversation_id, parent_id as leaf, depth,
        agent ->> 'tools' is not null or exists (
          select from memory_choices where wallet = fit.owner and agent_id = "agentId" and is_on) as has_tools,
        case when wanted is not null or agent ->> 'model' is not null
          then greatest(${values.pathBytes}::bigint, ${sql.raw(`${CHOSEN_PATH_BYTES}`)})
          else ${values.pathBytes}::bigint end as most
      from fit`)}
    select weighed."conversationId", place.last_message as number, content as question, agent, wanted,
      json_build_object(
        'conversation', case when known_id is not null then json_build_object('isOwn', is_own, 'isDeleted', is_deleted,
          'isOfKey', is_of_key, 'isWithAgent', is_with_agent, 'lastMessage', weighed.last_message) end,
        'hasAgent', agent_name is not null,
        'isAgentDown', agent_name is null and exists (select from agents where id = "agentId" and ${isDownFor(sql`weighed.owner`)}), 'replyRole', reply_role, 'isKnown', coalesce(is_known, false),
        'questionRole', question_role, 'isSame', coalesce(is_same, false), 'parentRole', parent_role,
        'isRunning', is_running, 'adds', adds) as facts,
      ${toldPathColumns}, is_for_program as "isForProgram",
      ${hasFacts({ wallet: sql`weighed.owner`, agentId: sql`"agentId"`, isForProgram: sql`is_for_program` })} as "hasFacts",
      exists (select from sources where agent_id = "agentId" and deleted_at is null) as "hasDocuments",
      exists (select from sources where sources.conversation_id = "conversationId") as "hasFiles",
      exists (select from tool_calls where tool_calls.conversation_id = "conversationId" and state in ('waiting', 'allowed')) as "hasWaiting"
    from weighed
    left join place on place.id = weighed."conversationId"
    left join told_path on told_path.conversation_id = weighed."conversationId"`
}

function outcomeOf(row: z.infer<typeof askedRow> | undefined): AskOutcome {
  if (!row) throw new Error('the statement that stores questions left one out')
  const { conversationId: _, facts, number, agent, question, ...stored } = row
  if (number === null) return { facts, stored: null }
  if (agent === null || question === null)
    throw new Error('a question was stored without its agent or its words')
  // All of the conversation's messages are those of this question.
  const begins = facts.adds > 1 && number === facts.adds
  return { facts, stored: { ...stored, agent, question, begins } }
}
