import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { agentSources } from '../../../../../test/agent-sources.ts'
import { testApp } from '../../../../../test/app.ts'
import { firstQuestion } from '../../../../../test/conversation-client.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { doorClient } from '../../../../../test/door-client.ts'
import { eventually } from '../../../../../test/reply-servers.ts'
import type { Account } from '../../../../../test/sign-in.ts'
import type { ModelProvider } from '../../../llm/provider.ts'

/**
 * Nothing leaves the server of a passage that is not cited, nor a number that cites none, whichever way a reply takes.
 * The model cites the passage about the bell, in pieces that divide its citations.
 */
const ask: ModelProvider = async function* ({ sources = [] }) {
  const bell = sources.find(({ quote }) => quote.includes('bell'))?.n ?? 0
  const text =
    sources.length === 0
      ? 'Who knows?'
      : `The bell is rung in fog [${bell}, 99], and \`bells[77]\` says how often [88].`
  for (const piece of text.match(/.{1,3}/gs) ?? []) yield { type: 'words', text: piece }
  yield { type: 'end', reason: 'stop' }
}
const database = await testDatabase()
const app = testApp(database, { chat: { engine: { kind: 'provider', model: 'scripted' }, ask } })
const { send, signIn, readIn } = app
const documents = agentSources(app)
const [ada, bob] = [await signIn(), await signIn()]

const sections = ['lamp', 'bell', 'boat', 'well', 'stair', 'door', 'clock', 'stove', 'roof']
const said = sections.map(
  (thing) =>
    `## Of the ${thing}\n\nThe ${thing} of the rock has secret-${thing} on it. ${`It is an old ${thing}. `.repeat(40)}`,
)
const agent = await documents.makeAgent(ada, { name: 'Keeper' })
await documents.read(agent, ada, { name: 'manual.md', body: said.join('\n\n') })
const doors = doorClient(send)
const { key } = await doors.makeKey(bob)
await readIn.settled()

const question = 'What of the rock has a secret?'

/** Expects the text of the reply with its one passage; and nothing else of the document. */
function expectCitedAlone(text: string, { quotes = true } = {}) {
  expect(text).toContain('The bell is rung in fog')
  expect(text).toContain('bells[77]')
  expect(text).not.toMatch(/\[?(?:99|88)\]/)
  expect(new Set(text.match(/secret-\w+/g))).toEqual(new Set(quotes ? ['secret-bell'] : []))
}

/** The words of a stream of the product's events, beside all that it sends. */
async function streamed(answer: Response): Promise<string> {
  const text = await answer.text()
  const words = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data).text ?? '')
  return `${words.join('')}\n${text}`
}

async function finishedConversation(as: Account) {
  const [conversation, asked] = [randomUUID(), firstQuestion(agent.id, question)]
  const path = `/api/conversations/${conversation}`
  const answer = await send('POST', `${path}/replies`, { as, json: asked })
  return { path, asked, stream: await streamed(answer) }
}

test('in a chat, a visitor’s, a stored one, one that is resumed, opened, exported and shared', async () => {
  const json = { agentId: agent.id, message: question }
  expectCitedAlone(await streamed(await send('POST', '/api/chat', { json })))
  let copy = ''
  for (const as of [bob, ada]) {
    const { path, asked, stream } = await finishedConversation(as)
    expectCitedAlone(stream)
    expectCitedAlone(await streamed(await send('GET', `${path}/replies/${asked.replyId}`, { as })))
    const resumed = await (await send('GET', `${path}/replies/${asked.replyId}?after=12`, { as })).text()
    expect(new Set(resumed.match(/secret-\w+/g))).toEqual(new Set(['secret-bell']))
    for (const stored of [path, `${path}/export?format=markdown`, `${path}/export?format=json`])
      expectCitedAlone((await (await send('GET', stored, { as })).text()).replaceAll('\\', ''))
    const shared = await send('POST', `${path}/copies`, { as, json: { messageId: asked.replyId } })
    const { id } = (await shared.json()) as { id: string }
    expectCitedAlone(await (await send('GET', `/api/copies/${id}`)).text())
    if (as === ada) copy = `/api/copies/${id}`
  }
  // Of an agent that was hidden meanwhile the copy keeps the words alone.
  const show = (visibilityEnabled: boolean) =>
    send('PATCH', `/api/agents/${agent.id}`, { as: ada, json: { visibilityEnabled } })
  await show(false)
  expectCitedAlone(await (await send('GET', copy)).text(), { quotes: false })
  await show(true)
})

