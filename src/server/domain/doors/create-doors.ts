import { randomUUID } from 'node:crypto'
import type { AgentOrder } from '../../../shared/agents/agent-orders.ts'
import type { Agent, AgentPage } from '../../../shared/agents/agents.ts'
import { couldBeHandle, plainHandle } from '../../../shared/agents/handles.ts'
import { asShown } from '../../../shared/agents/macros.ts'
import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import type { KeptConversation } from '../../../shared/chat/kept-conversation.ts'
import { isEnd } from '../../../shared/chat/messages.ts'
import { NOTHING } from '../../../shared/chat/parts.ts'
import { limits } from '../../../shared/common/limits.ts'
import { KEY_PREFIX } from '../../../shared/doors/api-keys.ts'
import type { FoundAnswering } from '../../db/agents/find-answering-agent.ts'
import { findAgentByHandle } from '../../db/agents/handles.ts'
import type { Db } from '../../db/connect/connect.ts'
import { findReplyOfKey } from '../../db/doors/find-for-keys.ts'
import { SAMPLING } from '../../llm/settings/model-settings.ts'
import type { Agents } from '../agents/agents.ts'
import { isFound } from '../agents/reach.ts'
import type { Answers } from '../chat/answers.ts'
import type { RememberedTurn } from '../chat/prompt.ts'
import { reply } from '../chat/reply.ts'
import { tokensOf } from '../chat/window.ts'
import type { Conversations } from '../conversations/conversations.ts'
import type { Replies } from '../conversations/replies.ts'
import { Failure } from '../failure.ts'
import { type ApiKeys, invalidKey } from './api-keys.ts'
import type { Caller, Doors, ReplyPlace, UnstoredQuestion } from './doors.ts'
import type { WordsOfReply } from './received-words.ts'

export interface DoorsOptions {
  db: Db
  keys: ApiKeys
  agents: Pick<Agents, 'find' | 'findAnswering' | 'list' | 'listOwned'>
  conversations: Pick<Conversations, 'keep'>
  replies: Pick<Replies, 'ask' | 'follow' | 'stop'>
  clock: () => Date
  answers: Answers
  /** Aborted when the server shuts down. */
  shutdown: AbortSignal
  /** Whether callers without a key may ask public agents. */
  open: boolean
}

