import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startModelServer } from '../e2e/fakes/model-server.ts'
import { startProduct } from '../e2e/start-product.ts'
import { doorClient } from '../test/door-client.ts'
import { freePort } from '../test/free-port.ts'
import { requestInit, type Send, signInWith } from '../test/sign-in.ts'
import { createOpenAICompatible, generateText } from '../tools/referees/ai-sdk.ts'
import { Ajv2020 } from '../tools/referees/json-schema.ts'
import { OpenAI } from '../tools/referees/openai.ts'
import { build } from './build.ts'

/**
 * `node scripts/openai-conformance.ts <openapi.json>`: the door of OpenAI's protocol against OpenAI's published
 * description, which is not in the repository. What is no stream goes through a proxy that refuses whatever is against
 * the description; each event of a stream is held against its schema. The clients are OpenAI's own and the AI SDK, which
 * `node scripts/bring-tools.ts referees` fetches.
 */
const PROXY = '@stoplight/prism-cli@5.16.0'
const folder = fileURLToPath(new URL('../.cache/openai-conformance', import.meta.url))

const [description] = process.argv.slice(2)
if (description === undefined) throw new Error('Say where the description is: an openapi.json.')
const document = withNull(JSON.parse(await readFile(description, 'utf8'))) as object

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema(document, 'description')
const schemaOf = (name: string) => ajv.compile({ $ref: `description#/components/schemas/${name}` })
const chunkSchema = schemaOf('CreateChatCompletionStreamResponse')
const eventSchema = schemaOf('ResponseStreamEvent')
const responseSchema = schemaOf('Response')

const faults: string[] = []
let checked = 0

/** Writes what the description calls `nullable`, as versions before 3.1 did, in the words of JSON Schema. */
function withNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNull)
  if (typeof value !== 'object' || value === null) return value
  const { nullable, ...rest } = value as Record<string, unknown>
  const schema = Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, withNull(inner)]))
  if (typeof nullable !== 'boolean')
    return 'nullable' in value ? { ...schema, nullable: withNull(nullable) } : schema
  return nullable ? { anyOf: [schema, { type: 'null' }] } : schema
}

function hold(what: string, validate: ReturnType<typeof schemaOf>, value: unknown) {
  checked++
  if (validate(value)) return
  const errors = (validate.errors ?? [])
    .slice(0, 4)
    .map(({ instancePath, message }) => `${instancePath} ${message}`)
  faults.push(`${what}: ${errors.join('; ')}`)
}

async function attempt<Result>(what: string, work: () => Promise<Result>): Promise<Result | undefined> {
  checked++
  try {
    return await work()
  } catch (error) {
    faults.push(`${what}: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}

async function installProxy(): Promise<string> {
  const program = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js')
  if (existsSync(program)) return program
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  await once(spawn('npm', ['install', '--no-save', PROXY], { cwd: folder, stdio: 'inherit' }), 'close')
  return program
}

async function startProxy(upstream: string) {
  const program = await installProxy()
  const port = await freePort()
  const args = [program, 'proxy', description ?? '', upstream, '--errors', '--port', String(port)]
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  const address = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries++) {
    const there = await fetch(address).catch(() => null)
    if (there) return { address, stop: () => child.kill() }
    if (tries > 240) throw new Error('the proxy did not start')
    await wait(500)
  }
}

/** Everything that is no stream, through the proxy. */
async function askWhole(client: OpenAI, model: string) {
  await attempt('the list of models', () => client.models.list())
  await attempt('one model', () => client.models.retrieve(model))
  const user = { role: 'user' as const, content: 'What is light?' }
  await attempt('a completion', () => client.chat.completions.create({ model, messages: [user] }))
  await attempt('a completion after several turns', () =>
    client.chat.completions.create({
      model,
      messages: [
        { role: 'system', content: 'Be brief.' },
        user,
        { role: 'assistant', content: 'A wave.' },
        { role: 'user', content: 'And a particle?' },
      ],
    }),
  )
  const parameters = { type: 'object', properties: { city: { type: 'string' } } }
  await attempt('a completion with tools on offer', () =>
    client.chat.completions.create({
      model,
      messages: [user],
      tools: [{ type: 'function', function: { name: 'weather', parameters } }],
    }),
  )
  const first = await attempt('a response', () => client.responses.create({ model, input: 'What is light?' }))
  if (first) {
    hold('a response', responseSchema, first)
    const next = await attempt('a response after another', () =>
      client.responses.create({ model, input: 'And sound?', previous_response_id: first.id }),
    )
    if (next) hold('a response after another', responseSchema, next)
    const read = await attempt('a response that is read again', () => client.responses.retrieve(first.id))
    if (read) hold('a response that is read again', responseSchema, read)
  }
  const unstored = await attempt('a response that is not stored', () =>
    client.responses.create({ model, input: 'What is light?', instructions: 'Be brief.', store: false }),
  )
  if (unstored) hold('a response that is not stored', responseSchema, unstored)
}

/** Streams, whose every event is held against the description. */
async function askStreamed(client: OpenAI, model: string) {
  const chunks = await client.chat.completions.create({
    model,
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: 'user', content: 'What is light?' }],
  })
  for await (const chunk of chunks) hold('a chunk', chunkSchema, chunk)
  const events = await client.responses.create({ model, input: 'What is light?', stream: true })
  for await (const event of events) hold(`the event ${event.type}`, eventSchema, event)
}

await build(console.log)
const modelServer = await startModelServer()
const product = await startProduct({ OPENAI_BASE_URL: modelServer.baseUrl })
const send: Send = (method, path, sent) => fetch(product.address + path, requestInit(method, sent))
const { makeAgent, makeKey } = doorClient(send)
const as = await signInWith(send)
const agent = await makeAgent(as)
const { key } = await makeKey(as)
const base = `${product.address}/v1`
const proxy = await startProxy(base)
try {
  await askWhole(new OpenAI({ baseURL: proxy.address, apiKey: key, maxRetries: 0 }), agent.id)
  const other = createOpenAICompatible({ name: 'bionic', baseURL: proxy.address, apiKey: key })
  await attempt('a completion for the AI SDK', () =>
    generateText({ model: other(agent.id), system: 'Be brief.', prompt: 'What is light?', maxRetries: 0 }),
  )
  await askStreamed(new OpenAI({ baseURL: base, apiKey: key, maxRetries: 0 }), agent.id)
} finally {
  proxy.stop()
  await product.stop()
  await modelServer.close()
}
for (const fault of faults) console.error(fault)
console.log(`${checked} requests and events, ${faults.length} against the description`)
process.exitCode = faults.length === 0 ? 0 : 1
