import type { Db } from '../../db/connect/connect.ts'
import { listMcpServers } from '../../db/mcp/mcp-servers.ts'
import { listAcceptedTools } from '../../db/mcp/mcp-tools.ts'

/** What an export has of a wallet's servers of tools: neither tokens nor sign-ins. */
export async function namedServers(db: Db, wallet: string) {
  const servers = await listMcpServers(db, wallet)
  const accepted = await listAcceptedTools(
    db,
    servers.map(({ id }) => id),
  )
  return servers.map(({ id, name, address, auth, createdAt }) => ({
    ...{ name, address, auth },
    tools: accepted.filter(({ server }) => server === id).map((tool) => tool.name),
    createdAt: createdAt.toISOString(),
  }))
}
