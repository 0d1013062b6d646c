import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../../../test/free-port.ts'
import { answerOf, placeModels, scriptedServer } from '../../../../../test/place-models.ts'
import type { ListedModel } from '../../../../shared/models/models.ts'
import { ModelError } from '../../../llm/model-error.ts'
import { type ModelProtocols, modelProtocols } from '../model-protocols.ts'
import { ModelsFileError } from './file/models-file.ts'
import { startNote } from './start-note.ts'

const refs = (listed: readonly ListedModel[]) => listed.map(({ ref }) => ref)

/** Providers that list such models, by their id. Their keys are what they were asked with. */
function lists(
  models: Record<string, readonly string[] | 'down' | 'hangs'>,
  ready: () => unknown = () => {},
) {
  const asked: [provider: string, key: string | undefined][] = []
  const calls: ModelProtocols = {
    ...modelProtocols,
    async listModels({ provider, apiKey }, signal) {
      asked.push([provider, apiKey])
      await ready()
      const named = models[provider]
      if (named === 'hangs') await once(signal, 'abort')
      if (!Array.isArray(named)) throw new ModelError('APIConnectionError', `No answer to ${apiKey}`)
      return named.map((model) => ({
        model,
        facts: model === 'priced' ? { prices: { input: 1, output: 2 } } : {},
      }))
    },
  }
  return { calls, models, asked }
}

test('OPENAI_API_KEY and CHAT_MODEL are the standard as before, and the only model until the file says more', async () => {
  const { models } = placeModels({ env: { OPENAI_API_KEY: 'key', apiKeys: { OPENAI_API_KEY: 'key' } } })
  expect(models.standard()).toMatchObject({
    ref: 'openai/gpt-4-turbo-preview',
    engine: { kind: 'provider', model: 'gpt-4-turbo-preview' },
    provider: 'OpenAI',
    facts: { windowTokens: 128_000 },
  })
  expect(refs(await models.list())).toEqual(['openai/gpt-4-turbo-preview'])
  expect(models.find('openai/gpt-4-turbo-preview')).not.toBeNull()
  expect(models.find('openai/o3-pro')).toBeNull()
})

test('an OPENAI_BASE_URL is asked for the model of CHAT_MODEL with the key of OPENAI_API_KEY', async () => {
  const server = await scriptedServer()
  const { models } = placeModels({
    env: { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: 'sk-of-the-place', CHAT_MODEL: 'mine' },
  })
  expect(models.standard()).toMatchObject({ ref: 'custom/mine', provider: 'This place’s server' })
  expect(await answerOf(models.standard().ask)).toEqual({ text: 'Hello from the scripted model.' })
  const [request] = server.requests
  expect(request?.body).toMatchObject({ model: 'mine' })
  expect(request?.headers.authorization).toBe('Bearer sk-of-the-place')
})

test('a key goes to its own provider alone', async () => {
  const { calls, asked } = lists({})
  const { models } = placeModels({
    calls,
    env: {
      ...{ OPENAI_BASE_URL: 'https://models.example/v1', OPENAI_API_KEY: 'key-of-openai' },
      apiKeys: { OPENAI_API_KEY: 'key-of-openai', GROQ_API_KEY: 'key-of-groq', XAI_API_KEY: 'key-of-xai' },
    },
    file: {
      providers: {
        groq: { baseUrl: 'https://elsewhere.example/v1' },
        ours: { baseUrl: 'https://ours.example/v1', keyFrom: 'XAI_API_KEY' },
      },
    },
  })
  await models.list()
  expect(asked.sort()).toEqual([
    ['groq', undefined],
    ['ours', 'key-of-xai'],
    ['xai', 'key-of-xai'],
  ])
})

test('the key of a further provider makes its models available, and one of them answers where none was named', async () => {
  const { calls } = lists({ groq: ['whisper-large', 'qwen3', 'llama-3.3-70b'] })
  const { models } = placeModels({ calls, env: { apiKeys: { GROQ_API_KEY: 'k' } } })
  await models.start()
  expect(models.standard()).toMatchObject({ ref: 'groq/qwen3', engine: { kind: 'provider', model: 'qwen3' } })
  expect(refs(await models.list())).toEqual(['groq/llama-3.3-70b', 'groq/qwen3'])
  const named = placeModels({
    calls,
    env: { apiKeys: { GROQ_API_KEY: 'k' }, CHAT_MODEL: 'groq/llama-3.3-70b' },
  })
  expect(named.models.standard().ref).toBe('groq/llama-3.3-70b')
})

