import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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

/**
 * `npm run mcp-conformance`: the protocol's own suite against the product's door of MCP, with the tools that the suite
 * asks for behind it. The suite is fetched into a folder that git ignores: it brings a hundred packages, and no
 * test needs them.
 */
const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
const folder = fileURLToPath(new URL('../.cache/mcp-conformance', import.meta.url))

/** The scenarios that a server has to pass, and the number that this one is known to pass. */
const revisions = [
  { revision: '2026-07-28', passes: 37 },
  // The others have the server ask the client, for which it would have to keep sessions.
  { revision: '2025-11-25', passes: 26 },
]

async function run(command: string, args: string[], cwd: string): Promise<string> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece
  })
  await once(child, 'close')
  return output
}

async function install(): Promise<string> {
  const program = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
  if (existsSync(program)) return program
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  await run('npm', ['install', '--no-save', SUITE], folder)
  if (existsSync(program)) return program
  console.log('The suite can not be fetched, so the door of MCP is not examined with it.')
  process.exit()
}

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

/** Counts the scenarios that are scored; the suite lists those that are not once more, below its summary. */
function count(output: string): { passed: number; all: number } {
  const unscored = new Set([...output.matchAll(/^ {2}[✓✗] (\S+) \(/gm)].map(([, name]) => name))
  const scored = [...output.matchAll(/^([✓✗]) (\S+): /gm)].filter(([, , name]) => !unscored.has(name))
  return { passed: scored.filter(([, mark]) => mark === '✓').length, all: scored.length }
}

const program = await install()
const { server, url } = await serveFixtures()
for (const { revision, passes } of revisions) {
  const args = [program, 'server', '--url', url, '--requirements', revision]
  const output = await run(process.execPath, args, folder)
  if (process.argv.includes('--verbose')) process.stdout.write(output)
  const { passed, all } = count(output)
  console.log(`${revision}: ${passed} of ${all} scenarios pass, ${passes} are expected`)
  if (passed < passes) process.exitCode = 1
}
server.close()
server.closeAllConnections()
