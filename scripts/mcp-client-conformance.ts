import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { brokenClients } from './mcp-conformance/broken-clients.ts'
import { createDriver, type Scenario } from './mcp-conformance/client-driver.ts'
import { installSuite, passes, type Revision, runSuite } from './mcp-conformance/suite.ts'

/**
 * `npm run mcp-client-conformance`: the protocol's own suite against the product's client of MCP and its sign-in, and
 * against clients that are broken on purpose, each of which it has to find out.
 */

/** The scenarios that a client has to pass, and the number that this one is known to pass. */
const revisions: { revision: Revision; expected: number }[] = [
  { revision: '2026-07-28', expected: 32 },
  // The other one asks the person while a call is open, and a call that waits for a person is not held open.
  { revision: '2025-11-25', expected: 17 },
]

/** Of the broken clients. */
const AT_ONCE = 4

const program = await installSuite('the client of MCP')
const driver = await createDriver()
const server = createServer(async (request, response) => {
  const broken = brokenClients[Number(request.url?.slice(1) || Number.NaN)]
  try {
    await driver.play((await json(request)) as Scenario, broken)
    response.end()
  } catch (error) {
    response.writeHead(500).end(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const command = `${process.execPath} ${fileURLToPath(new URL('./mcp-conformance/client-call.ts', import.meta.url))}`

for (const { revision, expected } of revisions) {
  const args = ['--command', command]
  const { passed, failed } = await runSuite(program, 'client', {
    ...{ revision, args, env: { DRIVER_ADDRESS: address } },
  })
  const all = passed.length + failed.length
  console.log(`${revision}: ${passed.length} of ${all} scenarios pass, ${expected} are expected`)
  if (failed.length > 0) console.log(`  not: ${failed.join(', ')}`)
  if (passed.length < expected) process.exitCode = 1
}

const unseen: string[] = []
const waiting = [...brokenClients.entries()]
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, { name, scenario }] = next
      const isUnseen = await passes(program, scenario, command, { DRIVER_ADDRESS: `${address}/${at}` })
      if (isUnseen) unseen.push(`${scenario} passes for a client that ${name}`)
    }
  }),
)
const found = brokenClients.length - unseen.length
console.log(`${found} of ${brokenClients.length} broken clients are found out`)
for (const one of unseen) console.log(`  ${one}`)
if (unseen.length > 0) process.exitCode = 1

server.close()
server.closeAllConnections()
await driver.close()
