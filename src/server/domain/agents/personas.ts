import {
  type EnteredLore,
  type OwnPersona,
  PERSONA_BODY_BYTES,
  type ReplyLore,
  type TryLore,
} from '../../../shared/agents/own-persona.ts'
import { type Lorebook, NO_PERSONA, type Persona } from '../../../shared/agents/persona.ts'
import { greetingOf, pathTo, saidTurns } from '../../../shared/chat/message-tree.ts'
import type { Logger } from '../../base/log.ts'
import { findPersona, savePersona } from '../../db/agents/personas.ts'
import type { Db } from '../../db/connect/connect.ts'
import type { Answers } from '../chat/answers.ts'
import { namesOf } from '../chat/persona-prompt.ts'
import { findLore } from '../chat/reply-materials.ts'
import type { Conversations } from '../conversations/conversations.ts'
import { Failure } from '../failure.ts'
import { scanLore } from '../lorebook/scan-lore.ts'
import type { ScannedLore } from '../lorebook/scan-thread.ts'
import { bytesOf, type Quotas } from '../quotas/quotas.ts'
import type { Agents } from './agents.ts'

/** The personas of agents, for their owners only. Others are refused as by the calls of `Agents` that change one. */
export interface Personas {
  /** @throws {Failure} `not_found` or `forbidden` */
  open(agentId: string, owner: string): Promise<{ persona: Persona; lorebook: Lorebook | null }>
  /** @throws {Failure} `not_found`, `forbidden`, `validation_failed` if it is too large, or `quota_reached` */
  save(agentId: string, owner: string, edited: OwnPersona): Promise<void>
  /**
   * What would enter from a lorebook if this were said.
   * @throws {Failure} `not_found` or `forbidden`
   */
  tryLore(agentId: string, owner: string, tried: TryLore): Promise<EnteredLore>
  /**
   * What entered the prompt of a stored reply of an own agent, in an own conversation.
   * @throws {Failure} `not_found`, `forbidden` for an agent of another wallet
   */
  loreOfReply(owner: string, place: { conversationId: string; replyId: string }): Promise<ReplyLore>
}

export function createPersonas(options: {
  db: Db
  clock: () => Date
  log: Logger
  agents: Pick<Agents, 'openOwned' | 'findAnswering'>
  conversations: Pick<Conversations, 'open'>
  quotas: Pick<Quotas, 'words'>
  answers: Pick<Answers, 'engineFor' | 'windowFor'>
}): Personas {
  const { db, clock, log, agents, conversations, quotas, answers } = options
  return {
    async open(agentId, owner) {
      await agents.openOwned(agentId, owner)
      const stored = await findPersona(db, agentId)
      return { persona: stored?.persona ?? NO_PERSONA, lorebook: stored?.lorebook ?? null }
    },

    async save(agentId, owner, { persona, lorebook }) {
      await agents.openOwned(agentId, owner)
      const bytes = bytesOf(JSON.stringify(persona), JSON.stringify(lorebook))
      if (bytes > PERSONA_BODY_BYTES) throw new Failure('validation_failed', 'This persona is too large.')
      await quotas.words.hold(owner, bytes, () =>
        savePersona(db, { agentId, persona, lorebook, now: clock() }),
      )
      // The persona that was replaced counts no more.
      quotas.words.forget(owner)
    },

    async tryLore(agentId, owner, { lorebook, text }) {
      await agents.openOwned(agentId, owner)
      const agent = await agents.findAnswering(agentId, owner)
      if (!agent) throw new Failure('not_found', 'There is no such agent.')
      const { windowTokens } = await answers.engineFor({ agentId, wallet: owner })
      const scan = { lorebook, messages: [text], names: namesOf(agent), windowTokens }
      return present(await scanLore(scan, agentId))
    },

    async loreOfReply(owner, { conversationId, replyId }) {
      const { agentId, messages } = await conversations.open({ id: conversationId, owner })
      const path = pathTo(messages, replyId)
      const [question, reply] = path.slice(-2)
      if (question?.role !== 'user' || reply?.role !== 'assistant')
        throw new Failure('not_found', 'There is no such reply.')
      await agents.openOwned(agentId, owner)
      const [agent, stored] = await Promise.all([
        agents.findAnswering(agentId, owner),
        findPersona(db, agentId),
      ])
      if (!agent) throw new Failure('not_found', 'There is no such agent.')
      const turns = saidTurns(path.slice(0, -2))
      const greeting = greetingOf(path)?.content
      const request = { agent, turns, greeting, text: question.content, seed: replyId }
      const hasLore = (stored?.lorebook?.entries.length ?? 0) > 0
      const window = await answers.windowFor({ agentId, wallet: owner })
      const lore = hasLore ? await findLore(request, window, log) : NOTHING
      const editedSince = stored !== null && stored.updatedAt.toISOString() > reply.createdAt
      return { ...present(lore), editedSince }
    },
  }
}

const NOTHING: ScannedLore = { before: [], after: [], considered: [], budget: 0, slow: [] }

function present(lore: ScannedLore | null): EnteredLore {
  if (!lore) return { searched: false, budget: 0, entries: [], slow: [] }
  return {
    searched: true,
    budget: lore.budget,
    entries: lore.considered.map(({ index, name, reason, outcome, tokens }) => ({
      index,
      name,
      key: reason.kind === 'key' ? reason.key : null,
      message: reason.kind === 'key' ? reason.message : null,
      outcome,
      tokens,
    })),
    slow: lore.slow,
  }
}
