import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { agentSources } from '../../../../../test/agent-sources.ts'
import { type Account, testApp } from '../../../../../test/app.ts'
import { ownDatabase, testDatabase } from '../../../../../test/database.ts'
import { changedExport, exportOf, importTo, previewOf } from '../../../../../test/own-exports.ts'
import { asking } from '../../../../../test/own-world.ts'
import type { Send } from '../../../../../test/sign-in.ts'
import { unzip } from '../../../../../test/zips.ts'
import type { Agent, AgentPage } from '../../../../shared/agents/agents.ts'
import type { Conversation, ConversationPage } from '../../../../shared/chat/conversations.ts'
import { sourcesOf } from '../../../../shared/chat/parts.ts'
import type { SharedCopy } from '../../../../shared/chat/shared-copies.ts'
import type { CitedSource } from '../../../../shared/knowledge/cited-source.ts'
import { citePassages, type Passage, type PassageAround } from '../../../../shared/knowledge/sources.ts'
import type { ExportedAgent } from '../../../../shared/own-data/exported-agent.ts'

const here = testApp(await testDatabase())
const elsewhere = await ownDatabase()
const there = testApp(elsewhere)
const sources = agentSources(here)

const lamp = '# The lamp\n\nThe lamp is lit at dusk, and put out at dawn.'

const passagesOf = async (send: Send, as: Account, agent: { id: string }, query: string) =>
  (
    await asking(send)<{ passages: Passage[] }>(
      'GET',
      `/api/agents/${agent.id}/sources/search?query=${query}`,
      as,
    )
  ).passages

/** Stores a conversation whose reply cites these passages. */
async function makeCiting(as: Account, agent: Agent, cited: readonly CitedSource[]) {
  const id = randomUUID()
  const [question, reply] = [randomUUID(), randomUUID()]
  const createdAt = '2026-01-02T03:04:05.678Z'
  const content = 'It is lit at dusk [1].'
  const parts = [
    { kind: 'sources', sources: cited },
    { kind: 'text', text: content },
  ]
  const end = { state: 'finished', cutShort: false, forgotten: 0, repliedAt: createdAt }
  await asking(here.send)('PUT', `/api/conversations/${id}`, as, {
    agentId: agent.id,
    messages: [
      { id: question, parentId: null, role: 'user', content: 'When is it lit?', createdAt },
      { id: reply, parentId: question, role: 'assistant', content, parts, createdAt, ...end },
    ],
  })
  return { id, reply }
}

/** The citations of a wallet's only conversation. */
async function citationsOf(send: Send, as: Account): Promise<readonly CitedSource[]> {
  const ask = asking(send)
  const { conversations } = await ask<ConversationPage>('GET', '/api/conversations', as)
  const { messages } = await ask<Conversation>('GET', `/api/conversations/${conversations[0]?.id}`, as)
  return messages.flatMap((message) => (message.role === 'assistant' ? (sourcesOf(message.parts) ?? []) : []))
}

const around = (send: Send, as: Account, { sourceId, version, number, key }: CitedSource) =>
  send('GET', `/api/sources/${sourceId}/passages/${version}/${number}?key=${key}`, { as })

const agentsOf = async (send: Send, as: Account) =>
  (await asking(send)<AgentPage>('GET', '/api/me/agents', as)).agents

/** The path and the content of the only agent in an export. */
function agentIn(files: Map<string, string>): [path: string, agent: ExportedAgent] {
  const [found] = [...files].filter(([path]) => /^agents\/.*\.json$/.test(path))
  const [path, text] = found ?? ['', '{}']
  return [path, JSON.parse(text)]
}

const changeAgent = (change: (agent: ExportedAgent) => object) => (files: Map<string, string>) => {
  const [path, agent] = agentIn(files)
  files.set(path, JSON.stringify({ ...agent, ...change(agent) }))
}

test('a citation shows its quote after an import, and opens in the document that came along', async () => {
  const ada = await here.signIn()
  const agent = await sources.makeAgent(ada)
  await sources.read(agent, ada, { name: 'lamp.md', body: lamp })
  const cited = citePassages(await passagesOf(here.send, ada, agent, 'lamp'))
  await makeCiting(ada, agent, cited)
  const moved = await there.signIn()
  await importTo(there.send, moved, await exportOf(here.send, ada))
  await there.readIn.settled()
  const [citation] = (await citationsOf(there.send, moved)) as [CitedSource]
  expect(citation).toMatchObject({ n: 1, version: 1, name: 'lamp.md', quote: cited[0]?.quote })
  expect(citation.sourceId).not.toBe(cited[0]?.sourceId)
  const opened = (await (await around(there.send, moved, citation)).json()) as PassageAround
  expect(opened.passage).toMatchObject({ sourceId: citation.sourceId, text: citation.quote })
  const [fresh] = await agentsOf(there.send, moved)
  expect((await passagesOf(there.send, moved, fresh as Agent, 'dusk')).map(({ text }) => text)).toContain(
    citation.quote,
  )
  // The reply's words alone give others nothing: the key was that of the old server.
  expect((await around(there.send, await there.signIn(), citation)).status).toBe(404)
})

