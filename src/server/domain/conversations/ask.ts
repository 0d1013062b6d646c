import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import { type Ask, titleOf } from '../../../shared/chat/conversations.ts'
import type { ProblemCode } from '../../../shared/common/errors.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { ModelRef } from '../../../shared/models/model-choice.ts'
import type { Logger } from '../../base/log.ts'
import type { AskFacts } from '../../db/conversations/ask-facts.ts'
import type { AskOutcome, NewQuestion } from '../../db/conversations/ask-questions.ts'
import type { ReplyAside } from '../chat/reply.ts'
import type { ReplyRequest } from '../chat/reply-request.ts'
import { Failure } from '../failure.ts'
import { takenDown } from '../taken-down.ts'
import { type ActingOnPath, replyFrom } from './path-turns.ts'

/** Concurrent requests decide by what they saw before the other was committed; after a conflict they try again. */
const TRIES = 3

const UNIQUE_VIOLATION = '23505'

export type Asker = Pick<
  NewQuestion,
  'conversationId' | 'owner' | 'requestId' | 'sentAs' | 'apiKeyId' | 'now'
>

export interface AskedFrom {
  requestId: string
  log: Logger
  /** Set if the question comes through an API key. */
  door?: ReplyThrough | undefined
}

/** What holds of a reply that a program gets through its key. */
export interface ReplyThrough {
  apiKeyId: string
  system?: string | undefined
  maxTokens?: number | undefined
  mostWords?: number | undefined
  sentAs?: string | undefined
  /** Is called in place of `count` if the reply was asked for before. */
  again?: (() => void) | undefined
  aside?: ReplyAside | undefined
  count: (events: AsyncIterable<ReplyEvent>) => AsyncIterable<ReplyEvent>
}

export interface AskedQuestion {
  request: ReplyRequest
  begins: boolean
  /** The model that the person chose; null for the agent's. */
  wanted: ModelRef | null
  acts: ActingOnPath
  /** Whether calls of the conversation wait for its person, who now goes on without deciding. */
  hasWaiting: boolean
}

/**
 * Stores a question and its reply before the model is asked; null if the reply exists, because it was asked before.
 * @throws {Failure} `not_found`, `taken_down`, `conflict`, `reply_running`, `conversation_full`, `validation_failed`: nothing is stored
 */
export async function writeDown(
  { agentId, replyId, question, model }: Ask,
  asker: Asker,
  store: (asked: NewQuestion) => Promise<AskOutcome>,
): Promise<AskedQuestion | null> {
  if (replyId === question.id.toLowerCase()) throw refused.reply_taken()
  const isNew = 'content' in question
  const greeted = isNew ? question.parentId?.toLowerCase() : undefined
  if (greeted === replyId || greeted === question.id.toLowerCase()) throw refused.parent_missing()
  const asked: NewQuestion = {
    ...asker,
    agentId,
    replyId,
    model: model ?? null,
    questionId: question.id,
    content: isNew ? question.content : null,
    parentId: isNew ? question.parentId : null,
    greeting: (isNew && question.parentId !== null && question.greeting) || null,
    title: isNew ? titleOf(question.content) : '',
  }
  const { facts, stored } = await storeAgain(asked, store)
  if (!stored) {
    const refusal = refusalOf(asked, facts)
    if (refusal === 'known') return null
    throw refused[refusal ?? 'conversation_missing']()
  }
  const { agent, wanted, begins, hasWaiting } = stored
  const { request, acts } = replyFrom(stored, {
    ...{ agent, text: stored.question, agentId, wallet: asker.owner, replyId },
    conversation: { id: asker.conversationId, questionId: question.id.toLowerCase() },
  })
  const greeting = request.greeting ?? asked.greeting ?? undefined
  return { request: { ...request, greeting }, begins, wanted, acts, hasWaiting }
}

/** Tries again if there is no reason against it: the conversation, or words of it, were deleted while the statement ran. */
async function storeAgain(
  asked: NewQuestion,
  store: (asked: NewQuestion) => Promise<AskOutcome>,
): Promise<AskOutcome> {
  for (let tries = 1; ; tries++) {
    const outcome = await tryAgain(() => store(asked))
    if (outcome.stored || tries === TRIES || refusalOf(asked, outcome.facts) !== null) return outcome
  }
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
function refusalOf(
  asked: Pick<NewQuestion, 'content' | 'parentId' | 'greeting'>,
  facts: AskFacts,
): AskRefusal | 'known' | null {
  const { conversation, questionRole, parentRole } = facts
  const isAgain = asked.content === null
  if (conversation && !(conversation.isOwn && !conversation.isDeleted && conversation.isOfKey))
    return 'conversation_missing'
  if (facts.isKnown) return 'known'
  if (facts.replyRole !== null) return 'reply_taken'
  if (!facts.hasAgent) return facts.isAgentDown ? 'agent_down' : 'agent_missing'
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
  agent_down: () => takenDown('agent'),
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