/** A list begins with the caller's own agents; this is what cursors of that part begin with. */
const OWN = 'own.'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function createDoors(options: DoorsOptions): Doors {
  const { db, keys, agents, conversations, replies, clock } = options
  const { answers, shutdown } = options
  const nobody: Caller = {
    ...{ wallet: null, keyId: null, agentId: null, wordsADay: null, usedUpFor: null },
    revoked: new AbortController().signal,
  }

  async function findAgent(name: string, caller: Caller | null): Promise<Agent | null> {
    const handle = plainHandle(name)
    const byHandle = async () => (couldBeHandle(handle) ? findAgentByHandle(db, handle) : null)
    const id = uuid.test(name) ? name : await byHandle()
    if (id === null || !isAllowed(caller, id)) return null
    const agent = await agents.find(id, caller?.wallet ?? null)
    // A draft opens by its link, which whoever knows its id has; a handle tells nobody of it.
    return agent && (uuid.test(name) || isFound(agent, caller?.wallet ?? null)) ? asShown(agent) : null
  }

  /** @throws {Failure} `not_found` for an agent that the key is not for */
  function admit(caller: Caller, agentId: string): void {
    if (!uuid.test(agentId) || !isAllowed(caller, agentId)) noSuchAgent()
  }

  /** Holds the words that a reply may take of the caller's day. @throws {Failure} as `ApiKeys.hold` */
  async function hold({ keyId, ...caller }: Caller, mostWords: number): Promise<WordsOfReply> {
    return keyId === null ? UNCOUNTED : keys.hold({ keyId, ...caller }, mostWords)
  }

  /** Nobody asks drafts, which only open by their link. */
  async function answering({ wallet }: Caller, agentId: string): Promise<FoundAnswering> {
    if (wallet === null && !(await agents.find(agentId, null))?.isPublic) noSuchAgent()
    return (await agents.findAnswering(agentId, wallet)) ?? noSuchAgent()
  }

  /** Refuses what can't be left out of the prompt and does not fit it. */
  async function requireRoom(
    { wallet }: Caller,
    { agentId, system = '', text, following = [] }: Partial<UnstoredQuestion> & { agentId: string },
  ) {
    const { tokens, replyTokens } = await answers.windowFor({ agentId, wallet })
    const fixed = [{ content: system }, { content: text ?? '' }, ...following]
    const needed = fixed.reduce((sum, message) => sum + tokensOf(message), 0)
    if (needed + replyTokens > tokens)
      throw new Failure(
        'question_too_long',
        `The model takes ${tokens} tokens, ${replyTokens} of them for its reply. The question alone has about ${needed}.`,
      )
  }

  /** The place of a reply if it is in a conversation that the key began. @throws {Failure} `not_found` */
  async function ownReply({ wallet, keyId }: Caller, place: ReplyPlace) {
    const { conversationId, replyId } = place
    const known = wallet !== null && keyId !== null && uuid.test(conversationId) && uuid.test(replyId)
    const found = known ? await findReplyOfKey(db, { ...place, wallet, keyId }) : null
    if (!found || wallet === null) throw new Failure('not_found', 'There is no such reply.')
    return { wallet, found }
  }

  return {
    async identify(authorization) {
      // Clients of the field insist on sending some key. Where none is needed, one that can't be ours does no harm.
      const isNobody = authorization === undefined || !authorization.includes(KEY_PREFIX)
      return options.open && isNobody ? nobody : keys.identify(authorization ?? '')
    },

    findAgent,

    async listAgents(caller, { query, cursor, limit = limits.listPage, order }) {
      const wallet = caller?.wallet ?? null
      if (caller?.agentId) {
        const only = await findAgent(caller.agentId, caller)
        return { agents: only ? [only] : [], nextCursor: null }
      }
      if (wallet !== null && (cursor === undefined || cursor.startsWith(OWN))) {
        const own = await agents.listOwned(wallet, {
          ...(query !== undefined && { query }),
          ...(cursor !== undefined && { cursor: cursor.slice(OWN.length) }),
          limit,
        })
        if (own.nextCursor !== null) return { ...own, nextCursor: OWN + own.nextCursor }
        const room = limit - own.agents.length
        if (room === 0) return own.agents.length === 0 ? own : startingPublic(own)
        const rest = await listPublic(wallet, { query, limit: room, order })
        return { agents: [...own.agents, ...rest.agents], nextCursor: rest.nextCursor }
      }
      return listPublic(wallet, { query, cursor: cursor === PUBLIC ? undefined : cursor, limit, order })
    },

    async ask(caller, { agentId, requestId, log, gone, aside, ...question }) {
      admit(caller, agentId)
      await requireRoom(caller, { agentId, ...question })
      const mostWords = wordsWithin(question.maxTokens)
      // Beside each other, so that the first word does not wait for both.
      const [held, found] = await Promise.allSettled([hold(caller, mostWords), answering(caller, agentId)])
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
      return words.count(countingCalls(words, events, aside))
    },

    async askStored(caller, { agentId, text, system, maxTokens, requestId, log, gone, aside, ...where }) {
      const { wallet, keyId } = caller
      if (wallet === null || keyId === null) throw invalidKey()
      admit(caller, agentId)
      await requireRoom(caller, { agentId, system, text })
      const mostWords = wordsWithin(maxTokens)
      const words = await hold(caller, mostWords)
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
      try {
        const kept = where.conversationId === null ? keptMessages(turns, clock().toISOString()) : []
        if (kept.length > 0)
          await conversations.keep({ id: conversationId, owner: wallet }, { agentId, messages: kept }, keyId)
        const parentId = kept.at(-1)?.id ?? where.parentId
        const question = { id: randomUUID(), parentId, content: text }
        const ask = { replyId, agentId, question }
        const follow = await replies.ask(wallet, conversationId, ask, { requestId, log, door })
        const events = stoppedBy(caller.revoked, follow(NOTHING, AbortSignal.any([gone, caller.revoked])))
        return { conversationId, replyId, events }
      } catch (error) {
        words.giveBack()
        throw error
      }
    },

    async read(caller, place) {
      return (await ownReply(caller, place)).found
    },

    async follow(caller, place, gone) {
      const { wallet } = await ownReply(caller, place)
      const follow = await replies.follow(wallet, place.conversationId, place.replyId)
      return stoppedBy(caller.revoked, follow(NOTHING, AbortSignal.any([gone, caller.revoked])))
    },

    async stop(caller, place) {
      const { wallet } = await ownReply(caller, place)
      await replies.stop(wallet, place.conversationId, place.replyId)
    },
  }

  async function listPublic(
    wallet: string | null,
    query: {
      query?: string | undefined
      cursor?: string | undefined
      limit: number
      order?: AgentOrder | undefined
    },
  ): Promise<AgentPage> {
    const { query: text, cursor, limit, order } = query
    const page = await agents.list({
      ...(text !== undefined && { query: text }),
      ...(cursor !== undefined && { cursor }),
      ...(order !== undefined && { order }),
      limit,
    })
    // The caller's own agents came before.
    return { ...page, agents: page.agents.filter(({ owner }) => owner !== wallet) }
  }
}

