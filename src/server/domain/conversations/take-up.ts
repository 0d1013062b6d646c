import type { Reply, ReplyState } from '../../../shared/chat/messages.ts'
import type { WithParts } from '../../../shared/chat/parts.ts'
import type { FoundAnswering } from '../../db/agents/find-answering-agent.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  type AskedBefore,
  findAskedBefore,
  type ResumedReply,
  stopWaiting,
  takeUpReply,
} from '../../db/conversations/waiting-replies.ts'
import type { ReplyPlace } from '../../db/turns/running-turns.ts'
import { fromStored } from '../../db/turns/stored-parts.ts'
import type { ToolDecisions } from '../tools/tool-decisions.ts'
import type { AskedQuestion } from './ask.ts'
import { replyFrom } from './path-turns.ts'

const UNIQUE_VIOLATION = '23505'

export type Answering = Omit<AskedQuestion, 'hasWaiting'> & { agentId: string }

interface TakenUp {
  answering: Answering
  before: WithParts & Pick<Reply, 'repliedAt'>
}

/** Makes this server the one that receives a reply which goes on. @returns null if it can't, or another server does */
export async function takeUp(
  options: {
    db: Db
    findAnswering: (id: string, wallet: string) => Promise<FoundAnswering | null>
    decisions?: Pick<ToolDecisions, 'supersede'> | undefined
  },
  place: ReplyPlace,
  begun: { owner: string; server: string; requestId: string; from: readonly ReplyState[] },
): Promise<TakenUp | null> {
  const { db, findAnswering, decisions } = options
  const asked = await findAskedBefore(db, begun.owner, place)
  const agent = asked && (await findAnswering(asked.agentId, begun.owner))
  if (!asked || !agent) {
    // What was allowed already is not done any more.
    await decisions?.supersede({
      ...{ scope: 'conversation', scopeId: place.conversationId, replyId: place.replyId },
    })
    await stopWaiting(db, place)
    return null
  }
  const taken = await takeUpReply(db, begun, place).catch((error: unknown) => {
    // Another reply of the conversation runs.
    if ((error as { code?: unknown } | null)?.code === UNIQUE_VIOLATION) return null
    throw error
  })
  if (!taken) return null
  return {
    answering: answeringAgain(asked, agent, { ...place, owner: begun.owner }),
    before: beforeOf(taken),
  }
}

function answeringAgain(
  asked: AskedBefore,
  { hasDocuments, ...agent }: FoundAnswering,
  { conversationId, replyId, owner }: ReplyPlace & { owner: string },
): Answering {
  const { agentId, wanted, question } = asked
  return {
    ...{ agentId, begins: false, wanted },
    ...replyFrom(
      { ...asked, hasDocuments },
      {
        ...{ agent, text: question.content, agentId, wallet: owner, replyId },
        conversation: { id: conversationId, questionId: question.id },
      },
    ),
  }
}

function beforeOf({ repliedAt, ...stored }: ResumedReply): TakenUp['before'] {
  return { ...fromStored(stored), repliedAt: repliedAt?.toISOString() ?? null }
}
