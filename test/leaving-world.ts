import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '../src/server/db/connect/connect.ts'
import { stories } from '../src/server/db/schema/conversations.ts'
import { modelKeys } from '../src/server/db/schema/models.ts'
import { oauthCodes } from '../src/server/db/schema/oauth-codes.ts'
import {
  inboxes,
  mcpChecks,
  mcpServers,
  mcpTokens,
  mcpTools,
  pushSubscriptions,
  toolGrants,
} from '../src/server/db/schema/tools.ts'
import { agentManifests, agentRatings } from '../src/server/db/schema/trust.ts'
import type { ChatEngine } from '../src/server/llm/choose-engine.ts'
import type { Agent } from '../src/shared/agents/agents.ts'
import { NO_PERSONA } from '../src/shared/agents/persona.ts'
import type { Conversation } from '../src/shared/chat/conversations.ts'
import type { SharedCopy } from '../src/shared/chat/shared-copies.ts'
import type { Source } from '../src/shared/knowledge/sources.ts'
import type { RealmMessagePage } from '../src/shared/realms/realm-messages.ts'
import type { SwarmRun } from '../src/shared/swarm/swarm.ts'
import { shortAddress } from '../src/shared/text/short-address.ts'
import { newAgent, type testApp } from './app.ts'
import { doorClient } from './door-client.ts'
import { memoryClient } from './memory-client.ts'
import { asking, somePicture } from './own-world.ts'
import type { Account } from './sign-in.ts'
import { storeCall } from './stored-calls.ts'

/** It is in everything that the person who leaves wrote, but for the name of a realm that stays. */
export const MARK = 'Quillfeather'

/** A model that cites what it was given, so that what it says has no word of anybody. */
export const citing: ChatEngine = {
  engine: { kind: 'offline' },
  async *ask() {
    yield { type: 'words', text: 'The lamp is lit. [1]' }
    yield { type: 'end', reason: 'stop' }
  },
}

type App = Pick<ReturnType<typeof testApp>, 'send' | 'sign' | 'signIn' | 'readIn'>
export type LeavingWorld = Awaited<ReturnType<typeof makeLeavingWorld>>