test('the file narrows what can be chosen, and says what is known of it', async () => {
  const { calls } = lists({ groq: ['priced', 'llama-9', 'llama-10', 'llama-guard-4', 'qwen3', 'other'] })
  const { models } = placeModels({
    calls,
    env: { apiKeys: { GROQ_API_KEY: 'k' } },
    file: {
      standard: 'groq/other',
      providers: {
        groq: {
          models: [
            { name: 'llama-*', tools: true },
            { name: 'llama-10', window: 4_000, tools: false },
            'not-listed',
            { name: 'priced', prices: { input: 3, output: 4 } },
          ],
        },
      },
    },
  })
  const listed = await models.list()
  expect(refs(listed)).toEqual([
    ...['groq/other', 'groq/llama-9', 'groq/llama-10', 'groq/llama-guard-4'],
    ...['groq/not-listed', 'groq/priced'],
  ])
  expect(listed.find(({ model }) => model === 'llama-9')).toMatchObject({ tools: true, windowTokens: 8_192 })
  expect(listed.find(({ model }) => model === 'llama-10')).toMatchObject({
    tools: false,
    windowTokens: 4_000,
  })
  expect(listed.find(({ model }) => model === 'priced')?.prices).toEqual({ input: 3, output: 4 })
  const found = (model: string) => models.find(`groq/${model}`) !== null
  expect(['other', 'llama-9', 'not-listed'].map(found)).toEqual([true, true, true])
  expect(['qwen3', 'llama-11', 'xllama-9'].map(found)).toEqual([false, false, false])
})

test('a list is asked for once for all who wait, and again only when it is old, while the old one is told', async () => {
  let time = 0
  let ready = Promise.resolve()
  const { calls, models: listed, asked } = lists({ groq: ['one'] }, () => ready)
  const { models } = placeModels({ calls, env: { apiKeys: { GROQ_API_KEY: 'k' } }, now: () => time })
  await Promise.all(Array.from({ length: 20 }, () => models.list()))
  expect(asked).toHaveLength(1)
  listed.groq = ['one', 'two']
  time += 599_999
  expect(refs(await models.list())).toEqual(['groq/one'])
  expect(asked).toHaveLength(1)
  time += 1
  const held = Promise.withResolvers<void>()
  ready = held.promise
  expect(refs(await models.list())).toEqual(['groq/one'])
  held.resolve()
  await expect.poll(async () => refs(await models.list())).toEqual(['groq/one', 'groq/two'])
  expect(asked).toHaveLength(2)
  listed.groq = 'down'
  time += 600_000
  await models.list()
  await expect.poll(() => models.silentProviders()).toEqual(['Groq'])
  expect(refs(await models.list())).toEqual(['groq/one', 'groq/two'])
})

test('a provider that does not answer is waited for once at most, and holds up no other one', async () => {
  const { calls, models: listed } = lists({ groq: 'hangs', mistral: ['large'], xai: 'down' })
  const { models } = placeModels({
    calls,
    env: { apiKeys: { GROQ_API_KEY: 'k', MISTRAL_API_KEY: 'k', XAI_API_KEY: 'k' } },
    times: { firstListMs: 50, lists: { patienceMs: 300, retryMs: 1 } },
  })
  expect(refs(await models.list())).toEqual(['mistral/large'])
  expect(models.find('groq/anything')).not.toBeNull()
  await expect.poll(() => models.silentProviders()).toEqual(['Groq', 'xAI'])
  expect(startNote(models.standard().engine, await models.list(), models.silentProviders())).toBe(
    [
      'Replies come from large.',
      'Groq does not tell its models at the moment, and is asked again.',
      'xAI does not tell its models at the moment, and is asked again.',
    ].join('\n'),
  )
  listed.groq = ['back']
  await expect.poll(async () => refs(await models.list())).toEqual(['groq/back', 'mistral/large'])
})

test('a changed file counts without a restart, and a faulty one leaves the last good one', async () => {
  const [one, other] = [await scriptedServer(), await scriptedServer()]
  const ours = (baseUrl: string, model: string) => ({
    standard: `ours/${model}`,
    providers: { ours: { baseUrl, models: [model] } },
  })
  const { models, write, lines, folder } = placeModels({ file: ours(one.baseUrl, 'first') })
  const standard = () => models.standard().model
  expect(standard()).toBe('first')
  write(ours(other.baseUrl, 'second'))
  await expect.poll(standard).toBe('second')
  await answerOf(models.standard().ask)
  expect([one.requests.length, other.requests.length]).toEqual([0, 1])

  write('{ "standard": "ours/third", "providers": { "ours": { "key": "sk-0123456789abcdef" } } }')
  await expect.poll(() => lines.join('')).toContain('"providers.ours.key\\" must not be in this file')
  expect(standard()).toBe('second')
  expect(lines.join('')).not.toContain('sk-0123456789abcdef')

  write({ ...ours(one.baseUrl, 'fourth'), secondChoice: 'nobody/x' })
  await expect.poll(() => lines.join('')).toContain('\\"secondChoice\\" names a model of \\"nobody\\"')
  expect(standard()).toBe('second')

  write(ours(one.baseUrl, 'fifth'))
  await expect.poll(standard).toBe('fifth')
  rmSync(join(folder, 'models.json'))
  await expect.poll(() => models.standard().engine.kind).toBe('offline')
  write(ours(one.baseUrl, 'sixth'))
  await expect.poll(standard).toBe('sixth')
})

test('a file that is only half written is not read yet', async () => {
  const { models, write, lines } = placeModels({ file: {} })
  const whole = JSON.stringify({
    standard: 'ours/x',
    providers: { ours: { baseUrl: 'http://127.0.0.1:9/v1' } },
  })
  for (let at = 1; at < whole.length; at += 10) {
    write(whole.slice(0, at))
    await new Promise((resolve) => setImmediate(resolve))
  }
  write(whole)
  await expect.poll(() => models.standard().model).toBe('x')
  expect(lines.filter((line) => line.includes('"level":50'))).toEqual([])
})

