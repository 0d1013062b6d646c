import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Conversation } from '../../../shared/chat/conversations.ts'
import type { AttachedFile, Message } from '../../../shared/chat/messages.ts'
import type { Db } from '../connect/connect.ts'
import type { OwnedId } from '../deletable-rows.ts'
import { listAttachedFiles } from '../knowledge/conversation-files.ts'
import { agents } from '../schema/agents.ts'
import { conversations, messages } from '../schema/conversations.ts'
import { runningTurns } from '../schema/turns.ts'
import { type StoredParts, shownParts } from '../turns/stored-parts.ts'
import { agentColumns, agentOpens, ownColumns, presentSummary } from './conversations.ts'

const messageColumns = {
  id: messages.id,
  parentId: messages.parentId,
  number: messages.number,
  content: messages.content,
  reasoning: messages.reasoning,
  parts: messages.parts,
  state: messages.state,
  cutShort: messages.cutShort,
  forgotten: messages.forgotten,
  createdAt: messages.createdAt,
  repliedAt: messages.repliedAt,
}

/** This row exists exactly as long as the reply is running. */
const isRunning = and(
  eq(runningTurns.conversationId, messages.conversationId),
  eq(runningTurns.replyId, messages.id),
)

/** Null if the wallet has none. One statement, so that conversation, messages and running reply are consistent. */
export function prepareOpenConversation(db: Db): (of: OwnedId) => Promise<Conversation | null> {
  const query = db
    .select({
      own: ownColumns,
      activeLeaf: conversations.activeLeaf,
      agent: agentColumns,
      message: messageColumns,
      running: {
        content: runningTurns.words,
        reasoning: runningTurns.reasoning,
        parts: runningTurns.parts,
        repliedAt: runningTurns.repliedAt,
      },
    })
    .from(conversations)
    .innerJoin(messages, eq(messages.conversationId, conversations.id))
    .leftJoin(runningTurns, isRunning)
    .leftJoin(agents, agentOpens(conversations))
    .where(
      and(
        eq(conversations.id, sql.placeholder('id')),
        eq(conversations.owner, sql.placeholder('owner')),
        isNull(conversations.deletedAt),
      ),
    )
    .prepare('open_conversation')
  return async (of) => {
    const [rows, files] = await Promise.all([
      query.execute({ ...of }),
      listAttachedFiles(db, { conversationId: of.id, wallet: of.owner }),
    ])
    const [first] = rows
    if (!first) return null
    // The statement guarantees no order.
    const said = rows
      .map((row) => presentMessage(row, files.get(row.message.id)))
      .sort((one, other) => one.number - other.number)
    return {
      ...presentSummary({ ...first, state: newestState(said) }),
      activeLeaf: first.activeLeaf,
      messages: said,
    }
  }
}

interface MessageRow {
  message: Pick<typeof messages.$inferSelect, keyof typeof messageColumns>
  running: (StoredParts & { repliedAt: Date | null }) | null
}

function presentMessage({ message, running }: MessageRow, files: AttachedFile[] | undefined): Message {
  const { id, parentId, number, state, cutShort, forgotten } = message
  const place = { id, parentId, number, createdAt: message.createdAt.toISOString() }
  if (state === null) return { ...place, role: 'user', content: message.content, ...(files && { files }) }
  return {
    ...place,
    role: 'assistant',
    ...shownParts({ ...message, ...running }),
    state,
    cutShort,
    forgotten,
    repliedAt: (running?.repliedAt ?? message.repliedAt)?.toISOString() ?? null,
  }
}

function newestState(said: readonly Message[]) {
  let newest: Message | undefined
  for (const message of said)
    if (message.role === 'assistant' && message.number > (newest?.number ?? 0)) newest = message
  return newest?.role === 'assistant' ? newest.state : null
}