test('in a try-out of its owner', async () => {
  const { name, description, personality, capabilities, knowledgeDomains } = agent
  const json = {
    draft: { name, description, personality, capabilities, knowledgeDomains },
    message: question,
  }
  expectCitedAlone(await streamed(await send('POST', `/api/agents/${agent.id}/try-out`, { as: ada, json })))
})

test('in a realm and in a run', async () => {
  const made = await send('POST', '/api/realms', { as: ada, json: { name: 'Rock', description: 'A rock.' } })
  const { id: realm } = (await made.json()) as { id: string }
  const log = `/api/realms/${realm}/messages`
  await send('POST', log, { as: ada, json: { id: randomUUID(), content: 'Hello' } })
  await send('PUT', `/api/realms/${realm}/agents/${agent.id}`, { as: ada })
  await send('POST', log, { as: ada, json: { id: randomUUID(), content: `@Keeper ${question}` } })
  await eventually(async () => {
    const text = await (await send('GET', log)).text()
    expect(text).toContain('"state":"finished"')
    expectCitedAlone(text)
    return true
  }).toBe(true)

  const other = await documents.makeAgent(ada, { name: 'Boatman' })
  const run = { id: randomUUID(), mode: 'parallel', task: question, rounds: 1, words: 1_200 }
  const json = { ...run, agentIds: [agent.id, other.id] }
  const begun = await send('POST', '/api/swarm/runs', { as: ada, json })
  expect(begun.status, await begun.clone().text()).toBe(201)
  const path = `/api/swarm/runs/${run.id}`
  await eventually(
    async () => ((await (await send('GET', path, { as: ada })).json()) as { state: string }).state,
  ).toBe('finished')
  expectCitedAlone(await (await send('GET', path, { as: ada })).text())
  const exported = await (await send('GET', `${path}/export?format=markdown`, { as: ada })).text()
  expectCitedAlone(exported.replaceAll('\\', ''))
})

test('through every door, whole, streamed and read later', async () => {
  const call = async (method: string, path: string, json?: object, headers = {}) => {
    const answer = await doors.call(key, method, path, json, headers)
    expect(answer.status, path).toBe(200)
    return answer.text()
  }
  const v1 = { model: agent.id, messages: [{ role: 'user', content: question }] }
  const joined = (stream: string) =>
    [...stream.matchAll(/^data: (\{.*)$/gm)]
      .map(([, data = '']) => JSON.parse(data))
      .map(
        ({ choices, type, delta }) =>
          choices?.[0]?.delta?.content ?? (type?.endsWith('text.delta') ? delta : ''),
      )
      .join('')
  // OpenAI's protocol has addresses of passages and no quotes.
  expectCitedAlone(await call('POST', '/v1/chat/completions', v1), { quotes: false })
  const chunks = await call('POST', '/v1/chat/completions', { ...v1, stream: true })
  expectCitedAlone(joined(chunks) + chunks, { quotes: false })
  const input = { model: agent.id, input: question }
  const response = await call('POST', '/v1/responses', input)
  expectCitedAlone(response, { quotes: false })
  expectCitedAlone(await call('GET', `/v1/responses/${JSON.parse(response).id}`), { quotes: false })
  const events = await call('POST', '/v1/responses', { ...input, stream: true })
  expectCitedAlone(joined(events) + events, { quotes: false })

  const accept = { accept: 'application/json, text/event-stream' }
  const tool = { name: 'ask_agent', arguments: { agent: agent.id, message: question } }
  expectCitedAlone(
    await call('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool }, accept),
  )

  const rpc = (method: string, params: object) =>
    call('POST', `/a2a/${agent.id}`, { jsonrpc: '2.0', id: 1, method, params }, { 'A2A-Version': '1.0' })
  const message = { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text: question }] }
  const sent = await rpc('SendMessage', { message })
  expectCitedAlone(sent)
  expectCitedAlone(await rpc('GetTask', { id: JSON.parse(sent).result.task.id }))
  const stream = await rpc('SendStreamingMessage', { message: { ...message, messageId: randomUUID() } })
  const parts = [...stream.matchAll(/"text":"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text)
  expectCitedAlone(parts.join('') + stream)
})
