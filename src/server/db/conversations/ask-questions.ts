import type { Sql } from 'postgres'
import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import type { Message } from '../../../shared/chat/messages.ts'
import { limits } from '../../../shared/common/limits.ts'
import { selectAnswering } from '../agents/find-answering-agent.ts'

/** What a wallet asks, with all that is stored of it. */
export interface NewQuestion {
  conversationId: string
  /** The wallet that asks. */
  owner: string
  agentId: string
  replyId: string
  questionId: string
  /** Null where a question that is there is asked again. */
  content: string | null
  /** The reply that a new question follows; null at the beginning, and for a question that is there. */
  parentId: string | null
  /** What the conversation is called if it begins with this. */
  title: string
  requestId: string
  /** As ISO 8601. */
  now: string
}

/** Why nothing was stored. */
export type AskRefusal =
  /** It is another wallet's, or deleted, or it was to be asked again in one that is not there. */
  | 'conversation_missing'
  | 'agent_missing'
  /** The conversation is with another agent. */
  | 'agent_differs'
  /** The reply's id belongs to something else. */
  | 'reply_taken'
  /** The question's id belongs to something else. */
  | 'question_taken'
  /** What was to be asked again is no question of this conversation. */
  | 'question_missing'
  /** What was to be followed is no reply of this conversation. */
  | 'parent_missing'
  | 'reply_running'
  | 'conversation_full'

export type AskOutcome =
  | {
      outcome: 'stored'
      agent: AnsweringAgent
      /** As it is stored. */
      question: string
      /** The newest messages before the question, oldest first. */
      path: Pick<Message, 'id' | 'role' | 'content'>[]
      /** How many replies with words the whole path has, those that were not read included. */
      repliesOnPath: number
      /** Whether the conversation begins with it. */
      begins: boolean
    }
  /** The reply is there already. */
  | { outcome: 'known' }
  | { outcome: AskRefusal }

interface Row {
  conversationId: string
  outcome: 'stored' | 'known' | AskRefusal
  number: number | null
  agent: AnsweringAgent
  question: string
  path: Pick<Message, 'id' | 'role' | 'content'>[]
  replies: number
  begins: boolean | null
}

/**
 * Everything that stands between questions and their model, in one statement: who answers, whether it may be asked, what
 * was said before, and the writing down of conversation, question and running reply.
 *
 * The row of a conversation is taken in its newest version, so askers at the same time wait for each other there. What
 * they decided was decided before that: the one that comes second meets a key that is taken.
 * @param asked no two in the same conversation
 * @param reads.server which will receive the replies
 * @param reads.pathBytes so many bytes of the path before a question are read, in whole messages, newest first
 * @returns what became of each, in their order
 * @throws what the driver throws, having changed nothing for any of them; `unique_violation` (23505) means that asking
 * again can tell more
 */
