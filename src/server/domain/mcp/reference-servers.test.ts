import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../../test/free-port.ts'
import { bridgeStdio } from '../../../../test/mcp-stdio-bridge.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { createLog } from '../../base/log.ts'
import { internet } from '../../base/network/network.ts'
import { AddressRanges } from '../../base/network/public-address.ts'
import { GuardedFetch } from '../../llm/http/guarded-fetch.ts'
import { callOrContinue } from './asked-call.ts'
import { createConnectMcp } from './connect.ts'
import type { McpConnection, RawTool } from './mcp-connection.ts'
import { pinTools } from './raw-tools.ts'

/** The protocol's reference servers, of `tools/referees`, asked by the product's own connection. */
const packages = new URL('../../../../tools/referees/node_modules/@modelcontextprotocol/', import.meta.url)
const scriptOf = (name: string) => new URL(`${name}/dist/index.js`, packages).pathname

const ranges = new AddressRanges(['127.0.0.0/8'])
const guarded = new GuardedFetch({ network: internet, ranges, ownHosts: [] })
afterAll(() => guarded.close())
const connect = createConnectMcp({ send: guarded.send, log: createLog('silent') })
const soon = () => AbortSignal.timeout(15_000)
const open: McpConnection[] = []
afterEach(async () => {
  for (const connection of open.splice(0)) await connection.close()
})

async function asked(address: string) {
  const connection = await connect({ address }, soon())
  open.push(connection)
  const { tools } = await connection.list(soon())
  const { pinned, left } = pinTools(tools)
  expect(left).toBe(0)
  const call = (name: string, args: Record<string, unknown>) => {
    const found = pinned.find((one) => one.name === name)
    if (!found) throw new Error(`There is no ${name}.`)
    const of = { server: 'x', tool: found.raw as RawTool, pin: found.pin, arguments: args }
    return callOrContinue((work) => work(connection), of, undefined, soon())
  }
  return { connection, pinned, call }
}

test('the server with everything is listed, calls, waits, fails and asks', async () => {
  const port = await freePort()
  const child = spawn(process.execPath, [scriptOf('server-everything'), 'streamableHttp'], {
    env: { PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(async () => {
    child.kill()
    await once(child, 'close')
  })
  const address = `http://127.0.0.1:${port}/mcp`
  await expect
    .poll(() =>
      connect({ address }, soon())
        .then((one) => one.close())
        .then(
          () => true,
          () => false,
        ),
    )
    .toBe(true)
  const { connection, pinned, call } = await asked(address)
  expect(connection.era).toBe('legacy')
  expect(pinned.length).toBeGreaterThanOrEqual(10)
  expect(await call('echo', { message: 'hello' })).toEqual({ kind: 'done', text: 'Echo: hello' })
  expect(await call('get-sum', { a: 2, b: 40 })).toMatchObject({ text: expect.stringContaining('42') })
  expect(await call('get-sum', { a: 'two' })).toMatchObject({ kind: 'failed' })
  const picture = await call('get-tiny-image', {})
  expect(picture).toMatchObject({ text: expect.stringContaining('[a picture that is not shown: image/png]') })
  expect(await call('get-structured-content', { location: 'New York' })).toMatchObject({ kind: 'done' })
  const long = await call('trigger-long-running-operation', { duration: 1, steps: 3 })
  expect(long).toMatchObject({ kind: 'done', text: expect.stringContaining('completed') })
  const question = await call('trigger-elicitation-request', {})
  expect(question).toMatchObject({
    kind: 'done',
    text: expect.stringContaining('it was told that nobody answered'),
  })
  // Neither sampling nor roots are offered, so it has no tools that want them.
  expect(pinned.some(({ name }) => /sampling|roots/.test(name))).toBe(false)
})

test('the server of files reads and writes in its folder, and says why not elsewhere', async () => {
  const folder = join(temporaryFolder(), 'shown')
  mkdirSync(folder)
  writeFileSync(join(folder, 'letter.txt'), 'Dear Ada')
  const bridge = await bridgeStdio(scriptOf('server-filesystem'), [folder])
  onTestFinished(bridge.close)
  const { call } = await asked(bridge.address)
  const read = await call('read_text_file', { path: join(folder, 'letter.txt') })
  expect(read).toEqual({ kind: 'done', text: 'Dear Ada' })
  expect(await call('read_text_file', { path: '/etc/passwd' })).toMatchObject({
    ...{ kind: 'failed', why: expect.stringContaining('Access denied') },
  })
})

test('the server of memory keeps what it is told, and lists the same pins each time', async () => {
  const file = join(temporaryFolder(), 'memory.jsonl')
  const bridge = await bridgeStdio(scriptOf('server-memory'), [], { MEMORY_FILE_PATH: file })
  onTestFinished(bridge.close)
  const { call, pinned } = await asked(bridge.address)
  const entities = [{ name: 'Ada', entityType: 'person', observations: ['likes tea'] }]
  expect(await call('create_entities', { entities })).toMatchObject({ kind: 'done' })
  const again = await asked(bridge.address)
  expect(again.pinned).toEqual(pinned)
  expect(await again.call('search_nodes', { query: 'tea' })).toMatchObject({
    ...{ kind: 'done', text: expect.stringContaining('Ada') },
  })
})
