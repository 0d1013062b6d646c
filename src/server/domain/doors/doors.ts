import { randomUUID } from 'node:crypto'
import type { Agent, AgentPage } from '../../../shared/agents/agents.ts'
import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import type { KeptConversation } from '../../../shared/chat/kept-conversation.ts'
import { KEY_PREFIX } from '../../../shared/doors/api-keys.ts'
import type { Db } from '../../db/connect/connect.ts'
import { findQuestionOf, forgetReply } from '../../db/doors/find-for-keys.ts'
import type { Agents } from '../agents/agents.ts'
import type { Answers } from '../chat/answers.ts'
import { reply } from '../chat/reply.ts'
import type { RememberedTurn } from '../chat/reply-request.ts'
import { actingOnce } from '../chat/reply-tools.ts'
import type { ConversationMessages } from '../conversations/conversation-messages.ts'
import type { Conversations } from '../conversations/conversations.ts'
import type { Replies } from '../conversations/replies.ts'
import { noSuch } from '../failure.ts'
import { agentsModelOf } from '../models/choose-model.ts'
import type { Leaving } from '../operation/leaving.ts'
import type { ToolDecisions } from '../tools/tool-decisions.ts'
import { Admission } from './admission.ts'
import { type ApiKeys, invalidKey } from './api-keys.ts'
import type { Carries } from './carries.ts'
import {
  type Caller,
  NOBODY,
  type ReadReply,
  type ReplyPlace,
  type StoredQuestion,
  type StoredReply,
  type UnstoredQuestion,
} from './door-questions.ts'
import { type Deciding, KeyDecisions } from './key-decisions.ts'
import { KeyReplies } from './key-replies.ts'
import { LEFT_OUT, withoutLeftOut } from './left-out.ts'
import { countingCalls, whileRunning } from './pass-events.ts'
import { type AgentsQuery, UsableAgents } from './usable-agents.ts'

export interface DoorsOptions {
  db: Db
  keys: Pick<ApiKeys, 'identify' | 'hold' | 'begin'>
  agents: Pick<Agents, 'find' | 'findAnswering' | 'list' | 'listOwned'>
  conversations: Pick<Conversations, 'keep' | 'remove'>
  conversationMessages: Pick<ConversationMessages, 'erase'>
  replies: Pick<Replies, 'ask' | 'follow' | 'stop' | 'through'>
  decisions: Pick<ToolDecisions, 'decide'>
  clock: () => Date
  answers: Answers
  carries: Carries
  shutdown: AbortSignal
  /** Without it this server takes questions until it is closed. */
  leaving?: Pick<Leaving, 'refuseNew'> | undefined
  open: boolean
}

/** Limits, records, visibility and privacy are those of replies in the product. A key reads only conversations it made. */
export class Doors {
  readonly #options: DoorsOptions
  readonly #agents: UsableAgents
  readonly #admission: Admission
  readonly #own: KeyReplies
  readonly #decisions: KeyDecisions

  constructor(options: DoorsOptions) {
    this.#options = options
    const [agents, own, admission] = [
      new UsableAgents(options),
      new KeyReplies(options),
      new Admission(options),
    ] as const
    this.#agents = agents
    this.#own = own
    this.#admission = admission
    this.#decisions = new KeyDecisions({ ...options, agents, own, admission })
  }

  /** Finds the caller of a bearer token; nobody without one, if the doors are open. @throws {Failure} `key_invalid` */
  async identify(authorization: string | undefined): Promise<Caller> {
    // Clients of the field insist on sending some key. Where none is needed, one that can't be ours does no harm.
    const isNobody = authorization === undefined || !authorization.includes(KEY_PREFIX)
    return this.#options.open && isNobody ? NOBODY : this.#options.keys.identify(authorization ?? '')
  }

  findAgent(name: string, caller: Caller | null): Promise<Agent | null> {
    return this.#agents.find(name, caller)
  }

  listAgents(caller: Caller | null, query: AgentsQuery): Promise<AgentPage> {
    return this.#agents.list(caller, query)
  }

  /**
   * Stores nothing but what analytics count. It ends with `stopped` if the caller is gone or its key is revoked.
   * @throws {Failure} `not_found`, `words_used_up`, `question_too_long`, `not_ready` while the server leaves, or
   * `rate_limited` while the last words are held
   */
  async ask(
    caller: Caller,
    { agentId, requestId, log, gone, aside, ...question }: UnstoredQuestion,
  ): Promise<AsyncIterable<ReplyEvent>> {
    const { answers, carries, shutdown, leaving } = this.#options
    leaving?.refuseNew()
    this.#agents.admit(caller, agentId)
    // Beside each other, so that the first word does not wait for both.
    const [agent, carried] = await Promise.all([
      this.#agents.answering(caller, agentId),
      carries.putBack(caller, question),
    ])
    const who = { agentId, wallet: caller.wallet, agent: agentsModelOf(agent) }
    const mostWords = await this.#admission.mostWords(who, question, question.maxTokens)
    const words = await this.#admission.hold(caller, mostWords)
    const acts = { ...actingOnce(question.text, question.turns), mayAsk: false }
    const asked = { ...who, begins: question.turns.length === 0, acts }
    const stopped = AbortSignal.any([gone, caller.revoked])
    const context = { requestId, log, shutdown, stopped, immediate: true, maxTokens: question.maxTokens }
    const answering = answers.answerOnce(asked, context, (parts) =>
      reply(
        {
          ...carried,
          turns: carried.turns.map(withoutLeftOut),
          following: carried.following?.map(withoutLeftOut),
          ...(caller.wordsADay !== null && { mostWords }),
          agent,
          ...(agent.hasDocuments && { asked: { agentId, wallet: caller.wallet } }),
          ...(caller.wallet !== null && { recollects: { agentId, wallet: caller.wallet, use: 'doors' } }),
        },
        { ...parts, aside, tellLeftOut: LEFT_OUT },
      ),
    )
    const events = await answering.catch((error: unknown) => {
      words.giveBack()
      throw error
    })
    if (!question.offered) return words.count(events)
    return words.count(carries.keep(caller, countingCalls(words, events, aside), { aside, log }))
  }