export async function askQuestions(
  sql: Sql,
  asked: readonly NewQuestion[],
  { server, pathBytes }: { server: string; pathBytes: number },
): Promise<AskOutcome[]> {
  const rows = await sql<Row[]>`
    with recursive asked as materialized (
      select * from json_to_recordset(${JSON.stringify(asked)}::text::json) as asked (
        "conversationId" uuid, owner text, "agentId" uuid, "replyId" uuid, "questionId" uuid, content text,
        "parentId" uuid, title text, "requestId" text, now timestamptz)
      -- How many there are, for the planner.
      limit ${asked.length}
    ),
    -- Apart from what follows, because a planner tries all orders of what is joined together.
    scene as materialized (
      select asked.*, agent.name as agent_name,
        to_json(agent) as agent, conversation.id as known_id, conversation.owner as known_owner,
        conversation.agent_id as known_agent_id, conversation.deleted_at, conversation.last_message,
        running.reply_id as running
      from asked
      left join conversations conversation on conversation.id = asked."conversationId"
      left join lateral (
        select ${selectAnswering(sql)} from agents
        where id = asked."agentId" and deleted_at is null and (visibility_enabled or owner = asked.owner) offset 0
      ) agent on true
      left join running_replies running on running.conversation_id = asked."conversationId"
    ),
    verdict as materialized (
      select "conversationId", scene.owner, "agentId", "replyId", "questionId", title, "requestId", now, agent_name, agent,
        case
          when known_owner <> scene.owner or deleted_at is not null then 'conversation_missing'
          when reply.role = 'assistant' and reply.parent_id = "questionId" then 'known'
          when reply.id is not null then 'reply_taken'
          when agent_name is null then 'agent_missing'
          when known_agent_id <> "agentId" then 'agent_differs'
          when question.id is null and scene.content is null then
            case when known_id is null then 'conversation_missing' else 'question_missing' end
          when question.role = 'assistant' then
            case when scene.content is null then 'question_missing' else 'question_taken' end
          when question.content <> scene.content or (question.id is not null and scene.content is not null
            and question.parent_id is distinct from "parentId") then 'question_taken'
          when question.id is null and "parentId" is not null and parent.role is distinct from 'assistant'
            then 'parent_missing'
          when running is not null then 'reply_running'
          when last_message + (case when question.id is null then 2 else 1 end)
            > ${limits.conversationMessages}::int then 'conversation_full'
          else 'stored'
        end as outcome,
        question.id is null as is_new,
        coalesce(question.content, scene.content) as content,
        case when question.id is null then "parentId" else question.parent_id end as parent_id
      from scene
      left join messages reply on reply.conversation_id = "conversationId" and reply.id = "replyId"
      left join messages question on question.conversation_id = "conversationId" and question.id = "questionId"
      left join messages parent on parent.conversation_id = "conversationId" and parent.id = "parentId"
    ),
    place as (
      insert into conversations as known
        (id, owner, agent_id, agent_name, title, active_leaf, last_message, created_at, updated_at)
      select "conversationId", owner, "agentId", agent_name, title, "replyId",
        case when is_new then 2 else 1 end, now, now
      from verdict where outcome = 'stored'
      on conflict (id) do update
        set last_message = known.last_message + excluded.last_message,
          active_leaf = excluded.active_leaf, updated_at = excluded.updated_at
        where known.owner = excluded.owner and known.agent_id = excluded.agent_id and known.deleted_at is null
      returning id, last_message
    ),
    running as (
      insert into running_replies (conversation_id, reply_id, server)
      select place.id, "replyId", ${server} from place join verdict on place.id = "conversationId"
    ),
    said as (
      insert into messages (conversation_id, id, parent_id, number, role, content, state, request_id, created_at)
      select place.id, new.id, new.parent_id, last_message - new.before, new.role, new.content, new.state,
        new.request_id, now
      from place join verdict on place.id = "conversationId"
      cross join lateral (
        select "questionId", parent_id, 1, 'user', content, null, null where is_new
        union all
        select "replyId", "questionId", 0, 'assistant', '', 'running', "requestId"
      ) as new (id, parent_id, before, role, content, state, request_id)
    ),
    -- Each step by its key: joined freely, a long path would be searched anew for every step.
    path as (
      select "conversationId" as conversation_id, found.*, 1 as step from verdict
      cross join lateral (
        select id, parent_id, role, octet_length(content) as bytes from messages
        where conversation_id = "conversationId" and id = verdict.parent_id and outcome = 'stored' offset 0
      ) found
      union all
      select path.conversation_id, found.*, path.step + 1 from path
      cross join lateral (
        select id, parent_id, role, octet_length(content) as bytes from messages
        where conversation_id = path.conversation_id and id = path.parent_id
          and path.step < ${limits.conversationMessages}::int offset 0
      ) found
    ),
    remembered as (
      select conversation_id, count(*) filter (where role = 'assistant' and bytes > 0)::int as replies,
        json_agg(json_build_object('id', id, 'role', role, 'content', near.content) order by step desc)
          filter (where near.content is not null) as path
      from (select *, sum(bytes) over (partition by conversation_id order by step) as so_far from path) path
      left join lateral (
        select content from messages
        where conversation_id = path.conversation_id and id = path.id and so_far <= ${pathBytes}::bigint offset 0
      ) near on true
      group by conversation_id
    )
    select "conversationId", outcome, last_message as number, content as question, agent,
      is_new and last_message = 2 as begins, coalesce(remembered.replies, 0) as replies, coalesce(remembered.path, '[]') as path
    from verdict
    left join place on place.id = verdict."conversationId"
    left join remembered on remembered.conversation_id = verdict."conversationId"`
  const rowOf = new Map(rows.map((row) => [row.conversationId, row]))
  return asked.map(({ conversationId }) => outcomeOf(rowOf.get(conversationId)))
}

function outcomeOf(row: Row | undefined): AskOutcome {
  if (!row) throw new Error('the statement that stores questions left one out')
  if (row.outcome !== 'stored') return { outcome: row.outcome }
  // It was deleted in this very moment.
  if (row.number === null) return { outcome: 'conversation_missing' }
  const { agent, question, path, replies } = row
  return { outcome: 'stored', agent, question, path, repliesOnPath: replies, begins: row.begins === true }
}