/** The most words that a reply may have: a word has at least one token. */
function wordsWithin(maxTokens: number = SAMPLING.max_tokens): number {
  return Math.min(maxTokens, SAMPLING.max_tokens)
}

/** Nobody's words are not counted. */
const UNCOUNTED: WordsOfReply = { count: (events) => events, add() {}, giveBack() {} }

/** Counts the words of calls, which are no words of a reply's text but come from the model all the same. */
async function* countingCalls(
  words: WordsOfReply,
  events: AsyncIterable<ReplyEvent>,
  aside: UnstoredQuestion['aside'],
): AsyncGenerator<ReplyEvent> {
  for await (const event of events) {
    if (isEnd(event)) for (const call of aside?.calls ?? []) words.add(`${call.name} ${call.arguments}`)
    yield event
  }
}

/** Turns as the messages of a conversation, each after the one before. */
function keptMessages(turns: readonly RememberedTurn[], at: string): KeptConversation['messages'] {
  const messages: KeptConversation['messages'] = []
  for (const { role, content } of turns) {
    const place = { id: randomUUID(), parentId: messages.at(-1)?.id ?? null, createdAt: at, content }
    const ended = { state: 'finished', cutShort: false, forgotten: 0, repliedAt: at } as const
    messages.push(role === 'user' ? { ...place, role } : { ...place, ...ended, role: 'assistant' })
  }
  return messages
}

/** The cursor of the beginning of the public list. */
const PUBLIC = 'public'

const startingPublic = (page: AgentPage): AgentPage => ({ ...page, nextCursor: PUBLIC })

/** Whether a key may use this agent at all. */
function isAllowed(caller: Caller | null, agentId: string): boolean {
  return !caller?.agentId || caller.agentId === agentId.toLowerCase()
}

/** Ends with `stopped` what a caller reads of a reply, if it ends without an end because the signal aborted. */
async function* stoppedBy(
  revoked: AbortSignal,
  events: AsyncIterable<ReplyEvent>,
): AsyncGenerator<ReplyEvent> {
  let isOver = false
  for await (const event of events) {
    isOver = isEnd(event)
    yield event
  }
  if (!isOver && revoked.aborted) yield { type: 'stopped' }
}

/** Calls `stop` when the signal aborts while a reply runs, whoever reads it; the events are passed on unchanged. */
async function* whileRunning(
  revoked: AbortSignal,
  stop: () => void,
  events: AsyncIterable<ReplyEvent>,
): AsyncGenerator<ReplyEvent> {
  revoked.addEventListener('abort', stop, { once: true })
  if (revoked.aborted) stop()
  try {
    yield* events
  } finally {
    revoked.removeEventListener('abort', stop)
  }
}

function noSuchAgent(): never {
  throw new Failure('not_found', 'There is no such agent.')
}
