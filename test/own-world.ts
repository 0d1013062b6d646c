import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Database } from '../src/server/db/connect/connect.ts'
import { swarmRuns, swarmTurns } from '../src/server/db/schema/swarm.ts'
import type { AgentVersions } from '../src/shared/agents/agent-versions.ts'
import type { Agent, AgentPage } from '../src/shared/agents/agents.ts'
import type { FavouriteAgents } from '../src/shared/agents/kept-agents.ts'
import { NO_PERSONA } from '../src/shared/agents/persona.ts'
import type { Conversation, ConversationPage } from '../src/shared/chat/conversations.ts'
import type { CitedSource } from '../src/shared/knowledge/cited-source.ts'
import { citePassages, type Passage, type Source, type SourceList } from '../src/shared/knowledge/sources.ts'
import type { FactChanges, KeptFact, Memories, Memory } from '../src/shared/memory/facts.ts'
import type { OwnProfile } from '../src/shared/people/people.ts'
import type { RealmMessagePage } from '../src/shared/realms/realm-messages.ts'
import type { RealmDetail, RealmPage } from '../src/shared/realms/realms.ts'
import type { BriefPage } from '../src/shared/social.ts'
import type { SwarmPage, SwarmRun } from '../src/shared/swarm/swarm.ts'
import { newAgent } from './app.ts'
import { modelPart } from './model-part.ts'
import type { Account, Send } from './sign-in.ts'

/** Texts in which something is lost easily: from right to left, marks that join, halves that must not be cut, Markdown. */
export const texts = {
  hebrew: 'שלום, עולם! מה שלומך היום?',
  arabic: 'كيف تتعلّم الآلة اللغة العربيّة؟',
  mixed: 'Der Begriff «ذكاء» heißt 知能 👩‍👩‍👧‍👦 — e\u0301té',
  markdown: '# `a` | *b* \\ <i>c</i>\n\n```ts\nconst open = "```"\n',
  long: 'A long line that goes on and on. '.repeat(110).trim(),
}

/** A request that must succeed, and what it answers. */
export const asking =
  (send: Send) =>
  async <Answer>(method: string, path: string, as: Account, json?: unknown): Promise<Answer> => {
    const answer = await send(method, path, { as, ...(json !== undefined && { json }) })
    expect(answer.ok, `${method} ${path}: ${answer.ok ? '' : await answer.clone().text()}`).toBe(true)
    return (answer.status === 204 ? null : await answer.json()) as Answer
  }

export const somePicture = (hue: string) =>
  sharp({ create: { width: 12, height: 12, channels: 3, background: hue } })
    .png()
    .toBuffer()

/** Gives somebody one of everything that a wallet can have. */
export async function makeOwnWorld(send: Send, { db }: Pick<Database, 'db'>, as: Account) {
  const ask = asking(send)
  const picture = async (hue: string) => {
    const body = Uint8Array.from(await somePicture(hue))
    const answer = await send('POST', '/api/images', { as, body, headers: { 'content-type': 'image/png' } })
    return ((await answer.json()) as { imageUrl: string }).imageUrl
  }
  const imageUrl = await picture('#22e6ff')
  const agent = await ask<Agent>('POST', '/api/agents', as, {
    ...newAgent,
    name: 'נועה الحكيمة',
    description: texts.mixed,
    personality: texts.long,
    imageUrl,
  })
  await ask('PATCH', `/api/agents/${agent.id}`, as, {
    personality: `${texts.markdown}${texts.long}`,
    imageUrl: await picture('#ff3fd8'),
  })
  await ask('PATCH', `/api/agents/${agent.id}`, as, { name: 'Noa', capabilities: ['Explaining', 'שירה'] })
  const draft = await ask<Agent>('POST', '/api/agents', as, {
    ...newAgent,
    name: 'A draft',
    isPublic: false,
    visibilityEnabled: true,
    imageUrl: 'https://example.com/a-picture.png',
  })
  const lorebook = { entries: [{ keys: ['lamp'], content: texts.mixed, enabled: true, insertion_order: 1 }] }
  for (const [background, book] of [
    [texts.mixed, lorebook],
    ['Another one.', null],
  ] as const)
    await ask('PUT', `/api/agents/${draft.id}/persona`, as, {
      persona: { ...NO_PERSONA, background },
      lorebook: book,
    })
  await ask('PUT', `/api/agents/${agent.id}/favourite`, as)
  const cited = await makeDocuments(send, as, agent.id)
  const conversationId = await makeConversation(ask, as, agent.id, cited)
  const realm = await makeRealm(ask, as, agent.id)
  await makeRun(db, as, [agent, draft], cited)
  await ask('PUT', `/api/me/briefs/${randomUUID()}`, as, {
    agentId: agent.id,
    platform: 'bluesky',
    topic: texts.arabic,
    source: texts.long,
    tone: 'friendly',
    drafts: [
      { id: randomUUID(), content: texts.hebrew, state: 'finished', edited: true },
      { id: randomUUID(), content: '', state: 'failed', edited: false },
    ],
    follows: 0,
  })
  await makeMemory(ask, as, agent.id, conversationId)
  await ask('PUT', '/api/me/profile', as, {
    name: `noa_${Math.random().toString(36).slice(2, 10)}`,
    imageUrl: await picture('#9b7bff'),
    about: texts.hebrew,
  })
  return { agent, draft, conversationId, realm }
}