/** Three people who met everywhere: Ada, who will leave, Bob and Cyd. */
export async function makeLeavingWorld(app: App, { db }: Pick<Database, 'db'>) {
  const { send, signIn, sign } = app
  const ask = asking(send)
  const { makeKey } = doorClient(send)
  const [ada, bob, cyd] = [await signIn(), await signIn(), await signIn()]
  const name = `quill_${randomUUID().slice(0, 6)}`
  const handle = `h-quill-${randomUUID().slice(0, 6)}`

  async function picture(as: Account, hue: string): Promise<string> {
    const body = Uint8Array.from(await somePicture(hue))
    const answer = await send('POST', '/api/images', { as, body, headers: { 'content-type': 'image/png' } })
    return ((await answer.json()) as { imageUrl: string }).imageUrl
  }
  const pictures = [await picture(ada, '#0a0b0c'), await picture(ada, '#c0b0a0')] as const
  await ask('PUT', '/api/me/profile', ada, {
    name,
    imageUrl: pictures[0],
    about: `${MARK} about me`,
  })

  const makeAgent = (as: Account, fields: object) =>
    ask<Agent>('POST', '/api/agents', as, { ...newAgent, ...fields })
  const mine = await makeAgent(ada, {
    name: `${MARK} Lamp`,
    description: `${MARK} tells of lamps`,
    personality: `${MARK} is patient`,
    capabilities: [`${MARK} talking`],
    imageUrl: pictures[1],
  })
  await ask('PATCH', `/api/agents/${mine.id}`, ada, { handle, knowledgeDomains: [`${MARK} lamps`] })
  await ask('PUT', `/api/agents/${mine.id}/persona`, ada, {
    persona: { ...NO_PERSONA, systemPrompt: `${MARK} keeps the lamp` },
    lorebook: null,
  })
  const theirs = await makeAgent(bob, { name: 'Beacon' })
  const [askMine, askTheirs] = [mine, theirs].map(({ id }) => ({ agentId: id }))
  await ask('PUT', `/api/agents/${mine.id}/upvote`, bob)
  await ask('PUT', `/api/agents/${mine.id}/favourite`, bob)
  await ask('PUT', `/api/agents/${theirs.id}/upvote`, ada)
  await ask('PUT', `/api/agents/${theirs.id}/favourite`, ada)

  const query = new URLSearchParams({ id: randomUUID(), name: `${MARK} manual.md` })
  const body = `# ${MARK} heading\n\nThe lamp of ${MARK} is lit at dusk by its keeper.`
  const uploaded = await send('POST', `/api/agents/${mine.id}/sources?${query}`, { as: ada, body })
  const source = (await uploaded.json()) as Source
  // Only an owner reads what was read of a document.
  const ofBob = new URLSearchParams({ id: randomUUID(), name: 'beacon.md' })
  const kept = await send('POST', `/api/agents/${theirs.id}/sources?${ofBob}`, {
    as: bob,
    body: 'Lit at dawn.',
  })
  const sourceOfBob = (await kept.json()) as Source
  await app.readIn.settled()
  await ask('PATCH', `/api/agents/${mine.id}/sources`, ada, { sourcesOpen: 'documents' })

  /** Asks an agent in a conversation, to the end, and shares it. */
  async function talk(as: Account, fields: { agentId?: string } | undefined, content: string) {
    const id = randomUUID()
    const json = { replyId: randomUUID(), ...fields, question: { id: randomUUID(), parentId: null, content } }
    await (await send('POST', `/api/conversations/${id}/replies`, { as, json })).text()
    const { messages } = await ask<Conversation>('GET', `/api/conversations/${id}`, as)
    const messageId = messages.find(({ role }) => role === 'assistant')?.id
    const copy = await ask<SharedCopy>('POST', `/api/conversations/${id}/copies`, as, { messageId })
    return { id, reply: json.replyId, copy: copy.id, messages }
  }
  const talkOfAda = await talk(ada, askTheirs, `${MARK} asks when the lamp is lit`)
  const ownTalkOfBob = await talk(bob, askTheirs, 'When is it dusk?')
  const talkOfBob = await talk(bob, askMine, 'When is the lamp lit by its keeper at dusk?')
  await db.insert(stories).values({
    ...{ id: randomUUID(), conversationId: talkOfAda.id, through: talkOfAda.reply, by: 'person' },
    ...{ text: `${MARK} asked of the lamp`, createdAt: new Date(), updatedAt: new Date() },
  })
  const cited = talkOfBob.messages.flatMap((message) =>
    message.role === 'assistant' ? (message.parts ?? []).filter(({ kind }) => kind === 'sources') : [],
  )
  expect(JSON.stringify(cited)).toContain(MARK)

  /** Bob's copy of an agent of Ada's, and a signature of hers on an agent that she is not the owner of any more. */
  async function copied(): Promise<Agent> {
    const parent = await makeAgent(ada, { name: 'Lantern', allowsCopies: true })
    const made = await ask<Agent>('POST', `/api/agents/${parent.id}/duplicate`, bob, { id: randomUUID() })
    await db
      .update(agentManifests)
      .set({ signer: ada.address, signedMessage: Buffer.from(ada.address), signature: new Uint8Array(64) })
      .where(eq(agentManifests.agentId, theirs.id))
    return made
  }

  async function makeRealm(as: Account, name: string, agents: readonly Agent[]): Promise<string> {
    const { id } = await ask<{ id: string }>('POST', '/api/realms', as, { name, description: '' })
    for (const agent of agents) await ask('PUT', `/api/realms/${id}/agents/${agent.id}`, as)
    return id
  }
  const say = (as: Account, realm: string, content: string) =>
    ask('POST', `/api/realms/${realm}/messages`, as, { id: randomUUID(), content })
  const realms = {
    /** Ada's, in which others spoke. */
    lively: await makeRealm(ada, 'The open library', [mine]),
    /** Ada's alone. */
    quiet: await makeRealm(ada, `${MARK} nook`, []),
    ofBob: await makeRealm(bob, 'The reading room', [theirs]),
  }
  await say(ada, realms.quiet, `${MARK} alone`)
  for (const realm of [realms.lively, realms.ofBob]) {
    await say(ada, realm, `${MARK} says hello`)
    await say(
      bob,
      realm,
      `Hello @${name}, or ${ada.address}, or @${shortAddress(ada.address)}! 谢谢@${name}你好`,
    )
    await say(cyd, realm, 'Hello everybody.')
    await say(bob, realm, 'A message that stays.')
  }
  // Ada invites an agent of Bob's into Ada's realm and one of hers into his; his agent answers her; her agent answers Bob.
  const guest = await makeAgent(ada, { name: `${MARK} Guest` })
  await ask('PUT', `/api/realms/${realms.ofBob}/agents/${guest.id}`, ada)
  await ask('PUT', `/api/realms/${realms.lively}/agents/${theirs.id}`, ada)
  const answered = (count: number) =>
    expect
      .poll(
        async () => {
          const path = `/api/realms/${realms.ofBob}/messages`
          const { messages } = await ask<RealmMessagePage>('GET', path, cyd)
          return messages.filter((one) => one.kind === 'answer' && one.state !== 'running').length
        },
        { timeout: 20_000 },
      )
      .toBe(count)
  await say(ada, realms.ofBob, `@Beacon when is the lamp of ${MARK} lit?`)
  await answered(1)
  await say(bob, realms.ofBob, `@${MARK} Guest when is the lamp lit?`)
  await answered(2)
  await ask('PUT', `/api/realms/${realms.lively}/mutes/${cyd.address}`, ada)
  await ask('PUT', `/api/realms/${realms.ofBob}/mutes/${ada.address}`, bob)

  async function run(as: Account, task: string): Promise<string> {
    const id = randomUUID()
    const agentIds = [mine.id, theirs.id]
    const made = { id, mode: 'parallel', task, rounds: 1, words: 1_200, agentIds }
    await ask('POST', '/api/swarm/runs', as, made)
    const state = async () => (await ask<SwarmRun>('GET', `/api/swarm/runs/${id}`, as)).state
    await expect.poll(state, { timeout: 20_000 }).toBe('finished')
    await ask('PATCH', `/api/swarm/runs/${id}`, as, { shared: true })
    return id
  }
  const runs = { ofAda: await run(ada, `${MARK} task`), ofBob: await run(bob, 'When is the lamp lit?') }

  const brief = (agent: Agent, words: string) => ({
    agentId: agent.id,
    platform: 'bluesky',
    topic: words,
    source: words,
    tone: 'friendly',
    drafts: [{ id: randomUUID(), content: words, state: 'finished', edited: true }],
    follows: 0,
  })
  const briefs = { ofAda: randomUUID(), ofBob: randomUUID() }
  await ask('PUT', `/api/me/briefs/${briefs.ofAda}`, ada, brief(theirs, MARK))
  await ask('PUT', `/api/me/briefs/${briefs.ofBob}`, bob, brief(mine, 'A lamp'))

  const offer = async (from: Account, to: Account, agentId: string) => {
    const terms = { to: to.address, agentId }
    const headers = await sign(from, { action: 'hand-over', ...terms })
    expect((await send('POST', '/api/me/handovers', { as: from, json: terms, headers })).status).toBe(201)
  }
  await offer(ada, cyd, mine.id)
  await offer(bob, ada, theirs.id)
  await makeKey(ada, { name: `${MARK} program` })
  const keyOfBob = await makeKey(bob)
  await db.insert(oauthCodes).values({
    hash: randomUUID(),
    wallet: ada.address,
    clientName: `${MARK} client`,
    clientHash: 'none',
    redirectUri: 'http://127.0.0.1/',
    challenge: 'none',
    expiresAt: new Date(Date.now() + 60_000),
  })

  await db.insert(modelKeys).values({
    ...{ id: randomUUID(), wallet: ada.address, name: `${MARK} models`, preset: 'custom', dialect: 'chat' },
    ...{ address: `https://${MARK}.example/v1`, sealed: new Uint8Array(40), secretId: 'none', ending: '' },
    ...{ caps: { words: null, cents: null, wordsEach: null }, models: [] },
    ...{ listedAt: new Date(), createdAt: new Date() },
  })

  const server = { id: randomUUID(), wallet: ada.address, name: `${MARK} tools`, auth: 'header' } as const
  await db.insert(mcpServers).values({
    ...{ ...server, address: `https://${MARK}.example/mcp`, createdAt: new Date() },
    ...{ sealed: new Uint8Array(40), secretId: 'none' },
  })
  const serverOfBob = { id: randomUUID(), wallet: bob.address, name: 'Post', auth: 'none' } as const
  const place = { address: 'https://tools.example/mcp', createdAt: new Date() }
  await db.insert(mcpServers).values({ ...serverOfBob, ...place })
  const raw = { name: 'send', description: MARK }
  const seen = { server: server.id, position: 0, seenAt: new Date() }
  await db
    .insert(mcpTools)
    .values({ ...seen, name: 'send', pin: 'p', raw, acceptedPin: 'p', acceptedRaw: raw })
  const check = { server: server.id, health: 'failed', problem: MARK, checkedAt: new Date() } as const
  await db.insert(mcpChecks).values(check)
  const token = { sealed: new Uint8Array(40), secretId: 'none', updatedAt: new Date() }
  await db.insert(mcpTokens).values([
    { ...token, server: server.id, wallet: bob.address },
    { ...token, server: 'library', wallet: ada.address },
    { ...token, server: 'library', wallet: `refreshing ${ada.address}` },
  ])
  const copy = await copied()
  const memory = memoryClient(send)
  await memory.add(ada, theirs.id, `${MARK} is the name of my boat`)
  await memory.add(ada, mine.id, 'I live by the lamp.')
  await memory.edit(ada, mine.id, (await memory.add(ada, mine.id, `${MARK} writes letters`)).fact.id, {
    text: 'I write letters.',
  })
  await memory.add(bob, mine.id, 'I work at night.')
  await storeToolData(db, { wallet: ada.address, agentId: theirs.id, realmId: realms.ofBob })

  const rated = { agentId: theirs.id, wallet: ada.address, up: true, words: `${MARK} likes it`, version: 1 }
  await db.insert(agentRatings).values({ ...rated, createdAt: new Date(), changedAt: new Date() })
  const reported = { id: randomUUID(), kind: 'agent', subject: theirs.id, reason: 'other' }
  await ask('POST', '/api/reports', ada, { ...reported, words: `${MARK} was treated unkindly` })

  const manifests = await db
    .select({ hash: agentManifests.hash })
    .from(agentManifests)
    .where(eq(agentManifests.agentId, theirs.id))
  const hashes = [...pictures, mine.pictureUrl].map((url) => /[0-9a-f]{64}/.exec(url)?.[0] ?? '')
  const inRoom = (await ask<RealmMessagePage>('GET', `/api/realms/${realms.ofBob}/messages`, cyd)).messages
  return {
    ada,
    bob,
    cyd,
    name,
    realms,
    theirs,
    source,
    /** What nobody may read anywhere once Ada has left. */
    marks: [ada.address, shortAddress(ada.address), name, handle, MARK, ...new Set(hashes)],
    keyOfBob: keyOfBob.key,
    /** What stands in an address behind which part of it. */
    candidates: {
      agents: [mine.id, guest.id, theirs.id, copy.id],
      manifests: manifests.map(({ hash }) => hash),
      memory: [mine.id, guest.id, theirs.id],
      conversations: [talkOfAda.id, talkOfBob.id, ownTalkOfBob.id],
      replies: [talkOfAda.reply, talkOfBob.reply, ownTalkOfBob.reply],
      copies: [talkOfAda.copy, talkOfBob.copy],
      shared: [talkOfAda.copy, talkOfBob.copy],
      realms: Object.values(realms),
      messages: inRoom.map(({ id }) => id),
      realm: Object.values(realms),
      runs: Object.values(runs),
      swarm: Object.values(runs),
      briefs: Object.values(briefs),
      'mcp-servers': [server.id, serverOfBob.id],
      source: [source.id],
      sources: [source.id, sourceOfBob.id],
      passages: ['1'],
      versions: ['1', '2'],
      chat: [mine.id, guest.id, theirs.id],
      people: [ada.address, name, bob.address],
      by: [ada.address, name, bob.address],
      maker: [ada.address],
      // Of whatever was noted first.
      tile: ['0/000.p/1'],
      desk: ['log'],
      images: hashes.map((hash) => `${hash}.webp`),
      remote: hashes.map((hash) => `${hash}.webp`),
    } as Record<string, readonly string[]>,
  }
}

/** What waits for somebody in a realm of somebody else, what they allowed, and how they are told. */
async function storeToolData(
  db: Database['db'],
  { wallet, agentId, realmId }: { wallet: string; agentId: string; realmId: string },
): Promise<void> {
  const words = JSON.stringify({ text: `${MARK} writes` })
  await storeCall({ db }, { wallet, agentId, realmId, arguments: words })
  const grant = { id: randomUUID(), wallet, agentId, tool: 'send', title: `${MARK} sends`, origin: '' }
  await db.insert(toolGrants).values({ ...grant, pin: 'none', createdAt: new Date() })
  const browser = { id: randomUUID(), endpoint: `https://push.example/${MARK}`, p256dh: '', auth: '' }
  await db.insert(pushSubscriptions).values({ ...browser, wallet, createdAt: new Date() })
  await db.insert(inboxes).values({ wallet, seenAt: new Date() })
}
