import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { agentSources } from '../../../../test/agent-sources.ts'
import { testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import { doorClient } from '../../../../test/door-client.ts'
import type { Agent } from '../../../shared/agents/agents.ts'
import type { PassageAround } from '../../../shared/knowledge/sources.ts'
import { createOfflineEngine } from '../../llm/offline/offline.ts'

/** The offline engine answers with quotes from the passages that were found in the agent's documents. */
const chat = { engine: { kind: 'offline' } as const, ask: createOfflineEngine({ pauseMs: 0 }) }
const database = await testDatabase()
const app = testApp(database, { chat })
const opened = testApp(database, { chat, settings: { OPEN_DOORS: '1' } })
const { send } = app
const documents = agentSources(app)
const client = doorClient(send)
const [ada, bob] = [await app.signIn(), await app.signIn()]

const LAMP = 'The lamp is lit by a keeper each evening at dusk.'
const manual = `# Skerry Point\n\nThe island has two wells. ${LAMP} Its oil is kept in the cellar.`
const QUESTION = 'When is the lamp lit?'

const hidden = { visibilityEnabled: false }

async function keeper(more: Partial<Agent> = {}) {
  const agent = await documents.makeAgent(ada, more)
  return { agent, source: await documents.read(agent, ada, { name: 'manual.md', body: manual }) }
}

/** What a door gives as the address of the first passage that its answer cites. */
async function linkOf(key: string | null, agent: Agent, at = client): Promise<URL> {
  const answer = await at.call(key, 'POST', '/v1/chat/completions', {
    model: agent.id,
    messages: [{ role: 'user', content: QUESTION }],
  })
  expect(answer.status).toBe(200)
  return new URL((await answer.json()).choices[0].message.annotations[0].url_citation.url)
}

/** Reads the passage of a link as its page does. */
const read = (link: URL, more: object = {}) => {
  const [, kind, sourceId, version, number] = link.pathname.split('/')
  expect(kind).toBe('source')
  const query = new URLSearchParams([...link.searchParams].filter(([name]) => name !== 'mark'))
  return send('GET', `/api/sources/${sourceId}/passages/${version}/${number}?${query}`, more)
}

function withQuery(link: URL, changes: Record<string, string | null>): URL {
  const changed = new URL(link)
  for (const [name, value] of Object.entries(changes))
    if (value === null) changed.searchParams.delete(name)
    else changed.searchParams.set(name, value)
  return changed
}

test("every door links to the page of the passage, which opens for the key of a hidden agent's owner", async () => {
  const { agent } = await keeper(hidden)
  const { key, apiKey } = await client.makeKey(ada)
  const headers = { accept: 'application/json, text/event-stream' }
  const response = await client.call(key, 'POST', '/v1/responses', { model: agent.id, input: QUESTION })
  const mcp = await client.call(
    key,
    'POST',
    '/mcp',
    {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'ask_agent', arguments: { agent: agent.id, message: QUESTION } },
    },
    headers,
  )
  const a2a = await client.call(
    key,
    'POST',
    `/a2a/${agent.id}`,
    {
      ...{ jsonrpc: '2.0', id: 1, method: 'SendMessage' },
      params: { message: { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text: QUESTION }] } },
    },
    { 'a2a-version': '1.0' },
  )
  const answers = [
    JSON.stringify((await response.json()).output),
    await mcp.text(),
    JSON.stringify(await a2a.json()),
  ]
  const links = answers.map((text) => /https?:[^"\\]+\/source\/[^"\\]+/.exec(text)?.[0] ?? expect.fail(text))
  links.push((await linkOf(key, agent)).href)
  for (const address of links) {
    const link = new URL(address)
    expect(link.searchParams.get('by')).toBe(apiKey.id)
    const answer = await read(link)
    expect(answer.status, address).toBe(200)
    const found = (await answer.json()) as PassageAround
    const [from, to] = (link.searchParams.get('mark') ?? '').split('-').map(Number)
    expect(found.passage.text.slice(from, to)).toBe(LAMP)
    expect(found).toMatchObject({ document: { name: 'manual.md', canOpen: false }, agent: null })
  }
})