/** Two documents, read in, renamed and in another order than they came; visitors may open them whole. */
async function makeDocuments(send: Send, as: Account, agentId: string): Promise<CitedSource[]> {
  const ask = asking(send)
  const path = `/api/agents/${agentId}/sources`
  const upload = async (name: string, body: string) => {
    const query = new URLSearchParams({ id: randomUUID(), name })
    const answer = await send('POST', `${path}?${query}`, { as, body })
    expect(answer.status, `POST ${path}`).toBe(201)
    return (await answer.json()) as Source
  }
  const table = await upload('prices.csv', `What,Price\nTea,2\nBread ${randomUUID()},3\n`)
  await upload('ליל.md', `# The lamp\n\nThe lamp is lit at dusk, as ${randomUUID()} says.\n\n${texts.long}`)
  // Without its ending, a table can't be told from other texts.
  await ask('PATCH', `${path}/${table.id}`, as, { name: 'Prices', position: 2 })
  await ask('PATCH', path, as, { sourcesOpen: 'documents' })
  const states = async () => (await ask<SourceList>('GET', path, as)).sources.map(({ state }) => state.kind)
  await expect.poll(states, { timeout: 30_000 }).toEqual(['ready', 'ready'])
  const found = await ask<{ passages: Passage[] }>('GET', `${path}/search?query=lamp+dusk`, as)
  expect(found.passages).not.toEqual([])
  return citePassages(found.passages.slice(0, 1))
}

type Ask = ReturnType<typeof asking>

/** With two branches, a reply of several parts that cites a document, one that was stopped, and one that failed. */
async function makeConversation(
  ask: Ask,
  as: Account,
  agentId: string,
  sources: readonly CitedSource[],
): Promise<string> {
  const id = randomUUID()
  const [first, reply, again, other, more, failed] = Array.from({ length: 6 }, () => randomUUID())
  const createdAt = '2026-01-02T03:04:05.678Z'
  const end = { cutShort: false, forgotten: 0, repliedAt: createdAt }
  const parts = [
    { kind: 'sources', id: 1, revision: 2, sources },
    { kind: 'reasoning', text: texts.arabic },
    { kind: 'text', text: texts.markdown },
    { kind: 'reasoning', text: 'And then.' },
    { kind: 'text', text: `${texts.mixed} [1]` },
  ]
  const messages = [
    { id: first, parentId: null, role: 'user', content: texts.hebrew, createdAt },
    {
      ...{ id: reply, parentId: first, role: 'assistant', createdAt, ...end, state: 'finished', parts },
      content: `${texts.markdown}${texts.mixed} [1]`,
    },
    { id: again, parentId: null, role: 'user', content: 'Asked anew.', createdAt },
    {
      ...{ id: other, parentId: again, role: 'assistant', createdAt, ...end, state: 'stopped' },
      ...{ content: texts.long, cutShort: true, forgotten: 2 },
    },
    { id: more, parentId: reply, role: 'user', content: texts.mixed, createdAt },
    {
      ...{ id: failed, parentId: more, role: 'assistant', createdAt, ...end, state: 'failed' },
      ...{ content: '', repliedAt: null },
    },
  ]
  await ask('PUT', `/api/conversations/${id}`, as, { agentId, messages })
  await ask('PATCH', `/api/conversations/${id}`, as, { title: 'שיחה with Noa', activeLeaf: other })
  return id
}

/** With a fact that said something else, one from a message, and one that is switched off. */
async function makeMemory(ask: Ask, as: Account, agentId: string, conversationId: string): Promise<void> {
  const path = `/api/me/memory/${agentId}`
  const { messages } = await ask<Conversation>('GET', `/api/conversations/${conversationId}`, as)
  const from = { conversationId, messageId: messages[0]?.id }
  const add = (text: string, more: object = {}) =>
    ask<KeptFact>('POST', `${path}/facts`, as, { id: randomUUID(), text, ...more })
  const edit = ({ fact }: KeptFact, changes: FactChanges) =>
    ask('PATCH', `${path}/facts/${fact.id}`, as, changes)
  await edit(await add('הוא גר בחיפה.'), { text: 'הוא גר בתל אביב.' })
  await add(texts.mixed, { from })
  await edit(await add('أحب القهوة'), { isOff: true })
  await ask('PUT', path, as, { also: ['rooms'] })
}

