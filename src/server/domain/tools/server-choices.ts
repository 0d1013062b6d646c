import { type AgentTools, shownTools } from '../../../shared/tools/agent-tools.ts'
import type { Db } from '../../db/connect/connect.ts'
import { listUsableServers } from '../../db/mcp/usable-servers.ts'
import { Failure } from '../failure.ts'

/** Which servers of tools an owner can name for an agent: those of the place, and their own. */
export class ServerChoices {
  readonly #db: Db
  readonly #isOfPlace: (id: string) => boolean

  /** @param options.isServerOfPlace whether the operator's file names it now */
  constructor({ db, isServerOfPlace }: { db: Db; isServerOfPlace: (id: string) => boolean }) {
    this.#db = db
    this.#isOfPlace = isServerOfPlace
  }

  /**
   * @param stored what the agent has already: a server that is gone may stay, and is left out of replies
   * @throws {Failure} `validation_failed` at `tools` if the wallet can't name one of the servers
   */
  async require(
    wallet: string,
    tools: AgentTools | null | undefined,
    stored: AgentTools | null,
  ): Promise<void> {
    if (!tools) return
    const known = new Set(stored?.servers.map(({ id }) => id))
    const named = tools.servers.filter(({ id }) => !known.has(id))
    const usable = await this.#usable(wallet, named)
    if (named.every(({ id }) => usable.has(id))) return
    const message = 'One of the servers is not here any more, or not yours. Choose the tools again.'
    throw new Failure('validation_failed', message, { errors: { tools: message } })
  }

  /** What of a choice this wallet can use, as it was made here. */
  async left(wallet: string, tools: AgentTools | null): Promise<AgentTools | null> {
    if (tools === null || tools.servers.length === 0) return tools
    const usable = await this.#usable(wallet, tools.servers)
    return orNone({ ...tools, servers: tools.servers.filter(({ id }) => usable.has(id)) })
  }

  /** The same of a choice that was made elsewhere. What opens a connection for everybody has to be said here. */
  async adopt(wallet: string, tools: AgentTools | null): Promise<AgentTools | null> {
    const left = await this.left(wallet, tools)
    return left && { ...left, servers: left.servers.map(({ id }) => ({ id, open: [] })) }
  }

  async #usable(wallet: string, servers: AgentTools['servers']): Promise<ReadonlySet<string>> {
    const ids = servers.map(({ id }) => id)
    return new Set([...ids.filter(this.#isOfPlace), ...(await listUsableServers(this.#db, wallet, ids))])
  }
}

/** What anybody can have written, as in a card: nothing of servers. */
export function withoutServers(tools: AgentTools | null | undefined): AgentTools | null {
  return orNone(shownTools(tools ?? null))
}

const orNone = (tools: AgentTools | null) =>
  tools && tools.own.length + tools.servers.length > 0 ? tools : null