test('a link of a key opens its one passage, and no other key, altered or left out, does', async () => {
  const { agent } = await keeper(hidden)
  const [mine, second] = [await client.makeKey(ada), await client.makeKey(ada)]
  const strangers = await client.makeKey(bob)
  const link = await linkOf(mine.key, agent)
  const statuses = await Promise.all(
    [
      { by: second.apiKey.id },
      { by: strangers.apiKey.id },
      { by: randomUUID() },
      { by: null },
      { key: 'wrong' },
      { key: null },
    ].map(async (changes) => (await read(withQuery(link, changes))).status),
  )
  expect(statuses).toEqual(Array(6).fill(404))
  expect((await read(withQuery(link, { by: 'nobody' }))).status).toBe(422)
  const read1 = (await (await read(link)).json()) as PassageAround
  // What it shows is no key of another kind.
  expect(read1.passage.key).toBe(link.searchParams.get('key'))
})

test('a link of a key opens as long as the key lives, of a public agent too', async () => {
  for (const more of [hidden, {}]) {
    const { agent } = await keeper(more)
    const made = await client.makeKey(ada)
    const link = await linkOf(made.key, agent)
    expect((await read(link)).status).toBe(200)
    await client.revoke(ada, made)
    const gone = await read(link)
    expect([gone.status, await gone.json()]).toMatchObject([
      404,
      { code: 'not_found', detail: 'There is no such passage.' },
    ])
    // The owner needs none.
    expect((await read(link, { as: ada })).status).toBe(200)
  }
})

test('a link of a key that has expired does not open', async () => {
  const { agent } = await keeper(hidden)
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const link = await linkOf((await client.makeKey(ada, { expiresAt })).key, agent)
  expect((await read(link)).status).toBe(200)
  await database.sql`update api_keys set expires_at = now() - interval '1 day'
    where id = ${link.searchParams.get('by')}`
  expect((await read(link)).status).toBe(404)
})

test('a key of another wallet opens what a public agent cited to it, until the agent is hidden', async () => {
  const { agent } = await keeper()
  const link = await linkOf((await client.makeKey(bob)).key, agent)
  expect(await (await read(link)).json()).toMatchObject({ agent: { id: agent.id, name: agent.name } })
  await send('PATCH', `/api/agents/${agent.id}`, { as: ada, json: hidden })
  expect((await read(link)).status).toBe(404)
})

test('a document that is deleted opens for no key', async () => {
  const { agent, source } = await keeper()
  const { key } = await client.makeKey(ada)
  const link = await linkOf(key, agent)
  expect((await send('DELETE', `/api/agents/${agent.id}/sources/${source.id}`, { as: ada })).status).toBe(204)
  expect((await read(link)).status).toBe(404)
  expect((await read(link, { as: ada })).status).toBe(404)
})

test("where documents are open to visitors, a link's passage and its document open; those of a hidden agent do not", async () => {
  const { agent } = await keeper()
  await send('PATCH', `/api/agents/${agent.id}/sources`, { as: ada, json: { sourcesOpen: 'documents' } })
  const { key } = await client.makeKey(ada)
  const link = await linkOf(key, agent)
  expect(await (await read(link)).json()).toMatchObject({ document: { canOpen: true } })
  await send('PATCH', `/api/agents/${agent.id}`, { as: ada, json: hidden })
  expect(await (await read(link)).json()).toMatchObject({ document: { canOpen: false }, agent: null })
  expect((await read(withQuery(link, { key: 'wrong' }))).status).toBe(404)
})

test('where nobody needs a key, links open by the key of the citation', async () => {
  const { agent } = await keeper()
  const link = await linkOf(null, agent, doorClient(opened.send))
  expect(link.searchParams.has('by')).toBe(false)
  expect((await read(link)).status).toBe(200)
  expect((await read(withQuery(link, { key: 'wrong' }))).status).toBe(404)
})
