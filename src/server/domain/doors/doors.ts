import { randomUUID } from 'node:crypto'
import type { Agent, AgentPage } from '../../../shared/agents/agents.ts'
import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import type { KeptConversation } from '../../../shared/chat/kept-conversation.ts'
import { NOTHING } from '../../../shared/chat/parts.ts'
import { KEY_PREFIX } from '../../../shared/doors/api-keys.ts'
import type { Db } from '../../db/connect/connect.ts'
import { findReplyOfKey } from '../../db/doors/find-for-keys.ts'
import { SAMPLING } from '../../llm/settings/model-settings.ts'
import type { Agents } from '../agents/agents.ts'
import type { Answers } from '../chat/answers.ts'
import type { RememberedTurn } from '../chat/prompt.ts'
import { reply } from '../chat/reply.ts'
import { tokensOf } from '../chat/window.ts'
import type { Conversations } from '../conversations/conversations.ts'
import type { Replies } from '../conversations/replies.ts'
import { Failure } from '../failure.ts'
import { type ApiKeys, invalidKey } from './api-keys.ts'
import {
  type Caller,
  NOBODY,
  type ReadReply,
  type ReplyPlace,
  type StoredQuestion,
  type StoredReply,
  type UnstoredQuestion,
} from './door-questions.ts'
import { countingCalls, endingWith, whileRunning } from './pass-events.ts'
import type { WordsOfReply } from './received-words.ts'
import { type AgentsQuery, UsableAgents, uuid } from './usable-agents.ts'

export interface DoorsOptions {
  db: Db
  keys: Pick<ApiKeys, 'identify' | 'hold' | 'begin'>
  agents: Pick<Agents, 'find' | 'findAnswering' | 'list' | 'listOwned'>
  conversations: Pick<Conversations, 'keep' | 'remove'>
  replies: Pick<Replies, 'ask' | 'follow' | 'stop'>
  clock: () => Date
  answers: Answers
  shutdown: AbortSignal
  open: boolean
}

/** Limits, records, visibility and privacy are those of replies in the product. A key reads only conversations it made. */
export class Doors {
  readonly #options: DoorsOptions
  readonly #agents: UsableAgents