test('a citation of a file that was replaced keeps its quote, and does not open another file', async () => {
  const ada = await here.signIn()
  const agent = await sources.makeAgent(ada)
  const { id } = await sources.read(agent, ada, { name: 'lamp.md', body: lamp })
  const cited = citePassages(await passagesOf(here.send, ada, agent, 'lamp'))
  await makeCiting(ada, agent, cited)
  await here.send('PUT', `/api/agents/${agent.id}/sources/${id}?replaces=1`, {
    as: ada,
    body: 'Something else about a lamp.',
  })
  await here.readIn.settled()
  const exported = await exportOf(here.send, ada)
  const files = await unzip(exported)
  expect(agentIn(files)[1].documents).toMatchObject([{ version: 2, earlier: null }])
  expect([...files].filter(([path]) => path.startsWith('documents/')).map(([, text]) => text)).toEqual([
    'Something else about a lamp.',
  ])
  const moved = await there.signIn()
  await importTo(there.send, moved, exported)
  await there.readIn.settled()
  const [citation] = (await citationsOf(there.send, moved)) as [CitedSource]
  expect(citation).toEqual(cited[0])
  expect((await around(there.send, moved, citation)).status).toBe(404)
})

test('where the present file can not be read, both are exported, and the one that replies are made from is imported', async () => {
  const ada = await here.signIn()
  const agent = await sources.makeAgent(ada)
  const { id } = await sources.read(agent, ada, { name: 'lamp.md', body: lamp })
  const cited = citePassages(await passagesOf(here.send, ada, agent, 'lamp'))
  await makeCiting(ada, agent, cited)
  await here.send('PUT', `/api/agents/${agent.id}/sources/${id}?replaces=1`, {
    as: ada,
    body: '%PDF-1.4 none',
  })
  await here.readIn.settled()
  const exported = await exportOf(here.send, ada)
  const files = await unzip(exported)
  const [document] = agentIn(files)[1].documents
  expect(document).toMatchObject({
    type: 'pdf',
    version: 2,
    earlier: { type: 'markdown', version: 1, presentFailed: true },
  })
  expect(files.get(document?.file ?? '')).toBe('%PDF-1.4 none')
  expect(files.get(document?.earlier?.file ?? '')).toBe(lamp)
  const moved = await there.signIn()
  expect(await importTo(there.send, moved, exported)).toMatchObject({ made: { documents: 1 }, notes: [] })
  await there.readIn.settled()
  const [citation] = (await citationsOf(there.send, moved)) as [CitedSource]
  expect((await around(there.send, moved, citation)).status).toBe(200)
})

test('a file that is missing, named twice, or not of the type that is given for it is left out and named; the rest is made', async () => {
  const ada = await here.signIn()
  const agent = await sources.makeAgent(ada)
  for (const name of ['good', 'lies', 'picture', 'missing', 'twice'])
    await sources.read(agent, ada, { name: `${name}.txt`, body: `The document named ${name}.` })
  const changed = await changedExport(await exportOf(here.send, ada), (files) => {
    const [, { documents }] = agentIn(files)
    const fileOf = (name: string) => documents.find((one) => one.name === `${name}.txt`)?.file ?? ''
    files.delete(fileOf('missing'))
    files.set(fileOf('picture'), '\u0089PNG\u0000\u0001\u0002')
    changeAgent(() => ({
      documents: documents.map((one) => {
        if (one.name === 'lies.txt') return { ...one, type: 'pdf' }
        return one.name === 'twice.txt' ? { ...one, file: fileOf('good') } : one
      }),
    }))(files)
  })
  const moved = await there.signIn()
  const preview = await previewOf(there.send, moved, changed)
  expect(preview.notes).toEqual(['The file of the document “missing.txt” of “Ada” is not in the zip.'])
  const { made, notes } = await importTo(there.send, moved, changed)
  expect(made).toMatchObject({ agents: 1, documents: 1 })
  expect(notes).toEqual([
    'The document “lies.txt” of “Ada” was left out. The file’s content does not match its type.',
    'The document “picture.txt” of “Ada” was left out. Use a PDF, DOCX, EPUB, HTML, Markdown, text or CSV file.',
    'The document “missing.txt” of “Ada” was left out. Its file is not in the zip.',
    'The document “twice.txt” of “Ada” was left out. Its file is not in the zip.',
  ])
  await there.readIn.settled()
  const [fresh] = await agentsOf(there.send, moved)
  const list = await agentSources(there).list(fresh as Agent, moved)
  expect(list.sources.map(({ name, state }) => [name, state.kind])).toEqual([['good.txt', 'ready']])
})

