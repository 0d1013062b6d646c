import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { readEnv } from '../src/server/base/env.ts'
import { createLog } from '../src/server/base/log.ts'
import type { AppEnv } from '../src/server/http/context.ts'
import { MCP_PATH, mcpRoutes } from '../src/server/http/doors/mcp/mcp.ts'
import { createMcpTransport } from '../src/server/http/doors/mcp/mcp-transport.ts'
import { createHttpServer } from '../src/server/http/edge/http-server.ts'
import { requestContext } from '../src/server/http/edge/request-context.ts'
import { boundBodies } from '../src/server/http/operation.ts'
import { answerProblem } from '../src/server/http/problem.ts'
import { createFixtureServer } from './mcp-conformance/fixture-server.ts'
import { installSuite, type Revision, runSuite } from './mcp-conformance/suite.ts'

/**
 * `npm run mcp-conformance`: the protocol's own suite against the product's door of MCP, with the tools that the suite
 * asks for behind it.
 */

/** The scenarios that a server has to pass, and the number that this one is known to pass. */
const revisions: { revision: Revision; passes: number }[] = [
  { revision: '2026-07-28', passes: 37 },
  // The others have the server ask the client, for which it would have to keep sessions.
  { revision: '2025-11-25', passes: 26 },
]

/** The door as it is mounted in the product, behind the product's HTTP server. */
async function serveFixtures() {
  const log = createLog('silent')
  const nobody = () => Promise.reject(new Error('no tool of the suite asks an agent'))
  const never = { doors: {}, tasks: {}, beforeAsking: nobody } as never as Parameters<typeof mcpRoutes>[0]
  const app = new Hono<AppEnv>()
    .use(requestContext({ log, trustedProxies: 0, readSession: async () => null }))
    .use(boundBodies)
    .use(async (c, next) => {
      c.set('readCaller', nobody)
      await next()
    })
    .onError(answerProblem)
    .route(
      '/',
      mcpRoutes({ ...never, log, publicOrigin: undefined }, async () => ({
        serve: createMcpTransport(createFixtureServer, log),
        openTools: { has: () => true },
      })),
    )
  const server = createHttpServer({ env: readEnv({}), log, fetch: app.fetch })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://localhost:${(server.address() as AddressInfo).port}${MCP_PATH}` }
}

const program = await installSuite('the door of MCP')
const { server, url } = await serveFixtures()
for (const { revision, passes } of revisions) {
  const { passed, failed } = await runSuite(program, 'server', { revision, args: ['--url', url] })
  const all = passed.length + failed.length
  console.log(`${revision}: ${passed.length} of ${all} scenarios pass, ${passes} are expected`)
  if (passed.length < passes) process.exitCode = 1
}
server.close()
server.closeAllConnections()
