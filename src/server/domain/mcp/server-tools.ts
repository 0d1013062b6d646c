import { toolLimits } from '../../../shared/tools/tool-states.ts'
import type { Logger } from '../../base/log.ts'
import type { Db } from '../../db/connect/connect.ts'
import { type AcceptedTool, listAcceptedTools } from '../../db/mcp/mcp-tools.ts'
import type { GivenAnswer, Tool, ToolAsker, ToolOutcome, ToolSource } from '../tools/tool.ts'
import { callOrContinue } from './asked-call.ts'
import { foldTools } from './find-tools.ts'
import type { KnownServer, KnownServers } from './known-servers.ts'
import type { Listings, Live } from './listings.ts'
import type { RawTool } from './mcp-connection.ts'
import { McpFault } from './mcp-fault.ts'
import { calledNames, descriptionOf, parametersOf, titleOf } from './raw-tools.ts'

interface ServerToolsOptions {
  db: Db
  log: Logger
  known: KnownServers
  listings: Listings
}

/** A tool that was accepted as it is, and as whom its server is asked. */
interface Offered {
  server: KnownServer
  name: string
  pin: string
  raw: RawTool
  /** Whose sign-in is used, where the server has one. */
  person: string | null
}

/** The tools of servers: those that were accepted and have not changed since. */
export class ServerTools implements ToolSource {
  readonly #options: ServerToolsOptions

  constructor(options: ServerToolsOptions) {
    this.#options = options
  }

  async list(asker: ToolAsker, signal: AbortSignal): Promise<readonly Tool[]> {
    const chosen = asker.tools?.servers ?? []
    if (chosen.length === 0) return []
    const { db, known } = this.#options
    const ids = chosen.map(({ id }) => id)
    const [servers, rows] = await Promise.all([known.find(ids), listAcceptedTools(db, ids)])
    signal.throwIfAborted()
    const offered = await Promise.all(
      servers
        // A server of somebody else is not the owner's to give away.
        .filter(({ owner }) => owner === null || owner === asker.owner)
        .map((server) => {
          const open = chosen.find(({ id }) => id === server.id)?.open ?? []
          const accepted = rows.filter((row) => row.server === server.id)
          return this.#offer(server, accepted, new Set(open), asker)
        }),
    )
    const all = offered.flat()
    const names = calledNames(all.map(({ server, name }) => ({ server: server.id, slug: server.slug, name })))
    const tools = all
      .map((one, at) => this.#toolOf(one, names[at] ?? one.name))
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      // A tool that is called like the hash of another would be taken for it.
      .filter(({ name }, _, every) => every.filter((other) => other.name === name).length === 1)
    return (asker.tools?.own.length ?? 0) + tools.length > toolLimits.listed ? foldTools(tools) : tools
  }

  /** Of one server. The owner's connection is the owner's alone, except for tools that are open. */
  async #offer(
    server: KnownServer,
    accepted: readonly AcceptedTool[],
    open: ReadonlySet<string>,
    asker: ToolAsker,
  ): Promise<Offered[]> {
    const asOwner = server.owner !== null && asker.wallet === server.owner
    const whoAsks = ({ name }: AcceptedTool): string | null | undefined => {
      if (asOwner) return server.owner
      if (server.owner !== null && open.has(name)) return server.owner
      if (server.auth === 'oauth') return asker.wallet ?? undefined
      return server.owner === null && (asker.wallet !== null || open.has(name)) ? null : undefined
    }
    const persons = accepted.map((row) => ({ row, person: whoAsks(row) }))
    const lives = new Map<string | null, Live | null>()
    const asked = [...new Set(persons.flatMap(({ person }) => (person === undefined ? [] : [person])))]
    await Promise.all(
      asked.map(async (person) => lives.set(person, await this.#options.listings.live(server, person))),
    )
    return persons.flatMap(({ row, person }) => {
      if (person === undefined || !isThere(row, lives.get(person) ?? null, person === asker.wallet)) return []
      const { name, acceptedPin, acceptedRaw } = row
      return [{ server, name, pin: acceptedPin, raw: { ...acceptedRaw, name }, person }]
    })
  }

  #toolOf(offered: Offered, name: string): Tool {
    const { server, pin, raw } = offered
    return {
      ...{ name, pin, title: titleOf(raw), origin: server.host },
      ...{ description: descriptionOf(raw), parameters: parametersOf(raw) },
      // What a server says of its tools is a hint, and never leaves out a question.
      kind: 'acts',
      marks: { untrusted: true, private: true },
      run: (args, { asker }, signal, answer) => this.#run(offered, args, { asker, signal, answer }),
    }
  }

  async #run(
    { server, pin, raw, person }: Offered,
    args: Record<string, unknown>,
    { asker, signal, answer }: { asker: ToolAsker; signal: AbortSignal; answer: GivenAnswer | undefined },
  ): Promise<ToolOutcome> {
    const { known, log } = this.#options
    const call = { server: server.id, tool: raw, pin, arguments: args }
    try {
      return await callOrContinue((work) => known.ask(server, person, signal, work), call, answer, signal)
    } catch (error) {
      if (!(error instanceof McpFault)) throw error
      log.debug({ err: error, host: server.host }, 'a tool of a server failed')
      if (error.kind !== 'sign-in') return { kind: 'failed', why: sentenceOf(server, error) }
      if (server.auth === 'oauth' && person !== null && person === asker.wallet)
        return { kind: 'sign-in', host: server.host, server: server.id }
      return { kind: 'failed', why: `${server.host} wants another sign-in, which only its owner can change.` }
    }
  }
}

/**
 * Whether a tool is listed as it was accepted. Who has to sign in first is offered what was accepted when it was last
 * listed for its owner, as the sign-in is asked for by the call.
 */
function isThere({ name, pin, acceptedPin }: AcceptedTool, live: Live | null, isOwnSignIn: boolean): boolean {
  if (live === null) return false
  if ('pins' in live) return live.pins.get(name) === acceptedPin
  return live.fault.kind === 'sign-in' && isOwnSignIn && pin === acceptedPin
}

/** What a model and the person read. After these faults nobody knows whether the server did it. */
function sentenceOf({ host }: KnownServer, { kind, message }: McpFault): string {
  const mayBe = ['too-slow', 'too-large', 'broken'].includes(kind)
  return `${host}: ${message}${mayBe ? ' It may have done it nevertheless.' : ''}`
}
