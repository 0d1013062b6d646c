import { type Ask, titleOf } from '../../../shared/chat/conversations.ts'
import { greetingOf, saidTurns } from '../../../shared/chat/message-tree.ts'
import type { ProblemCode } from '../../../shared/common/errors.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { AskFacts, AskOutcome, NewQuestion } from '../../db/conversations/ask-questions.ts'
import type { ReplyRequest } from '../chat/prompt.ts'
import { Failure } from '../failure.ts'

/** Concurrent requests decide by what they saw before the other was committed; after a conflict they try again. */
const TRIES = 3

const UNIQUE_VIOLATION = '23505'

export type Asker = Pick<NewQuestion, 'conversationId' | 'owner' | 'requestId' | 'apiKeyId' | 'now'>

export interface AskedQuestion {
  request: ReplyRequest
  begins: boolean
}

/**
 * Stores a question and its reply before the model is asked; null if the reply exists, because it was asked before.
 * @throws {Failure} `not_found`, `conflict`, `reply_running`, `conversation_full`, `validation_failed`: nothing is stored
 */
export async function writeDown(
  { agentId, replyId, question }: Ask,
  asker: Asker,
  store: (asked: NewQuestion) => Promise<AskOutcome>,
): Promise<AskedQuestion | null> {
  if (replyId === question.id.toLowerCase()) throw refused.reply_taken()
  const isNew = 'content' in question
  const greeted = isNew ? question.parentId?.toLowerCase() : undefined
  if (greeted === replyId || greeted === question.id.toLowerCase()) throw refused.parent_missing()
  const asked = {
    ...asker,
    agentId,
    replyId,
    questionId: question.id,
    content: isNew ? question.content : null,
    parentId: isNew ? question.parentId : null,
    greeting: (isNew && question.parentId !== null && question.greeting) || null,
    title: isNew ? titleOf(question.content) : '',
  }
  const { facts, stored } = await tryAgain(() => store(asked))
  if (!stored) {
    const refusal = refusalOf(asked, facts)
    if (refusal === 'known') return null
    // If there is no reason, it was deleted while the statement ran.
    throw refused[refusal ?? 'conversation_missing']()
  }
  const { agent, path, repliesOnPath, begins, hasDocuments, hasFiles } = stored
  const turns = saidTurns(path).map(({ id, role, content }) => ({ id, role, content }))
  // Each non-empty reply is sent together with its question.
  const leftOut = 2 * repliesOnPath - turns.length
  const request = {
    agent,
    turns,
    leftOut,
    greeting: greetingOf(path)?.content ?? asked.greeting ?? undefined,
    seed: replyId,
    text: stored.question,
    ...((hasDocuments || hasFiles) && {
      asked: {
        agentId,
        wallet: asker.owner,
        ...(hasFiles && {
          conversation: { id: asker.conversationId, questionId: question.id.toLowerCase() },
        }),
      },
    }),
  }
  return { request, begins }
}

async function tryAgain<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: unknown } | null)?.code !== UNIQUE_VIOLATION || tries === TRIES) throw error
    }
  }
}

type AskRefusal = keyof typeof refused

/** Null if the question may be asked in its place; `known` if its reply exists already. */
export function refusalOf(
  asked: Pick<NewQuestion, 'content' | 'parentId' | 'greeting'>,
  facts: AskFacts,
): AskRefusal | 'known' | null {
  const { conversation, questionRole, parentRole } = facts
  const isAgain = asked.content === null
  if (conversation && !(conversation.isOwn && !conversation.isDeleted && conversation.isOfKey))
    return 'conversation_missing'
  if (facts.isKnown) return 'known'
  if (facts.replyRole !== null) return 'reply_taken'
  if (!facts.hasAgent) return 'agent_missing'
  if (conversation && !conversation.isWithAgent) return 'agent_differs'
  if (questionRole === null && isAgain) return conversation ? 'question_missing' : 'conversation_missing'
  if (questionRole === 'assistant') return isAgain ? 'question_missing' : 'question_taken'
  if (questionRole === 'user' && !facts.isSame) return 'question_taken'
  const followsNothing = parentRole !== 'assistant' && (asked.greeting === null || parentRole !== null)
  if (questionRole === null && asked.parentId !== null && followsNothing) return 'parent_missing'
  if (facts.isRunning) return 'reply_running'
  const count = (conversation?.lastMessage ?? 0) + facts.adds
  return count > limits.conversationMessages ? 'conversation_full' : null
}

const refused = {
  conversation_missing: () => new Failure('not_found', 'There is no such conversation.'),
  agent_missing: () => new Failure('not_found', 'There is no such agent.'),
  agent_differs: () => atField('conflict', 'agentId', 'This conversation is with another agent.'),
  reply_taken: () => atField('conflict', 'replyId', 'This id is taken.'),
  question_taken: () => atField('conflict', 'question.id', 'This id is taken.'),
  question_missing: () =>
    atField('validation_failed', 'question.id', 'There is no such question in this conversation.'),
  parent_missing: () =>
    atField('validation_failed', 'question.parentId', 'There is no such reply in this conversation.'),
  reply_running: () =>
    new Failure('reply_running', 'Wait for the current reply to finish, or stop it, before you ask again.'),
  conversation_full: () => new Failure('conversation_full', 'This conversation is full. Start a new one.'),
}

function atField(code: ProblemCode, field: string, message: string): Failure {
  return new Failure(code, message, { errors: { [field]: message } })
}
