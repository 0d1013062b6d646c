import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { compileCache, serverArguments } from '../test/server-process.ts'
import { workingFolder } from '../test/working-folder.ts'
import { startModelServer } from './fakes/model-server.ts'
import { expect, requestTest as test } from './fixtures.ts'
import { startProduct } from './start-product.ts'

/** Starting and ending the product as an operator does. */
async function refusal(environment: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, serverArguments, {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      PORT: '0',
      SEED_SAMPLES: '0',
      LOG_LEVEL: 'silent',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (bytes) => {
    said += bytes
  })
  const [code] = await once(child, 'close')
  return { code, said: said.trim() }
}

let folder: string
test.beforeAll(async () => {
  folder = await mkdtemp(join(workingFolder, 'bionic-starting-'))
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

test.describe('what keeps the server from starting is one plain sentence and an exit code', () => {
  const oneSentence = /^Bionic can't run: [^\n]+[.!]$/

  for (const [name, environment, mentions] of [
    ['a port that is no number', { PORT: 'eighty' }, /PORT/],
    ['a port beyond the last', { PORT: '70000' }, /PORT/],
    ['a public address that is none', { PUBLIC_URL: 'bionic' }, /PUBLIC_URL/],
    ['a database of another kind', { DATABASE_URL: 'mysql://root@127.0.0.1/x' }, /DATABASE_URL/],
    ['a flag that is neither 0 nor 1', { SEED_SAMPLES: 'yes' }, /SEED_SAMPLES/],
    [
      'a database that nobody serves',
      { DATABASE_URL: 'postgres://someone:hidden-word@127.0.0.1:9/none' },
      /database/i,
    ],
  ] as const)
    test(name, async () => {
      const { code, said } = await refusal({ DATA_DIR: join(folder, 'unused'), ...environment })
      expect(said).toMatch(oneSentence)
      expect(said).toMatch(mentions)
      expect(said).not.toContain('hidden-word')
      expect(code).toBe(1)
    })

  test('a data folder that is a file', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const { code, said } = await refusal({ DATA_DIR: file })
    expect(said).toMatch(oneSentence)
    expect(said).toContain(file)
    expect(code).toBe(1)
  })

  test('a port that is taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as { port: number }
    const { code, said } = await refusal({ PORT: String(port), DATA_DIR: join(folder, 'unused') })
    expect(said).toMatch(oneSentence)
    expect(said).toContain(`Port ${port} is taken`)
    expect(code).toBe(1)
    holder.close()
  })

  test('a data folder that another server has', async () => {
    const dataDir = join(folder, 'shared')
    const first = await startProduct({ DATA_DIR: dataDir, SEED_SAMPLES: '0' })
    const { code, said } = await refusal({ DATA_DIR: dataDir })
    expect(said).toMatch(oneSentence)
    expect(said).toMatch(/process \d+/)
    expect(code).toBe(1)
    await first.stop()
  })
})

test('SIGTERM lets a running reply go with its words kept, and ends with 0', async () => {
  const model = await startModelServer({ scenario: 'stalls' })
  const product = await startProduct({ OPENAI_BASE_URL: model.baseUrl, SEED_SAMPLES: '0' })
  const response = await fetch(`${product.address}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'Say something long.' }),
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  while (!received.includes('the"')) {
    const part = await reader?.read()
    // Without an end, a reply that broke off would be read forever, and the time limit would have no effect.
    if (!part || part.done) throw new Error(`The reply ended with: ${received}`)
    received += part.value
  }
  const ended = product.stop()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    received += part.value
  const words = [...received.matchAll(/"text":"([^"]*)"/g)].map((match) => match[1]).join('')
  expect(words).toBe('Hello from the')
  expect(received).toContain('"type":"interrupted"')
  expect(await ended).toBe(0)
  expect(await model.closed(0)).toBe('cut')
  await model.close()
})

test('the samples are made once: a second start has the same agents', async () => {
  const dataDir = join(folder, 'samples')
  const idsAt = async (address: string) => {
    const { agents } = (await (await fetch(`${address}/api/agents`)).json()) as { agents: { id: string }[] }
    return agents.map(({ id }) => id)
  }
  const first = await startProduct({ DATA_DIR: dataDir })
  const ids = await idsAt(first.address)
  await first.stop()
  const second = await startProduct({ DATA_DIR: dataDir })
  expect(ids).toHaveLength(12)
  expect(await idsAt(second.address)).toEqual(ids)
  await second.stop()
})
