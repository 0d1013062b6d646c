import { resolve } from 'node:path'
import type { Env } from '../base/env.ts'
import type { Logger } from '../base/log.ts'
import { AddressRanges } from '../base/network/public-address.ts'
import type { ServerSecret } from '../base/secrets/server-secret.ts'
import { createConnectMcp } from '../domain/mcp/connect.ts'
import { KnownServers } from '../domain/mcp/known-servers.ts'
import { Listings } from '../domain/mcp/listings.ts'
import { McpServers } from '../domain/mcp/mcp-servers.ts'
import { SignIns } from '../domain/mcp/oauth/sign-ins.ts'
import { PlaceServers } from '../domain/mcp/place-servers.ts'
import { ServerTools } from '../domain/mcp/server-tools.ts'
import { GuardedFetch } from '../llm/http/guarded-fetch.ts'
import type { Infrastructure } from './infrastructure.ts'

/** The servers of tools that people connect, and their tools. */
export function createMcpParts(
  base: Infrastructure & { secret: ServerSecret },
  /** Has what waits for a person's sign-in at a host go on. */
  onSignedIn: (wallet: string, host: string) => Promise<void>,
) {
  const { env, given, log } = base
  const toolNetwork = new GuardedFetch({
    ...base.outgoing,
    ranges: new AddressRanges(env.TOOL_ADDRESS_RANGES ?? []),
  })
  const { mcpPatienceMs: patienceMs } = given
  const connect = createConnectMcp({ send: toolNetwork.send, log, ...(patienceMs && { patienceMs }) })
  const place = given.placeServers ?? { find: () => null, list: () => [] }
  const signIns = new SignIns({
    ...{ ...base, send: toolNetwork.send },
    check: (url) => toolNetwork.check(url),
    findServer: async (_wallet, id) => {
      const [server] = await known.find([id])
      return server?.auth === 'oauth' ? server : null
    },
    onSignedIn: async (wallet, { id }) => {
      const [server] = await known.find([id])
      if (!server) return
      // What goes on looks for the tools of the server first, which were not there without the sign-in.
      await listings.refresh(server, wallet)
      await onSignedIn(wallet, server.host)
      await given.signIns?.onSignedIn?.(wallet, server)
    },
  })
  const known = new KnownServers({ ...base, connect, place, signIns })
  const listings = new Listings({ ...base, known })
  const mcpServers = new McpServers({
    ...{ ...base, known, listings, signIns },
    checkAddress: (url) => toolNetwork.check(url),
  })
  return { mcpServers, signIns, serverTools: new ServerTools({ ...base, known, listings }), toolNetwork }
}

/** @throws {ServersFileError} with one plain sentence */
export const openPlaceServers = ({ MCP_FILE, DATA_DIR, apiKeys }: Env, log: Logger) =>
  new PlaceServers({
    ...{ apiKeys, log },
    path: resolve(MCP_FILE ?? `${DATA_DIR}/mcp.json`),
    isNamed: MCP_FILE !== undefined,
  })
