import type { AgentOrder } from '../../../shared/agents/agent-orders.ts'
import type { Agent, AgentPage } from '../../../shared/agents/agents.ts'
import { couldBeHandle, plainHandle } from '../../../shared/agents/handles.ts'
import { asShown } from '../../../shared/agents/macros.ts'
import { limits } from '../../../shared/common/limits.ts'
import { isUuid } from '../../../shared/common/uuid.ts'
import { shownChoice } from '../../../shared/models/model-choice.ts'
import { shownTools } from '../../../shared/tools/agent-tools.ts'
import type { FoundAnswering } from '../../db/agents/find-answering-agent.ts'
import { findAgentByHandle } from '../../db/agents/handles.ts'
import type { Db } from '../../db/connect/connect.ts'
import type { Agents } from '../agents/agents.ts'
import { noSuch } from '../failure.ts'
import type { Caller } from './door-questions.ts'

/** A list begins with the caller's own agents; this is what cursors of that part begin with. */
const OWN = 'own.'

const PUBLIC = 'public'

export interface AgentsQuery {
  query?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
  order?: AgentOrder | undefined
}

/** The agents that callers can use: a hidden one exists for its owner's keys only, and a key of one agent has that one. */
export class UsableAgents {
  readonly #db: Db
  readonly #agents: Pick<Agents, 'find' | 'findAnswering' | 'list' | 'listOwned'>

  constructor(options: { db: Db; agents: Pick<Agents, 'find' | 'findAnswering' | 'list' | 'listOwned'> }) {
    this.#db = options.db
    this.#agents = options.agents
  }

  /** Finds an agent by its id or handle, with or without `@`; null if the caller (null for nobody) can't use it. */
  async find(name: string, caller: Caller | null): Promise<Agent | null> {
    const handle = plainHandle(name)
    const byHandle = async () => (couldBeHandle(handle) ? findAgentByHandle(this.#db, handle) : null)
    const id = isUuid(name) ? name : await byHandle()
    if (id === null || !isAllowed(caller, id)) return null
    const agent = await this.#agents.find(id, caller?.wallet ?? null)
    // A draft opens by its link, which whoever knows its id has; a handle tells nobody of it.
    if (!agent || agent.moderation === 'down') return null
    return isUuid(name) || agent.isPublic || agent.owner === caller?.wallet
      ? { ...asShown(agent), model: shownChoice(agent.model), tools: shownTools(agent.tools) }
      : null
  }

  /** The caller's own agents, then the public ones, newest first by default. @throws {Failure} `cursor_invalid` */
  async list(caller: Caller | null, query: AgentsQuery): Promise<AgentPage> {
    if (caller?.agentId) {
      const only = await this.find(caller.agentId, caller)
      return { agents: only ? [only] : [], nextCursor: null }
    }
    const wallet = caller?.wallet ?? null
    const { cursor } = query
    if (wallet !== null && (cursor === undefined || cursor.startsWith(OWN)))
      return this.#listOwn(wallet, query)
    return this.#listPublic(wallet, { ...query, cursor: cursor === PUBLIC ? undefined : cursor })
  }

  /** @throws {Failure} `not_found` for an agent that the key is not for */
  admit(caller: Caller, agentId: string): void {
    if (!isUuid(agentId) || !isAllowed(caller, agentId)) noSuch('agent')
  }

  /** Finds an agent as it answers. Nobody asks drafts, which only open by their link. @throws {Failure} `not_found` */
  async answering({ wallet }: Caller, agentId: string): Promise<FoundAnswering> {
    if (wallet === null && !(await this.#agents.find(agentId, null))?.isPublic) noSuch('agent')
    return (await this.#agents.findAnswering(agentId, wallet)) ?? noSuch('agent')
  }

  async #listOwn(
    wallet: string,
    { cursor, limit = limits.listPage, ...query }: AgentsQuery,
  ): Promise<AgentPage> {
    const owned = await this.#agents.listOwned(wallet, {
      ...(query.query !== undefined && { query: query.query }),
      ...(cursor !== undefined && { cursor: cursor.slice(OWN.length) }),
      limit,
    })
    const own = { ...owned, agents: owned.agents.filter(({ moderation }) => moderation !== 'down') }
    if (own.nextCursor !== null) return { ...own, nextCursor: OWN + own.nextCursor }
    const room = limit - own.agents.length
    if (room === 0) return own.agents.length === 0 ? own : { ...own, nextCursor: PUBLIC }
    const rest = await this.#listPublic(wallet, { ...query, limit: room })
    return { agents: [...own.agents, ...rest.agents], nextCursor: rest.nextCursor }
  }

  async #listPublic(
    wallet: string | null,
    { query, cursor, limit = limits.listPage, order }: AgentsQuery,
  ): Promise<AgentPage> {
    const page = await this.#agents.list({
      ...(query !== undefined && { query }),
      ...(cursor !== undefined && { cursor }),
      ...(order !== undefined && { order }),
      limit,
    })
    // The caller's own agents came before.
    return { ...page, agents: page.agents.filter(({ owner }) => owner !== wallet) }
  }
}

function isAllowed(caller: Caller | null, agentId: string): boolean {
  return !caller?.agentId || caller.agentId === agentId.toLowerCase()
}
