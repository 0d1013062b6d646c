import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { agentSources } from '../../../../../test/agent-sources.ts'
import { anAnsweringAgent } from '../../../../../test/an-agent.ts'
import { testApp } from '../../../../../test/app.ts'
import { anAsker, callTool } from '../../../../../test/call-tool.ts'
import { conversationClient, firstQuestion } from '../../../../../test/conversation-client.ts'
import { anyDatabase } from '../../../../../test/database.ts'
import { offlineReply } from '../../../../../test/offline-loop.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { ConversationFile } from '../../../../shared/chat/conversation-files.ts'
import { createDocuments } from './documents.ts'

const database = await anyDatabase()
const app = testApp(database)
const { send, signIn, readIn, knowledge } = app
const sources = agentSources(app)
/** Ada made the agents; Bob talks with them. */
const [ada, bob] = [await signIn(), await signIn()]

const BELL = 'The fog bell of the lighthouse rings nine times a minute [3].'

async function agentWithBell(more: Partial<Agent> = {}): Promise<Agent> {
  const agent = await sources.makeAgent(ada, more)
  await sources.read(agent, ada, { name: 'Bell "book".md', body: `# Lighthouse\n\n## Fog\n\n${BELL}` })
  return agent
}
const publish = (agent: Agent) => send('POST', `/api/agents/${agent.id}/publish`, { as: ada })
const openDocuments = (agent: Agent) =>
  send('PATCH', `/api/agents/${agent.id}/sources`, { as: ada, json: { sourcesOpen: 'documents' } })

function search(
  agentId: string | null,
  wallet: string | null,
  query: string,
  conversation: string | null = null,
) {
  const place =
    conversation === null
      ? null
      : { scope: 'conversation' as const, scopeId: conversation, replyId: randomUUID() }
  const asker = anAsker({ agentId, owner: ada.address, wallet, place })
  const findPassages = knowledge.findPassages.bind(knowledge)
  return callTool(createDocuments({ db: database.db, findPassages }, asker), { query }, { asker })
}
const nothing = { kind: 'done', text: expect.stringMatching(/^Nothing was found\./) }

test('passages are numbered, with the name and the place of their document, marked line by line and without its own numbers', async () => {
  const agent = await agentWithBell()
  expect(await search(agent.id, ada.address, 'How often does the fog bell ring?')).toEqual({
    kind: 'done',
    text: expect.stringMatching(
      /^Passage 1: "Bell \\"book\\"\.md", under ".*Fog"\n(?:> .*\n|>\n)*> The fog bell of the lighthouse rings nine times a minute \(3\)\.$/,
    ),
    marks: { untrusted: false, private: true },
  })
})

test('a draft of somebody else gives nothing away, and a published one what replies may quote, as untrusted text', async () => {
  const agent = await agentWithBell({ isPublic: false })
  expect(await search(agent.id, bob.address, 'fog bell')).toEqual(nothing)
  expect(await search(agent.id, null, 'fog bell')).toEqual(nothing)
  await publish(agent)
  for (const wallet of [bob.address, null])
    expect(await search(agent.id, wallet, 'fog bell')).toMatchObject({
      text: expect.stringContaining('nine times a minute'),
      marks: { untrusted: true, private: false },
    })
})

test('the owner’s documents are private until everybody may open them', async () => {
  const agent = await agentWithBell()
  await publish(agent)
  expect(await search(agent.id, ada.address, 'fog bell')).toMatchObject({ marks: { private: true } })
  await openDocuments(agent)
  expect(await search(agent.id, ada.address, 'fog bell')).toMatchObject({
    marks: { untrusted: false, private: false },
  })
  expect(await search(agent.id, bob.address, 'fog bell')).toMatchObject({
    marks: { untrusted: true, private: false },
  })
})

test('a person’s own file of the conversation is found by them alone, and is private', async () => {
  const agent = await sources.makeAgent(ada)
  await publish(agent)
  const conversation = randomUUID()
  const path = `/api/conversations/${conversation}/files?${new URLSearchParams({ id: randomUUID(), name: 'lease.md' })}`
  const file = (await (
    await send('POST', path, { as: bob, body: 'The rent is due on the third.' })
  ).json()) as ConversationFile
  await readIn.settled()
  const ask = firstQuestion(agent.id, 'Hello')
  const asked = { ...ask, question: { ...ask.question, files: [file.id] } }
  await (await conversationClient(send, bob).ask(conversation, asked)).text()
  expect(await search(agent.id, bob.address, 'When is the rent due?', conversation)).toMatchObject({
    text: expect.stringContaining('due on the third'),
    marks: { untrusted: false, private: true },
  })
  expect(await search(agent.id, ada.address, 'When is the rent due?', conversation)).toEqual(nothing)
  expect(await search(agent.id, bob.address, 'When is the rent due?')).toEqual(nothing)
})

test('an agent without documents, no agent, and a query that is no search each get a sentence', async () => {
  const bare = await sources.makeAgent(ada)
  expect(await search(bare.id, ada.address, 'fog bell')).toEqual(nothing)
  expect(await search(null, ada.address, 'fog bell')).toEqual(nothing)
  expect(await search(bare.id, ada.address, ' ')).toMatchObject({
    kind: 'failed',
    why: expect.stringContaining('empty'),
  })
  expect(await search(bare.id, ada.address, 'bell '.repeat(200_000))).toMatchObject({
    kind: 'failed',
    why: expect.stringContaining('at most 1,000 characters'),
  })
})

test('what it finds of a long document is the best of it, and fits what a model reads', async () => {
  const agent = await sources.makeAgent(ada)
  const filler = Array.from({ length: 3_000 }, (_, i) => `Item ${i} stands in row ${i % 12} of the store.`)
  await sources.read(agent, ada, { name: 'store.txt', body: [...filler, BELL, ...filler].join('\n\n') })
  const found = await search(agent.id, ada.address, 'fog bell of the lighthouse')
  if (found.kind !== 'done') throw new Error(found.kind)
  expect(found.text.indexOf('nine times')).toBeLessThan(2_000)
  expect(found.text.length).toBeLessThan(20_000)
})

test('without a model the documents are searched, and quoted with their names', async () => {
  const agent = await agentWithBell()
  await publish(agent)
  for (const wallet of [ada.address, bob.address]) {
    const asker = anAsker({ agentId: agent.id, owner: ada.address, wallet })
    const findPassages = knowledge.findPassages.bind(knowledge)
    const tools = [createDocuments({ db: database.db, findPassages }, asker)]
    const nova = anAnsweringAgent({ name: 'Nova', ownDocuments: { count: 1, names: [] } })
    const found = await offlineReply('How often does the fog bell ring?', { agent: nova, tools, asker })
    expect(found.calls).toHaveLength(1)
    expect(found.text).toMatch(
      /> The fog bell of the lighthouse rings nine times a minute \(3\)\. \("Bell \\\\"book\\\\"\.md", under "[^"]*Fog"\)/,
    )
    const lost = await offlineReply('Search your documents for zebras', { agent: nova, tools, asker })
    expect(lost.text).toMatch(
      /^The search (?:of the documents found nothing|found passages, and no sentence)/,
    )
  }
})