  constructor(options: DoorsOptions) {
    this.#options = options
    this.#agents = new UsableAgents(options)
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
   * @throws {Failure} `not_found`, `words_used_up`, `question_too_long`, or `rate_limited` while the last words are held
   */
  async ask(
    caller: Caller,
    { agentId, requestId, log, gone, aside, ...question }: UnstoredQuestion,
  ): Promise<AsyncIterable<ReplyEvent>> {
    const { answers, shutdown } = this.#options
    this.#agents.admit(caller, agentId)
    await this.#requireRoom(caller, { agentId, ...question })
    const mostWords = wordsWithin(question.maxTokens)
    // Beside each other, so that the first word does not wait for both.
    const [held, found] = await Promise.allSettled([
      this.#hold(caller, mostWords),
      this.#agents.answering(caller, agentId),
    ])
    if (found.status === 'rejected' && held.status === 'fulfilled') held.value.giveBack()
    if (found.status === 'rejected') throw found.reason
    if (held.status === 'rejected') throw held.reason
    const [words, agent] = [held.value, found.value]
    const asked = { agentId, wallet: caller.wallet, begins: question.turns.length === 0 }
    const stopped = AbortSignal.any([gone, caller.revoked])
    const context = { requestId, log, shutdown, stopped, immediate: true }
    const events = await answers.answerOnce(asked, context, (parts) =>
      reply(
        {
          ...question,
          ...(caller.wordsADay !== null && { mostWords }),
          agent,
          ...(agent.hasDocuments && { asked: { agentId, wallet: caller.wallet } }),
        },
        { ...parts, aside },
      ),
    )
    return words.count(question.offered ? countingCalls(words, events, aside) : events)
  }

  /**
   * Asks in a conversation of the caller; null begins one. The reply goes on without the caller, but not without its key.
   * @throws {Failure} as `ask`, `key_invalid` for nobody, and everything that `Replies.ask` throws
   */
  async askStored(
    caller: Caller,
    { agentId, text, system, maxTokens, requestId, log, gone, aside, ...where }: StoredQuestion,
  ): Promise<StoredReply> {
    const { conversations, replies, clock } = this.#options
    const { wallet, keyId } = caller
    if (wallet === null || keyId === null) throw invalidKey()
    this.#agents.admit(caller, agentId)
    await this.#requireRoom(caller, { agentId, system, text })
    const mostWords = wordsWithin(maxTokens)
    const words = await this.#hold(caller, mostWords)
    const { turns = [] } = where
    const conversationId = where.conversationId ?? randomUUID()
    const replyId = randomUUID()
    const stop = () => {
      replies
        .stop(wallet, conversationId, replyId)
        .catch((error: unknown) => log.warn({ err: error }, 'the reply of a revoked key goes on'))
    }
    const door = {
      ...{ apiKeyId: keyId, system, maxTokens, aside },
      ...(caller.wordsADay !== null && { mostWords }),
      count: (events: AsyncIterable<ReplyEvent>) => whileRunning(caller.revoked, stop, words.count(events)),
    }
    let isKept = false
    try {
      const kept = where.conversationId === null ? keptMessages(turns, clock().toISOString()) : []
      isKept = kept.length > 0
      if (isKept)
        await conversations.keep({ id: conversationId, owner: wallet }, { agentId, messages: kept }, keyId)
      const parentId = kept.at(-1)?.id ?? where.parentId
      const question = { id: randomUUID(), parentId, content: text }
      const ask = { replyId, agentId, question }
      const follow = await replies.ask(wallet, conversationId, ask, { requestId, log, door })
      return { conversationId, replyId, events: this.#followed(caller, keyId, gone, follow) }
    } catch (error) {
      words.giveBack()
      // What was said before it was stored for this question alone.
      if (isKept) await conversations.remove({ id: conversationId, owner: wallet }).catch(() => {})
      throw error
    }
  }

  /** Reads a stored reply as it is now. @throws {Failure} `not_found` */
  async read(caller: Caller, place: ReplyPlace): Promise<ReadReply> {
    return (await this.#ownReply(caller, place)).found
  }

  /** Follows a stored reply from its beginning. @throws {Failure} `not_found` */
  async follow(caller: Caller, place: ReplyPlace, gone: AbortSignal): Promise<AsyncIterable<ReplyEvent>> {
    const { wallet, keyId } = await this.#ownReply(caller, place)
    const follow = await this.#options.replies.follow(wallet, place.conversationId, place.replyId)
    return this.#followed(caller, keyId, gone, follow)
  }

  /** @throws {Failure} `not_found` */
  async stop(caller: Caller, place: ReplyPlace): Promise<void> {
    const { wallet } = await this.#ownReply(caller, place)
    await this.#options.replies.stop(wallet, place.conversationId, place.replyId)
  }

  #followed(
    { revoked }: Caller,
    keyId: string,
    gone: AbortSignal,
    follow: Awaited<ReturnType<Replies['follow']>>,
  ): AsyncIterable<ReplyEvent> {
    const events = follow(NOTHING, AbortSignal.any([gone, revoked]))
    return endingWith(revoked, () => this.#options.keys.begin(keyId), events)
  }

  async #hold({ keyId, ...caller }: Caller, mostWords: number): Promise<WordsOfReply> {
    return keyId === null ? UNCOUNTED : this.#options.keys.hold({ keyId, ...caller }, mostWords)
  }

  /** Refuses what can't be left out of the prompt and does not fit it. */
  async #requireRoom(
    { wallet }: Caller,
    question: Pick<UnstoredQuestion, 'agentId' | 'system' | 'text' | 'pictures' | 'following'>,
  ): Promise<void> {
    const { agentId, system = '', text, pictures, following = [] } = question
    const { tokens, replyTokens } = await this.#options.answers.windowFor({ agentId, wallet })
    const fixed = [{ content: system }, { content: text, pictures }, ...following]
    const needed = fixed.reduce((sum, message) => sum + tokensOf(message), 0)
    if (needed + replyTokens > tokens)
      throw new Failure(
        'question_too_long',
        `The model takes ${tokens} tokens, ${replyTokens} of them for its reply. The question alone has about ${needed}.`,
      )
  }

  /** A reply in a conversation that the key began, and whose both are. @throws {Failure} `not_found` */
  async #ownReply({ wallet, keyId }: Caller, place: ReplyPlace) {
    const { conversationId, replyId } = place
    const isKnown = wallet !== null && keyId !== null && uuid.test(conversationId) && uuid.test(replyId)
    const found = isKnown && (await findReplyOfKey(this.#options.db, { ...place, wallet, keyId }))
    if (!found) throw new Failure('not_found', 'There is no such reply.')
    return { wallet, keyId, found }
  }
}

const UNCOUNTED: WordsOfReply = { count: (events) => events, add() {}, giveBack() {} }

/** The most words that a reply may have: a word has at least one token. */
function wordsWithin(maxTokens: number = SAMPLING.max_tokens): number {
  return Math.min(maxTokens, SAMPLING.max_tokens)
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
