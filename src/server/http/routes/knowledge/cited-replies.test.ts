import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { agentSources } from '../../../../../test/agent-sources.ts'
import { testApp } from '../../../../../test/app.ts'
import { conversationClient, firstQuestion } from '../../../../../test/conversation-client.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { eventsOf, received, replyKnown } from '../../../../../test/reply-events.ts'
import { eventually } from '../../../../../test/reply-servers.ts'
import type { Account } from '../../../../../test/sign-in.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { sourcesOf } from '../../../../shared/chat/parts.ts'
import type { PassageAround } from '../../../../shared/knowledge/sources.ts'
import type { RealmMessagePage } from '../../../../shared/realms/realm-messages.ts'
import { createOfflineEngine } from '../../../llm/offline/offline.ts'

/** The offline engine answers with quotes from the passages that were found in the agent's documents. */
const app = testApp(await testDatabase(), {
  chat: { engine: { kind: 'offline' }, ask: createOfflineEngine({ pauseMs: 0 }) },
})
const { send, signIn, readIn } = app
const documents = agentSources(app)
const [ada, bob] = [await signIn(), await signIn()]

const LAMP = 'The lamp is lit by a keeper each evening at dusk.'
const manual = `# Skerry Point\n\n${LAMP} Its oil is kept in the cellar.\n\n## Fog\n\nThe bell is rung twice every minute.`

/** An agent of Ada's that has the manual as a document. */
async function keeper(more: Partial<Agent> = {}) {
  const agent = await documents.makeAgent(ada, more)
  const source = await documents.read(agent, ada, { name: 'manual.md', body: manual })
  return { agent, source }
}

async function chat(agent: Agent, message: string, as?: Account): Promise<ReplyEvent[]> {
  const events: ReplyEvent[] = []
  for await (const event of eventsOf(
    await send('POST', '/api/chat', { as, json: { agentId: agent.id, message } }),
  ))
    events.push(event)
  return events
}
const cited = (events: readonly ReplyEvent[]) =>
  events.flatMap((event) => (event.type === 'sources' ? event.sources : []))
const words = (events: readonly ReplyEvent[]) =>
  events.map((event) => (event.type === 'words' ? event.text : '')).join('')

test('whoever asks gets the passages before the words, and a citation leads to where it stands', async () => {
  const { agent, source } = await keeper()
  expect(await (await send('GET', `/api/agents/${agent.id}`)).json()).toMatchObject({ documents: 1 })
  const events = await chat(agent, 'When is the lamp lit?')
  expect(events.map(({ type }) => type).slice(0, 3)).toEqual(['started', 'sources', 'words'])
  expect(words(events)).toContain(`> ${LAMP} [1]`)
  const [first] = cited(events)
  expect(first).toMatchObject({ n: 1, sourceId: source.id, version: 1, name: 'manual.md' })
  expect(first?.quote).toContain(LAMP)
  const passage = `/api/sources/${source.id}/passages/${first?.version}/${first?.number}`
  const around = (await (await send('GET', `${passage}?key=${first?.key}`)).json()) as PassageAround
  expect(around).toMatchObject({ document: { name: 'manual.md', canOpen: false } })
  expect(around.passage.text).toBe(first?.quote)
  expect((await send('GET', `${passage}?key=wrong`)).status).toBe(404)
})

test('of a conversation the cited passages alone are kept, exported, and stay when the document is gone', async () => {
  const { agent, source } = await keeper()
  const client = conversationClient(send, bob)
  const [conversation, ask] = [randomUUID(), firstQuestion(agent.id, 'When is the lamp lit?')]
  const reply = await received(replyKnown(ask.replyId), eventsOf(await client.ask(conversation, ask)))
  expect(reply.content).toContain('[1]')
  const kept = (await client.open(conversation)).messages.find(({ id }) => id === ask.replyId)
  expect(kept?.role === 'assistant' && sourcesOf(kept.parts)).toEqual(sourcesOf(reply.parts))
  expect(sourcesOf(reply.parts)?.map(({ n }) => n)).toEqual([1])

  expect((await send('DELETE', `/api/agents/${agent.id}/sources/${source.id}`, { as: ada })).status).toBe(204)
  expect(cited(await chat(agent, 'When is the lamp lit?', bob))).toEqual([])
  expect(await (await send('GET', `/api/agents/${agent.id}`)).json()).toMatchObject({ documents: 0 })
  expect((await client.open(conversation)).messages).toContainEqual(kept)
  for (const format of ['markdown', 'json']) {
    const file = await send('GET', `/api/conversations/${conversation}/export?format=${format}`, { as: bob })
    expect(await file.text(), format).toContain('manual.md')
  }
})

test('nobody but its owner is answered from the documents of a hidden agent', async () => {
  const { agent } = await keeper()
  const hidden = { as: ada, json: { visibilityEnabled: false } }
  expect((await send('PATCH', `/api/agents/${agent.id}`, hidden)).status).toBe(200)
  expect(
    (await send('POST', '/api/chat', { as: bob, json: { agentId: agent.id, message: 'Lamp?' } })).status,
  ).toBe(404)
  expect(cited(await chat(agent, 'When is the lamp lit?', ada))).toHaveLength(1)
})

test('an owner who tries an agent out has its documents, too', async () => {
  const { agent } = await keeper()
  const { name, description, personality, capabilities, knowledgeDomains } = agent
  const draft = { name, description, personality, capabilities, knowledgeDomains }
  const json = { draft, message: 'When is the lamp lit?' }
  const answer = await send('POST', `/api/agents/${agent.id}/try-out`, { as: ada, json })
  const reply = await received(replyKnown(randomUUID()), eventsOf(answer))
  expect(reply.content).toContain('[1]')
})

test('an answer in a realm is kept with what it cites, and a removed one without', async () => {
  const { agent } = await keeper({ name: 'Keeper' })
  const made = await send('POST', '/api/realms', {
    as: ada,
    json: { name: 'The rock', description: 'Where keepers meet.' },
  })
  const { id: realm } = (await made.json()) as { id: string }
  const say = (content: string) =>
    send('POST', `/api/realms/${realm}/messages`, { as: ada, json: { id: randomUUID(), content } })
  await say('Hello')
  expect((await send('PUT', `/api/realms/${realm}/agents/${agent.id}`, { as: ada })).status).toBe(200)
  await say('@Keeper when is the lamp lit?')
  const answer = async () => {
    const page = (await (await send('GET', `/api/realms/${realm}/messages`)).json()) as RealmMessagePage
    return page.messages.find((message) => message.kind === 'answer')
  }
  await eventually(async () => (await answer())?.state).toBe('finished')
  const said = await answer()
  expect(said?.content).toContain('[1]')
  expect(said?.sources?.map(({ n, name }) => ({ n, name }))).toEqual([{ n: 1, name: 'manual.md' }])
  expect((await send('DELETE', `/api/realms/${realm}/messages/${said?.id}`, { as: ada })).ok).toBe(true)
  expect(await answer()).toMatchObject({ removed: true, content: '' })
  expect(await answer()).not.toHaveProperty('sources')
})

test('a document that can not be read gives an agent nothing to cite', async () => {
  const agent = await documents.makeAgent(ada)
  const answer = await documents.send(agent, ada, { name: 'broken.pdf', body: '%PDF-1.7\nnothing' })
  expect(answer.status).toBe(201)
  await readIn.settled()
  expect(cited(await chat(agent, 'When is the lamp lit?'))).toEqual([])
  expect(await (await send('GET', `/api/agents/${agent.id}`)).json()).toMatchObject({ documents: 0 })
})