async function makeRealm(ask: Ask, as: Account, agentId: string): Promise<{ id: string }> {
  const realm = await ask<{ id: string }>('POST', '/api/realms', as, {
    name: 'حلقة Noa',
    description: texts.hebrew,
    unlisted: true,
  })
  await ask('PATCH', `/api/realms/${realm.id}`, as, { policy: 'mentioned', agentTurns: 3, agentWords: 500 })
  for (const [content, replyTo] of [
    [texts.arabic, null],
    [texts.markdown.trim(), 1],
    [texts.mixed, 2],
  ] as const)
    await ask('POST', `/api/realms/${realm.id}/messages`, as, { id: randomUUID(), content, replyTo })
  await ask('PUT', `/api/realms/${realm.id}/agents/${agentId}`, as)
  return realm
}

/** A run that is over, put into the database as if a model had been there. */
async function makeRun(
  db: Database['db'],
  as: Account,
  agents: readonly Agent[],
  sources: CitedSource[],
): Promise<void> {
  const id = randomUUID()
  const createdAt = new Date('2026-02-03T04:05:06.789Z')
  const seats = agents.map((agent) => ({
    ...{ agentId: agent.id, agentName: agent.name, agentImageUrl: agent.pictureUrl },
    dropped: false,
  }))
  const phases = [{ task: texts.arabic, rounds: 1, words: 900 }]
  const run = { id, owner: as.address, mode: 'parallel' as const, seats, phases, state: 'finished' as const }
  await db
    .insert(swarmRuns)
    .values({ ...run, awaitsStep: false, shared: true, createdAt, updatedAt: createdAt })
  const parts = [
    modelPart(),
    { kind: 'sources' as const, id: 2, revision: 2, sources },
    { kind: 'text' as const },
  ]
  const turn = { runId: id, phase: 0, state: 'finished' as const, given: 300, said: 5, createdAt }
  await db.insert(swarmTurns).values([
    { ...turn, number: 1, id: randomUUID(), round: 1, seat: 0, content: `${texts.markdown} [1]`, parts },
    {
      ...turn,
      number: 2,
      id: randomUUID(),
      round: 1,
      seat: 1,
      content: texts.hebrew,
      trouble: null,
      again: false,
    },
    { ...turn, number: 3, id: randomUUID(), round: 0, seat: null, content: texts.long },
  ])
}

/** All that the API tells somebody of what is theirs. */
export async function readOwnWorld(send: Send, as: Account) {
  const ask = asking(send)
  const { agents: summaries } = await ask<AgentPage>('GET', '/api/me/agents?limit=100', as)
  const agents = await Promise.all(
    summaries.map(async ({ id }) => ({
      ...(await ask<Agent>('GET', `/api/agents/${id}`, as)),
      ...(await ask<AgentVersions>('GET', `/api/agents/${id}/versions`, as)),
      documents: await readDocuments(send, id, as),
    })),
  )
  const { conversations: listed } = await ask<ConversationPage>('GET', '/api/conversations?limit=100', as)
  const conversations = await Promise.all(
    listed.map(({ id }) => ask<Conversation>('GET', `/api/conversations/${id}`, as)),
  )
  const { realms: mine } = await ask<RealmPage>('GET', '/api/me/realms?limit=100', as)
  const realms = await Promise.all(
    mine.map(async ({ id }) => ({
      ...(await ask<RealmDetail>('GET', `/api/realms/${id}`, as)),
      ...(await ask<RealmMessagePage>('GET', `/api/realms/${id}/messages`, as)),
    })),
  )
  const { runs: runList } = await ask<SwarmPage>('GET', '/api/swarm/runs?limit=100', as)
  const runs = await Promise.all(runList.map(({ id }) => ask<SwarmRun>('GET', `/api/swarm/runs/${id}`, as)))
  const { memories: remembering } = await ask<Memories>('GET', '/api/me/memory', as)
  const memories = await Promise.all(
    remembering.map(({ agentId }) => ask<Memory>('GET', `/api/me/memory/${agentId}`, as)),
  )
  const { briefs } = await ask<BriefPage>('GET', '/api/me/briefs?limit=100', as)
  const profile = await ask<OwnProfile>('GET', '/api/me/profile', as)
  const { agents: favourites } = await ask<FavouriteAgents>('GET', '/api/me/favourites', as)
  return {
    agents,
    conversations,
    memories,
    realms,
    runs,
    briefs,
    profile,
    favourites: favourites.map(({ name }) => name),
  }
}

/** The documents of an agent, with what is in their files. */
async function readDocuments(send: Send, agentId: string, as: Account) {
  const { sources, ...list } = await asking(send)<SourceList>('GET', `/api/agents/${agentId}/sources`, as)
  const documents = sources.map(async (source) => ({
    ...source,
    file: await (await send('GET', `/api/sources/${source.id}/file`, { as })).text(),
  }))
  return { ...list, sources: await Promise.all(documents) }
}

export type OwnWorld = Awaited<ReturnType<typeof readOwnWorld>>
