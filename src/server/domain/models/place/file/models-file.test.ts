import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeModelsFile, ModelsFileError, parseModelsFile } from './models-file.ts'

const KEY = 'sk-proj-0123456789abcdef0123456789abcdef'
const provider = (more: object) => JSON.stringify({ providers: { groq: more } })

test('a file with all there is is taken as it is', () => {
  const file = {
    $schema: './models.schema.json',
    standard: 'groq/llama-3.3-70b',
    secondChoice: null,
    providers: {
      groq: {
        keyFrom: 'MY_API_KEY',
        models: [
          'llama-*',
          {
            name: 'qwen3',
            window: 32_000,
            ...{ sees: false, tools: true, reasons: true },
            prices: { input: 0.1, output: 0.4, cachedInput: 0 },
            secondChoice: 'ours/qwen3:8b',
          },
        ],
      },
      ours: { name: 'Ours', dialect: 'chat', baseUrl: 'http://10.0.0.7:8000/v1', keyFile: 'key.txt' },
    },
  }
  expect(parseModelsFile(JSON.stringify(file))).toEqual(file)
  expect(parseModelsFile('{}')).toEqual({})
})

test.each<[string, string, string]>([
  ['{', 'line 1, column 2', 'no JSON'],
  ['{\n  "standard": "openai/x",\n}', 'line 3, column 1', 'no JSON'],
  [`{ "standard": ${KEY} }`, 'line 1', 'no JSON'],
  ['[]', 'It must be an object', ''],
  ['{"provider":{}}', '"provider"', 'nothing that is known'],
  ['{"providers":[]}', '"providers"', 'must be an object'],
  ['{"providers":{"Groq":{}}}', '"providers.Groq"', 'small letters'],
  ['{"providers":{"ours":{"preset":"groc"}}}', '"providers.ours.preset"', 'no preset'],
  ['{"standard":"gpt-4o"}', '"standard"', 'a slash'],
  [provider({ dialect: 'soap' }), '"providers.groq.dialect"', 'chat, responses, messages'],
  [provider({ baseUrl: 'ftp://models.example' }), '"providers.groq.baseUrl"', 'must be an address'],
  [provider({ models: 'llama' }), '"providers.groq.models"', 'must be a list'],
  [provider({ models: ['a', 7] }), '"providers.groq.models[1]"', 'must be the name of a model'],
  [
    provider({ models: ['a', { name: 'x', window: 5 }] }),
    '"providers.groq.models[1].window"',
    'at least 2048',
  ],
  [
    provider({ models: [{ name: 'x', prices: { input: -1 } }] }),
    '"providers.groq.models[0].prices',
    'not valid',
  ],
])('the fault in %s is named by its place', (text, place, why) => {
  const fault = () => parseModelsFile(text)
  expect(fault).toThrow(ModelsFileError)
  expect(fault).toThrow(place)
  expect(fault).toThrow(why)
})

test.each([
  provider({ key: KEY }),
  provider({ apiKey: KEY }),
  provider({ api_key: KEY }),
  provider({ token: KEY }),
  provider({ keyFrom: KEY }),
  provider({ models: [{ name: 'x', key: KEY }] }),
  provider({ baseUrl: `https://user:${KEY}@models.example/v1` }),
  provider({ baseUrl: `https://models.example/v1?key=${KEY}` }),
  provider({ [KEY]: true }),
  JSON.stringify({ providers: { [KEY.toUpperCase()]: {} } }),
  `{ "providers": { "groq": { "key": "${KEY}", } } }`,
  `${KEY}`,
])('a key in the file is refused, and the sentence does not hold it', (text) => {
  const { message } = (() => {
    try {
      return parseModelsFile(text) as never
    } catch (error) {
      return error as ModelsFileError
    }
  })()
  expect(message).not.toBe('')
  for (let at = 0; at + 8 <= KEY.length; at++)
    expect(message.toLowerCase()).not.toContain(KEY.slice(at, at + 8))
})

test('who writes a key into it is told where it belongs', () => {
  expect(() => parseModelsFile(provider({ key: KEY }))).toThrow(
    '"providers.groq.key" must not be in this file: put the key into a variable whose name ends in _API_KEY and name that in "keyFrom", or into a file of its own and name that in "keyFile".',
  )
})

test('docs/models.schema.json describes the file as it is read; `node scripts/write-schemas.ts` writes it', () => {
  const written = readFileSync(new URL('../../../../../../docs/models.schema.json', import.meta.url), 'utf8')
  expect(JSON.parse(written)).toEqual(describeModelsFile())
})
