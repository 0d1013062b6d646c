import {
  type EnteredLore,
  type OwnPersona,
  PERSONA_BODY_BYTES,
  type ReplyLore,
  type StoredPersona,
  type TryLore,
} from '../../../shared/agents/own-persona.ts'
import { NO_PERSONA } from '../../../shared/agents/persona.ts'
import { greetingOf, pathTo, saidTurns } from '../../../shared/chat/message-tree.ts'
import type { Logger } from '../../base/log.ts'
import { changePersona } from '../../db/agents/agent-versions.ts'
import { findPersona } from '../../db/agents/personas.ts'
import type { Db } from '../../db/connect/connect.ts'
import type { Answers } from '../chat/answers.ts'
import { namesOf } from '../chat/persona-prompt.ts'
import { findLore } from '../chat/reply-materials.ts'
import type { Conversations } from '../conversations/conversations.ts'
import { Failure, noSuch } from '../failure.ts'
import { scanLore } from '../lorebook/scan-lore.ts'
import type { ScannedLore } from '../lorebook/scan-thread.ts'
import { agentsModelOf } from '../models/choose-model.ts'
import { bytesOf, type Quotas } from '../quotas/quotas.ts'
import type { AgentHooks } from './agent-hooks.ts'
import type { Agents } from './agents.ts'
import { settled } from './settled.ts'

interface PersonasOptions {
  db: Db
  clock: () => Date
  log: Logger
  agents: Pick<Agents, 'openOwned' | 'findAnswering'>
  hooks: Pick<AgentHooks, 'changed'>
  conversations: Pick<Conversations, 'openWhole'>
  quotas: Pick<Quotas, 'words'>
  answers: Pick<Answers, 'engineFor' | 'windowFor'>
}

/** The personas of agents, for their owners only. Others are refused as by the calls of `Agents` that change one. */
export class Personas {
  readonly #options: PersonasOptions

  constructor(options: PersonasOptions) {
    this.#options = options
  }

  /** @throws {Failure} `not_found` or `forbidden` */
  async open(agentId: string, owner: string): Promise<StoredPersona> {
    const { db, agents } = this.#options
    // First, so that a change in between is refused as a conflict instead of being overwritten.
    const { version } = await agents.openOwned(agentId, owner)
    const stored = await findPersona(db, agentId)
    return { persona: stored?.persona ?? NO_PERSONA, lorebook: stored?.lorebook ?? null, version }
  }

  /**
   * Changes the persona and the lorebook, which makes another version of the agent.
   * @throws {Failure} as `open`; `validation_failed` if too large, `quota_reached`, `conflict` if `basedOn` is outdated
   */
  async save(
    agentId: string,
    owner: string,
    { persona, lorebook, basedOn }: OwnPersona,
  ): Promise<{ version: number }> {
    const { db, clock, agents, hooks, quotas } = this.#options
    await agents.openOwned(agentId, owner)
    const bytes = bytesOf(JSON.stringify(persona), JSON.stringify(lorebook))
    if (bytes > PERSONA_BODY_BYTES) throw new Failure('validation_failed', 'This persona is too large.')
    const change = { id: agentId, owner, basedOn, at: clock(), persona: { persona, lorebook } }
    const changed = settled(await quotas.words.hold(owner, bytes, () => changePersona(db, change)))
    if (changed) {
      await hooks.changed(agentId)
      return { version: changed.version }
    }
    await agents.openOwned(agentId, owner)
    noSuch('agent')
  }

  /** What would enter from a lorebook if this were said. @throws {Failure} `not_found` or `forbidden` */
  async tryLore(agentId: string, owner: string, { lorebook, text }: TryLore): Promise<EnteredLore> {
    const { agents, answers } = this.#options
    await agents.openOwned(agentId, owner)
    const agent = await agents.findAnswering(agentId, owner)
    if (!agent) noSuch('agent')
    const { windowTokens } = await answers.engineFor({
      ...{ agentId, wallet: owner },
      agent: agentsModelOf(agent),
    })
    const scan = { lorebook, messages: [text], names: namesOf(agent), windowTokens }
    return present(await scanLore(scan, agentId))
  }

  /** What entered the prompt of an own agent's reply in an own conversation. @throws {Failure} `not_found` or `forbidden` */
  async loreOfReply(
    owner: string,
    { conversationId, replyId }: { conversationId: string; replyId: string },
  ): Promise<ReplyLore> {
    const { db, log, agents, conversations, answers } = this.#options
    const { agentId, messages, modelRef } = await conversations.openWhole({ id: conversationId, owner })
    const path = pathTo(messages, replyId)
    const [question, reply] = path.slice(-2)
    if (question?.role !== 'user' || reply?.role !== 'assistant') noSuch('reply')
    await agents.openOwned(agentId, owner)
    const [agent, stored] = await Promise.all([
      agents.findAnswering(agentId, owner),
      findPersona(db, agentId),
    ])
    if (!agent) noSuch('agent')
    const turns = saidTurns(path.slice(0, -2))
    const greeting = greetingOf(path)?.content
    const request = { agent, turns, greeting, text: question.content, seed: replyId }
    const hasLore = (stored?.lorebook?.entries.length ?? 0) > 0
    const asked = { agentId, wallet: owner, agent: agentsModelOf(agent), wanted: modelRef }
    const window = await answers.windowFor(asked)
    const lore = hasLore ? await findLore(request, window, log) : NOTHING
    const editedSince = stored !== null && stored.updatedAt.toISOString() > reply.createdAt
    return { ...present(lore), editedSince }
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