test.each<[string, object, string]>([
  [
    'a variable that is not set',
    { ours: { baseUrl: 'http://x/v1', keyFrom: 'OURS_API_KEY' } },
    'OURS_API_KEY, which is not set',
  ],
  [
    'a key file that is not there',
    { ours: { baseUrl: 'http://x/v1', keyFile: 'nothing' } },
    '"providers.ours.keyFile"',
  ],
  ['a preset without a key', { groq: {} }, 'set GROQ_API_KEY'],
  ['neither an address nor a preset', { ours: {} }, 'needs a "baseUrl" or a "preset"'],
])('the server does not start with %s, and says why in a sentence', (_, providers, why) => {
  const start = () => placeModels({ file: { providers } })
  expect(start).toThrow(ModelsFileError)
  expect(start).toThrow(why)
})

test('a file that MODELS_FILE names has to be there', () => {
  const file = { path: '/nowhere/models.json', isNamed: true }
  expect(() => placeModels({ at: file })).toThrow(
    'MODELS_FILE names /nowhere/models.json, and there is no such file. Change it, or leave it out.',
  )
})

test('no line of the log holds a key, whatever providers answer', async () => {
  const keys = { env: 'gsk_0123456789abcdef', file: 'key-of-a-file-0123456789' }
  const bad = createServer((request, answer) => {
    answer.writeHead(request.method === 'GET' ? 500 : 429, { 'retry-after-ms': '1' })
    answer.end(JSON.stringify({ error: { message: `Bad ${request.headers.authorization} ${keys.file}` } }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void bad.close())
  await once(bad, 'listening')
  const baseUrl = `http://127.0.0.1:${(bad.address() as AddressInfo).port}/v1`
  const folder = placeModels().folder
  writeFileSync(join(folder, 'key'), `${keys.file}\n`)
  const { models, lines } = placeModels({
    env: { apiKeys: { GROQ_API_KEY: keys.env } },
    secrets: [keys.env],
    file: {
      standard: 'ours/x',
      secondChoice: 'groq/y',
      providers: {
        ours: { baseUrl, keyFile: join(folder, 'key') },
        groq: { baseUrl, keyFrom: 'GROQ_API_KEY' },
      },
    },
  })
  expect((await answerOf(models.standard().ask)).error).toBe('RateLimitError')
  await models.list()
  expect(lines.length).toBeGreaterThanOrEqual(3)
  for (const key of Object.values(keys)) expect(lines.join('')).not.toContain(key)
})

test('a server on this machine answers as soon as it is there, and the offline engine when it has gone', async () => {
  const port = await freePort()
  const { models } = placeModels({
    env: { CHAT_MODEL: 'llama3' },
    localServers: [{ id: 'ollama', name: 'Ollama', baseUrl: `http://127.0.0.1:${port}/v1` }],
    times: { looks: { firstMs: 10, mostMs: 10 } },
  })
  await models.start()
  expect(models.standard()).toMatchObject({ ref: null, engine: { kind: 'offline' } })
  const server = createServer((_, answer) =>
    answer.end(
      JSON.stringify({ data: ['nomic-embed-text', 'qwen3', 'llama3:latest'].map((id) => ({ id })) }),
    ),
  ).listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  const engine = { kind: 'local', server: 'Ollama', model: 'llama3:latest' }
  await expect.poll(() => models.standard().engine).toEqual(engine)
  expect(refs(await models.list())).toEqual(['ollama/llama3:latest', 'ollama/qwen3'])
  server.close()
  server.closeAllConnections()
  await expect.poll(() => models.standard().engine).toEqual({ kind: 'offline' })
})

test('a server on this machine that has gone is noticed by the question that it does not answer', async () => {
  const server = await scriptedServer({ models: ['llama3'] })
  const NEVER = 1_000_000_000
  const { models } = placeModels({
    localServers: [{ id: 'ollama', name: 'Ollama', baseUrl: server.baseUrl }],
    times: { looks: { firstMs: NEVER, mostMs: NEVER, staleMs: NEVER } },
  })
  await models.start()
  const { ask, engine } = models.standard()
  expect(engine.kind).toBe('local')
  await server.close()
  expect((await answerOf(ask)).error).toBe('APIConnectionError')
  await expect.poll(() => models.standard().engine.kind).toBe('offline')
})

test('where a model is named, nothing on this machine is asked', async () => {
  const server = await scriptedServer({ models: ['llama3'] })
  const { calls, asked } = lists({ ollama: ['llama3'] })
  const { models } = placeModels({
    ...{ calls, env: { OPENAI_API_KEY: 'key' } },
    localServers: [{ id: 'ollama', name: 'Ollama', baseUrl: server.baseUrl }],
  })
  await models.start()
  expect(refs(await models.list())).toEqual(['openai/gpt-4-turbo-preview'])
  expect(asked).toEqual([])
})
