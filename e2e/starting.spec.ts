import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
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

const oneSentence = /^Bionic can't run: [^\n]+[.!]$/

test.describe('what keeps the server from starting is one plain sentence and an exit code', () => {
  for (const [name, environment, mentions] of [
    // Each variable that is wrong has its sentence in `env.test.ts`.
    ['a port that is no number', { PORT: 'eighty' }, /PORT/],
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
})

test('a port and a data folder that a server has are refused to another; SIGTERM lets its running reply go with its words kept, and ends it with 0; its samples were made once', async () => {
  test.slow() // four servers start
  const idsAt = async (address: string) => {
    const { agents } = (await (await fetch(`${address}/api/agents`)).json()) as { agents: { id: string }[] }
    return agents.map(({ id }) => id)
  }
  const model = await startModelServer({ scenario: 'stalls' })
  const dataDir = join(folder, 'samples')
  const first = await startProduct({ DATA_DIR: dataDir, OPENAI_BASE_URL: model.baseUrl })
  const ids = await idsAt(first.address)
  expect(ids).toHaveLength(12)

  const { port } = new URL(first.address)
  for (const [environment, mentions] of [
    [{ PORT: port, DATA_DIR: join(folder, 'unused') }, new RegExp(`Port ${port} is taken`)],
    [{ DATA_DIR: dataDir }, /process \d+/],
  ] as const) {
    const { code, said } = await refusal(environment)
    expect(said).toMatch(oneSentence)
    expect(said).toMatch(mentions)
    expect(code).toBe(1)
  }

  const response = await fetch(`${first.address}/api/chat`, {
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
  const ended = first.stop()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    received += part.value
  const words = [...received.matchAll(/"text":"([^"]*)"/g)].map((match) => match[1]).join('')
  expect(words).toBe('Hello from the')
  expect(received).toContain('"type":"interrupted"')
  expect(await ended).toBe(0)
  expect(await model.closed(0)).toBe('cut')
  await model.close()

  const second = await startProduct({ DATA_DIR: dataDir })
  expect(await idsAt(second.address)).toEqual(ids)
  await second.stop()
})
