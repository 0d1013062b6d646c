/**
 * The time to the first word of a reply whose agent first uses a tool of a server that its person has allowed, beside a
 * plain reply of the same product: what is added beyond the tool's own time.
 *
 * node bench/first-word-acting.ts [samples]
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { startProduct } from '../e2e/start-product.ts'
import { newAgent } from '../test/app.ts'
import { fixtureTool, startMcpFixture } from '../test/mcp-fixture-server.ts'
import { requestInit, type Send, signInWith } from '../test/sign-in.ts'
import { percentile } from './percentile.ts'

const SAMPLES = Math.min(Math.max(Number(process.argv[2]) || 100, 20), 1_000)
const WARM_UP = 20

const model = await startModel()
const mail = await startMcpFixture({ tools: () => [fixtureTool('send')] })
const product = await startProduct({
  OPENAI_BASE_URL: `http://127.0.0.1:${model.port}/v1`,
  TOOL_ADDRESS_RANGES: '127.0.0.0/8',
})
const send: Send = (method, path, sent) => fetch(product.address + path, requestInit(method, sent))
const ada = await signInWith(send)
const agents = await makeAgents()
await allow(agents.acting)

const added: number[] = []
const toolTimes: number[] = []
for (let sample = -WARM_UP; sample < SAMPLES; sample++) {
  const plain = await ask(agents.plain)
  const acting = await ask(agents.acting)
  if (sample < 0) continue
  toolTimes.push(acting.toolMs)
  added.push(acting.ms - plain.ms - acting.toolMs)
}
const shown = (times: number[], share: number) => percentile(times, share).toFixed(1)
console.log(`the tool itself: p50 ${shown(toolTimes, 0.5)} ms, p99 ${shown(toolTimes, 0.99)} ms`)
console.log(`added beyond it and a plain reply: p50 ${shown(added, 0.5)} ms, p99 ${shown(added, 0.99)} ms`)
await product.stop()
await mail.close()
process.exit()

/** Calls the tool that it is offered once, and says a word otherwise. */
async function startModel() {
  const server = createServer(async (incoming, outgoing) => {
    const { messages = [], tools } = (await json(incoming)) as {
      messages?: { role: string }[]
      tools?: unknown[]
    }
    const calls = tools && messages.at(-1)?.role === 'user'
    const call = {
      index: 0,
      id: 'call_1',
      type: 'function',
      function: { name: 'mail__send', arguments: '{}' },
    }
    const delta = calls ? { tool_calls: [call] } : { content: 'Hello' }
    const chunk = (choice: object) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    outgoing.end(
      `${chunk({ delta })}${chunk({ delta: {}, finish_reason: calls ? 'tool_calls' : 'stop' })}data: [DONE]\n\n`,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port }
}

async function makeAgents() {
  const added = await send('POST', '/api/mcp-servers', {
    as: ada,
    json: { name: 'Mail', address: mail.address },
  })
  const { id, tools } = (await added.json()) as { id: string; tools: { name: string; pin: string }[] }
  const accepted = { tools: tools.map(({ name, pin }) => ({ name, pin })) }
  await send('POST', `/api/mcp-servers/${id}/accept`, { as: ada, json: accepted })
  const make = async (more: object) => {
    const made = await send('POST', '/api/agents', { as: ada, json: { ...newAgent, ...more } })
    return ((await made.json()) as { id: string }).id
  }
  return { plain: await make({}), acting: await make({ tools: { own: [], servers: [{ id, open: [] }] } }) }
}

/** Asks once, and allows the call from then on. */
async function allow(agentId: string) {
  const { events } = await ask(agentId)
  const [, call] = /"call":"([^"]+)"/.exec(events) ?? []
  const [, digest] = /"digest":"([^"]+)"/.exec(events) ?? []
  const decided = await send('PUT', `/api/tool-calls/${call}/decision`, {
    ...{ as: ada, json: { digest, decision: { kind: 'always' } } },
  })
  if (!decided.ok) throw new Error(await decided.text())
}

async function ask(agentId: string) {
  const began = performance.now()
  const question = { id: randomUUID(), parentId: null, content: 'Go.' }
  const response = await send('POST', `/api/conversations/${randomUUID()}/replies`, {
    ...{ as: ada, json: { replyId: randomUUID(), agentId, question } },
  })
  let [events, ms] = ['', 0]
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? []) {
    events += decoder.decode(bytes as Uint8Array, { stream: true })
    if (ms === 0 && events.includes('"text":"Hello')) ms = performance.now() - began
  }
  const [, toolMs = '0'] = /"state":"done"[^}]*"ms":(\d+)/.exec(events) ?? []
  return { events, ms, toolMs: Number(toolMs) }
}