  /**
   * Asks in a conversation of the caller; null begins one. The reply goes on without the caller, but not without its key.
   * @throws {Failure} as `ask`, `key_invalid` for nobody, and everything that `Replies.ask` throws
   */
  async askStored(
    caller: Caller,
    { agentId, text, system, maxTokens, requestId, log, gone, aside, ...where }: StoredQuestion,
  ): Promise<StoredReply> {
    const { conversations, replies, clock, leaving } = this.#options
    leaving?.refuseNew()
    const { wallet, keyId } = caller
    if (wallet === null || keyId === null) throw invalidKey()
    this.#agents.admit(caller, agentId)
    const { handle = null, ...found } = await this.#agents.answering(caller, agentId)
    const agent = agentsModelOf(found)
    const mostWords = await this.#admission.mostWords({ agentId, wallet, agent }, { system, text }, maxTokens)
    const words = await this.#admission.hold(caller, mostWords)
    const { turns = [], once } = where
    const conversationId = where.conversationId ?? once?.conversationId ?? randomUUID()
    const replyId = once?.replyId ?? randomUUID()
    const stop = () => {
      replies
        .stop(wallet, conversationId, replyId)
        .catch((error: unknown) => log.warn({ err: error }, 'the reply of a revoked key goes on'))
    }
    const door = {
      ...{ apiKeyId: keyId, system, maxTokens, aside, sentAs: once?.sentAs, again: () => words.giveBack() },
      ...(caller.wordsADay !== null && { mostWords }),
      count: (events: AsyncIterable<ReplyEvent>) => whileRunning(caller.revoked, stop, words.count(events)),
    }
    let isKept = false
    try {
      const kept =
        where.conversationId === null ? keptMessages(turns.map(withoutLeftOut), clock().toISOString()) : []
      isKept = kept.length > 0
      if (isKept)
        await conversations.keep({ id: conversationId, owner: wallet }, { agentId, messages: kept }, keyId)
      const parentId = kept.at(-1)?.id ?? where.parentId
      const question = { id: once?.questionId ?? randomUUID(), parentId, content: text }
      const ask = { replyId, agentId, question }
      const follow = await replies.ask(wallet, conversationId, ask, { requestId, log, door })
      return { conversationId, replyId, handle, events: this.#own.followed(caller, keyId, gone, follow) }
    } catch (error) {
      words.giveBack()
      // What was said before it was stored for this question alone.
      if (isKept) await conversations.remove({ id: conversationId, owner: wallet }).catch(() => {})
      throw error
    }
  }

  /** Reads a stored reply as it is now. @throws {Failure} `not_found` */
  async read(caller: Caller, place: ReplyPlace): Promise<ReadReply> {
    return (await this.#own.find(caller, place)).reply
  }

  /** Follows a stored reply from its beginning. @throws {Failure} `not_found` */
  follow(caller: Caller, place: ReplyPlace, gone: AbortSignal): Promise<AsyncIterable<ReplyEvent>> {
    return this.#own.follow(caller, place, gone)
  }

  /** Decides about calls of a reply that waits, and follows it. @throws {Failure} see `KeyDecisions.decide` */
  decide(caller: Caller, place: ReplyPlace, deciding: Deciding): Promise<StoredReply> {
    return this.#decisions.decide(caller, place, deciding)
  }

  /** @throws {Failure} `not_found` */
  async stop(caller: Caller, place: ReplyPlace): Promise<void> {
    const { wallet } = await this.#own.find(caller, place)
    await this.#options.replies.stop(wallet, place.conversationId, place.replyId)
  }

  /**
   * Deletes a stored reply with what was asked. What was said after it stays, and is told to models without it; with the
   * last reply its conversation goes. @throws {Failure} `not_found`, or `reply_running` while it ends on another server
   */
  async erase(caller: Caller, place: ReplyPlace): Promise<void> {
    const { db, conversations, conversationMessages, replies } = this.#options
    const { wallet } = await this.#own.find(caller, place)
    await replies.stop(wallet, place.conversationId, place.replyId)
    const { questionId, isOnly } = (await findQuestionOf(db, place)) ?? noSuch('reply')
    const of = { id: place.conversationId, owner: wallet }
    if (isOnly) return conversations.remove(of)
    await conversationMessages.erase(of, questionId)
    await forgetReply(db, place)
  }
}

function keptMessages(turns: readonly RememberedTurn[], at: string): KeptConversation['messages'] {
  const messages: KeptConversation['messages'] = []
  for (const { role, content } of turns) {
    const place = { id: randomUUID(), parentId: messages.at(-1)?.id ?? null, createdAt: at, content }
    const ended = { state: 'finished', cutShort: false, forgotten: 0, repliedAt: at } as const
    messages.push(role === 'user' ? { ...place, role } : { ...place, ...ended, role: 'assistant' })
  }
  return messages
}