test('a document leads to no other file of the zip, and an export from before there were documents is imported', async () => {
  const ada = await here.signIn()
  const agent = await sources.makeAgent(ada)
  await sources.read(agent, ada, { name: 'lamp.md', body: lamp })
  const exported = await exportOf(here.send, ada)
  const moved = await there.signIn()
  const leading = await changedExport(
    exported,
    changeAgent(({ documents }) => ({
      documents: documents.map((one) => ({ ...one, file: 'profile.json' })),
    })),
  )
  expect(await importTo(there.send, moved, leading)).toMatchObject({
    made: { agents: 0, documents: 0 },
    notes: [expect.stringContaining('documents.0.file')],
  })
  const old = await changedExport(exported, (files) => {
    changeAgent(() => ({ documents: undefined, sourcesOpen: undefined }))(files)
    const { counts, ...manifest } = JSON.parse(files.get('bionic.json') ?? '')
    const { documents: _, shared: __, ...before } = counts
    files.set('bionic.json', JSON.stringify({ ...manifest, counts: before }))
  })
  expect(await importTo(there.send, moved, old)).toMatchObject({
    made: { agents: 1, documents: 0 },
    notes: [],
  })
})

test('documents for which an agent or a wallet has no room are left out and named', async () => {
  const ada = await here.signIn()
  const agent = await sources.makeAgent(ada)
  for (const name of ['one', 'two'])
    await sources.read(agent, ada, { name: `${name}.md`, body: `${lamp} ${name}` })
  const exported = await exportOf(here.send, ada)
  const few = testApp(elsewhere, { settings: { AGENT_SOURCES: 1 } })
  expect(await importTo(few.send, await few.signIn(), exported)).toEqual({
    made: expect.objectContaining({ agents: 1, documents: 1 }),
    notes: [
      expect.stringMatching(
        /^The document “two\.md” of “Ada” was left out\. An agent can have 1 documents\./,
      ),
    ],
  })
  const small = testApp(elsewhere, { settings: { QUOTA_SOURCES_MB: 100 / 1024 / 1024 } })
  const bob = await small.signIn()
  const preview = await previewOf(small.send, bob, exported)
  expect(preview.counts).toMatchObject({ agents: 1, documents: 2 })
  expect(preview.notes).toEqual([
    'The documents together are larger than your wallet has room for, so some of them will be left out.',
  ])
  const { made, notes } = await importTo(small.send, bob, exported)
  expect(made).toMatchObject({ agents: 1, documents: 1 })
  expect(notes).toEqual([
    expect.stringMatching(/^The document “two\.md” of “Ada” was left out\. The documents of one wallet/),
  ])
})

test('an import takes as much as an export of all that a wallet may keep', async () => {
  const megabyte = 1024 * 1024
  const ask = async (megabytesKept: number, megabytesSent: number) => {
    const app = testApp(elsewhere, { settings: { QUOTA_SOURCES_MB: megabytesKept } })
    const { status } = await app.send('POST', '/api/me/imports/preview', {
      as: await app.signIn(),
      body: 'no zip',
      headers: { 'content-type': 'application/zip', 'content-length': `${megabytesSent * megabyte}` },
    })
    return status
  }
  expect(await ask(1_000, 2_299)).toBe(422)
  expect(await ask(1_000, 2_301)).toBe(413)
  expect(await ask(1, 2_299)).toBe(413)
})

test('an export tells what shared copies show but not their addresses, and an import shares nothing', async () => {
  const ada = await here.signIn()
  const agent = await sources.makeAgent(ada)
  const { id, reply } = await makeCiting(ada, agent, [])
  const copy = await asking(here.send)<SharedCopy>('POST', `/api/conversations/${id}/copies`, ada, {
    messageId: reply,
  })
  const exported = await exportOf(here.send, ada)
  const files = await unzip(exported)
  const [path] = [...files.keys()].filter((one) => /^shared\/.*\.json$/.test(one))
  expect(JSON.parse(files.get(path ?? '') ?? '')).toEqual({
    conversationId: id,
    messageId: reply,
    agentName: 'Ada',
    title: copy.title,
    sharedAt: copy.sharedAt,
    messages: [
      { role: 'user', content: 'When is it lit?' },
      expect.objectContaining({ role: 'assistant', content: 'It is lit at dusk [1].' }),
    ],
  })
  expect(files.get(path?.replace(/json$/, 'md') ?? '')).toContain('It is lit at dusk')
  expect([...files.values()].join()).not.toContain(copy.id)
  const moved = await there.signIn()
  await importTo(there.send, moved, exported)
  expect(await asking(there.send)('GET', '/api/me/copies', moved)).toEqual({ copies: [] })
})
