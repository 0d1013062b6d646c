import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { realmRequests } from '../../../../../test/realm-requests.ts'
import { storeConversation } from '../../../../../test/store-conversation.ts'
import { swarmRequests } from '../../../../../test/swarm-requests.ts'
import { workingFolder } from '../../../../../test/working-folder.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { UnfurlSubject } from '../../../../shared/common/unfurl.ts'
import type { Web } from '../../pages/pages.ts'

const database = await testDatabase()

/** Renders a page about the subject in its address, with the head that the real page would have. */
const web: Web = {
  files: new Map(),
  document: ({ image, address, head }) =>
    JSON.stringify({ image, address, unlisted: head.unlisted ?? false }),
  render: async ({ searchParams }) => ({
    status: 200,
    head: { title: 'A page', unfurl: JSON.parse(searchParams.get('about') ?? 'null') ?? undefined },
    screenFile: '',
    html: '',
    state: '',
  }),
}

/** The folder for the programs of this file. */
const folder = mkdtempSync(join(workingFolder, 'bionic-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Creates a program in place of the drawing one: after a delay, it responds with what it was told to draw. */
function scripted(onCard: string): URL {
  const frames = fileURLToPath(new URL('../../../domain/sandbox/frames.ts', import.meta.url))
  const path = join(folder, `${crypto.randomUUID()}.ts`)
  writeFileSync(
    path,
    `import { deserialize } from 'node:v8'
     import { frameKinds, readFrames, writeFrame } from ${JSON.stringify(frames)}
     const answer = (card) => writeFrame(process.stdout, frameKinds.work, Buffer.from(JSON.stringify(card)))
     readFrames(process.stdin, 1e9, { onFrame({ payload }) { const card = deserialize(payload); ${onCard} }, onTooLong() {} })
     writeFrame(process.stdout, frameKinds.ready)`,
  )
  return pathToFileURL(path)
}

const app = testApp(database, { web, unfurls: { entry: scripted('answer(card)') } })
const { send, signIn } = app
const realms = realmRequests(send)
const swarm = swarmRequests(send)
let ada: Account
beforeAll(async () => {
  ada = await signIn()
})

const DEFAULT = '/images/og.jpg'
const outcomeOf = (response: Response) => [response.status, response.headers.get('location')]

/** Returns the path of the preview picture that a page about a subject names. */
async function pictureOf(about: UnfurlSubject, as?: Account, from = send): Promise<string> {
  const page = await from('GET', `/?about=${encodeURIComponent(JSON.stringify(about))}`, { as })
  return ((await page.json()) as { image: string }).image
}

/** Returns what was drawn for an address. */
async function drawnAt(path: string): Promise<Record<string, unknown>> {
  const response = await send('GET', path)
  expect(response.status).toBe(200)
  return (await response.json()) as Record<string, unknown>
}

async function make(fields: object = {}): Promise<Agent> {
  const response = await send('POST', '/api/agents', { as: ada, json: { ...newAgent, ...fields } })
  expect(response.status).toBe(201)
  return (await response.json()) as Agent
}
const change = (id: string, json: object) => send('PATCH', `/api/agents/${id}`, { as: ada, json })
const remove = (path: string) => send('DELETE', path, { as: ada })

/** An address that was valid in the past. */
const stale = (kind: string, id: string) => `/unfurl/${kind}/${id}/${'0'.repeat(32)}.png`

/** Expects the default picture for a subject, for everybody and at every address. */
async function expectDefault(about: Extract<UnfurlSubject, { id: string }>, known: string) {
  for (const as of [undefined, ada]) expect(await pictureOf(about, as)).toBe(DEFAULT)
  for (const path of [known, stale(about.kind, about.id)]) {
    const response = await send('GET', path, { as: ada })
    expect(outcomeOf(response)).toEqual([302, DEFAULT])
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
}

test('an agent has a picture with its name, text and portrait, kept for an hour at a time under what it shows', async () => {
  const { id } = await make()
  const path = await pictureOf({ kind: 'agent', id })
  expect(path).toMatch(new RegExp(`^/unfurl/agent/${id}/[0-9a-f]{32}\\.png$`))
  const response = await send('GET', path)
  const etag = `"${path.slice(-36, -4)}"`
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
    etag,
  })
  expect(await response.json()).toMatchObject({
    kind: 'agent',
    name: newAgent.name,
    description: newAgent.description,
    category: 'neural',
  })
  const again = await send('GET', path, { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('what is changed has its picture at another address, to which the one before leads', async () => {
  const { id } = await make()
  const before = await pictureOf({ kind: 'agent', id })
  await change(id, { name: 'Grace' })
  const after = await pictureOf({ kind: 'agent', id })
  expect(after).not.toBe(before)
  const moved = await send('GET', before)
  expect([...outcomeOf(moved), moved.headers.get('cache-control')]).toEqual([302, after, 'no-store'])
  expect(await drawnAt(after)).toMatchObject({ name: 'Grace' })
})

test('the picture has the portrait that was uploaded', async () => {
  const portrait = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#3060c0' } })
    .png()
    .toBuffer()
  const { id } = await make({ imageUrl: `data:image/png;base64,${portrait.toString('base64')}` })
  const { pictures } = await drawnAt(await pictureOf({ kind: 'agent', id }))
  const [shown] = pictures as [{ data: number[] }]
  expect(await sharp(Buffer.from(shown.data)).metadata()).toMatchObject({
    format: 'webp',
    width: 60,
  })
})

test('a hidden agent, a draft and a deleted one have the default picture, for their owner, too', async () => {
  const hidden = await make()
  const path = await pictureOf({ kind: 'agent', id: hidden.id })
  await send('GET', path)
  await change(hidden.id, { visibilityEnabled: false })
  await expectDefault({ kind: 'agent', id: hidden.id }, path)

  const draft = await make({ isPublic: false })
  await expectDefault({ kind: 'agent', id: draft.id }, stale('agent', draft.id))

  const deleted = await make()
  const known = await pictureOf({ kind: 'agent', id: deleted.id })
  await remove(`/api/agents/${deleted.id}`)
  await expectDefault({ kind: 'agent', id: deleted.id }, known)
})

test('search engines are told to leave out what is in no list, for its owner and for everybody', async () => {
  const isUnlisted = async (about: UnfurlSubject, as?: Account) => {
    const page = await send('GET', `/?about=${encodeURIComponent(JSON.stringify(about))}`, { as })
    return ((await page.json()) as { unlisted: boolean }).unlisted
  }
  const [listed, unlisted, down, draft] = [
    await make(),
    await make(),
    await make(),
    await make({ isPublic: false }),
  ]
  await database.sql`update agents set moderation = 'unlisted' where id = ${unlisted.id}`
  await database.sql`update agents set moderation = 'down' where id = ${down.id}`
  const [open, closed] = [await realms.make(ada), await realms.make(ada, { unlisted: true })]
  for (const as of [ada, undefined]) {
    for (const { id } of [unlisted, down, draft])
      expect(await isUnlisted({ kind: 'agent', id }, as)).toBe(true)
    expect(await isUnlisted({ kind: 'realm', id: closed.id }, as)).toBe(true)
    expect(await isUnlisted({ kind: 'agent', id: listed.id }, as)).toBe(false)
    expect(await isUnlisted({ kind: 'realm', id: open.id }, as)).toBe(false)
    expect(await isUnlisted({ kind: 'matrix' }, as)).toBe(false)
  }
})

test('a listed realm shows itself and those of its agents that everybody may see', async () => {
  const realm = await realms.make(ada, { name: 'The Atrium', description: 'For everybody.' })
  const open = await make({ name: 'Open' })
  const draft = await make({ name: 'Draft', isPublic: false })
  const hidden = await make({ name: 'Hidden' })
  for (const { id } of [open, draft, hidden])
    expect((await send('PUT', `/api/realms/${realm.id}/agents/${id}`, { as: ada })).ok).toBe(true)
  await change(hidden.id, { visibilityEnabled: false })
  const drawn = await drawnAt(await pictureOf({ kind: 'realm', id: realm.id }))
  expect(drawn).toEqual({
    kind: 'realm',
    name: 'The Atrium',
    description: 'For everybody.',
    pictures: [null],
  })
})

test('an unlisted realm and a deleted one have the default picture', async () => {
  const unlisted = await realms.make(ada, { unlisted: true })
  await expectDefault({ kind: 'realm', id: unlisted.id }, stale('realm', unlisted.id))
  const deleted = await realms.make(ada)
  const known = await pictureOf({ kind: 'realm', id: deleted.id })
  await remove(`/api/realms/${deleted.id}`)
  await expectDefault({ kind: 'realm', id: deleted.id }, known)
})

test('a run has a picture while it is shared, with the names that everybody may see', async () => {
  const ids = await swarm.makeAgents(ada, ['Ada', 'Bob', 'Cyd'])
  const { id } = await swarm.begun(ada, { agentIds: ids, task: 'What is light?\nAnd why?' })
  await expectDefault({ kind: 'run', id }, stale('run', id))
  await send('PATCH', swarm.path(id), { as: ada, json: { shared: true } })
  const path = await pictureOf({ kind: 'run', id })
  expect(await drawnAt(path)).toMatchObject({
    kind: 'run',
    task: 'What is light?',
    mode: 'parallel',
    names: ['Ada', 'Bob', 'Cyd'],
  })
  await change(ids[1] ?? '', { visibilityEnabled: false })
  expect(await drawnAt(await pictureOf({ kind: 'run', id }))).toMatchObject({ names: ['Ada', 'Cyd'] })
  await send('PATCH', swarm.path(id), { as: ada, json: { shared: false } })
  await expectDefault({ kind: 'run', id }, path)
})

test('a maker has a picture with their name and what they made that everybody may see, under their address', async () => {
  const mia = await signIn()
  const subject = { kind: 'maker', id: mia.address } as const
  expect(await pictureOf(subject)).toBe(DEFAULT)
  const json = { ...newAgent, name: 'Shown' }
  await send('POST', '/api/agents', { as: mia, json })
  await send('POST', '/api/agents', { as: mia, json: { ...json, isPublic: false } })
  const before = await pictureOf(subject)
  expect(before).toMatch(new RegExp(`^/unfurl/maker/${mia.address}/[0-9a-f]{32}\\.png$`))
  const drawn = await drawnAt(before)
  expect(drawn).toMatchObject({ kind: 'maker', about: '' })
  expect(drawn.pictures).toHaveLength(1)
  await send('PUT', '/api/me/profile', {
    as: mia,
    json: { name: 'mia_makes', imageUrl: null, about: 'Makes lamps.' },
  })
  expect(outcomeOf(await send('GET', before))).toEqual([302, await pictureOf(subject)])
  expect(await drawnAt(await pictureOf(subject))).toMatchObject({ name: 'mia_makes', about: 'Makes lamps.' })
})

test('a shared copy has a picture until it is taken back, without an agent that the public list does not hold', async () => {
  const agent = await make({ name: 'Copied' })
  const talk = await storeConversation(database, {
    owner: ada.address,
    agentId: agent.id,
    agentName: 'Copied then',
    title: 'Of light',
  })
  const answer = await send('POST', `/api/conversations/${talk.id}/copies`, {
    as: ada,
    json: { messageId: talk.activeLeaf },
  })
  const { id } = (await answer.json()) as { id: string }
  const path = await pictureOf({ kind: 'copy', id })
  expect(await drawnAt(path)).toMatchObject({ kind: 'copy', title: 'Of light', agentName: 'Copied' })
  await change(agent.id, { visibilityEnabled: false })
  expect(await drawnAt(await pictureOf({ kind: 'copy', id }))).toMatchObject({ agentName: 'Copied then' })
  await remove(`/api/copies/${id}`)
  await expectDefault({ kind: 'copy', id }, path)
})

test('the matrix has a picture, and every other page the default one', async () => {
  expect(await drawnAt(await pictureOf({ kind: 'matrix' }))).toMatchObject({ kind: 'matrix' })
  expect(((await (await send('GET', '/')).json()) as { image: string }).image).toBe(DEFAULT)
})

test.each([
  ['/unfurl/agent/none/00000000000000000000000000000000.png', 404],
  [`/unfurl/agent/${crypto.randomUUID()}/00000000000000000000000000000000.png`, 302],
  [`/unfurl/wallet/${crypto.randomUUID()}/00000000000000000000000000000000.png`, 200],
])('%s is no picture', async (path, status) => {
  const response = await send('GET', path)
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).not.toBe('image/png')
})

test('a picture is drawn once for all who ask at a time, and kept at hand', async () => {
  const counting = testApp(database, {
    web,
    unfurls: {
      entry: scripted('globalThis.n = (globalThis.n ?? 0) + 1; setTimeout(answer, 50, globalThis.n)'),
    },
  })
  const { id } = await make()
  const path = await pictureOf({ kind: 'agent', id }, undefined, counting.send)
  const asked = await Promise.all(Array.from({ length: 20 }, () => counting.send('GET', path)))
  const texts = await Promise.all([...asked, await counting.send('GET', path)].map((answer) => answer.text()))
  expect(new Set(texts)).toEqual(new Set(['1']))
})

test('beyond so many a minute the default picture is given, and a minute later they are drawn again, also by a clock that was set back', async () => {
  const capped = testApp(database, {
    web,
    unfurls: { entry: scripted('answer(card)'), caps: { perMinute: 2, keptBytes: 1e6 } },
  })
  const paths: string[] = []
  for (const name of ['One', 'Two', 'Three']) {
    const { id } = await make({ name })
    paths.push(await pictureOf({ kind: 'agent', id }, undefined, capped.send))
  }
  const statuses = async () => {
    const found: number[] = []
    for (const path of paths) found.push((await capped.send('GET', path)).status)
    return found
  }
  expect(await statuses()).toEqual([200, 200, 302])
  expect(outcomeOf(await capped.send('GET', paths[2] ?? ''))).toEqual([302, DEFAULT])
  capped.advance(60_000)
  expect(await statuses()).toEqual([200, 200, 200])
  for (const name of ['Four', 'Five']) {
    const { id } = await make({ name })
    paths.push(await pictureOf({ kind: 'agent', id }, undefined, capped.send))
  }
  expect(await statuses()).toEqual([200, 200, 200, 200, 302])
  capped.advance(-3_600_000)
  expect(await statuses()).toEqual([200, 200, 200, 200, 200])
})

test('what was drawn is kept within so many bytes, what was used last the longest', async () => {
  const small = testApp(database, {
    web,
    unfurls: {
      entry: scripted('globalThis.n = (globalThis.n ?? 0) + 1; answer(globalThis.n)'),
      caps: { perMinute: 99, keptBytes: 2 },
    },
  })
  const paths: string[] = []
  for (const name of ['One', 'Two', 'Three']) {
    const { id } = await make({ name })
    paths.push(await pictureOf({ kind: 'agent', id }, undefined, small.send))
  }
  const drawn = async (index: number) => (await small.send('GET', paths[index] ?? '')).text()
  for (const [index, number] of [
    [0, 1],
    [1, 2],
    [0, 1],
    [2, 3],
    [0, 1],
    [1, 4],
  ] as const)
    expect(await drawn(index)).toBe(String(number))
})

test('more than may wait get the default picture, and so do those of one address beyond its share', async () => {
  const slow = testApp(database, { web, unfurls: { entry: scripted('setTimeout(answer, 100, card)') } })
  const paths: string[] = []
  for (let count = 0; count < 6; count++) {
    const { id } = await make({ name: `Agent ${count}` })
    paths.push(await pictureOf({ kind: 'agent', id }, undefined, slow.send))
  }
  const answers = await Promise.all(paths.map((path) => slow.send('GET', path)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 302, 302])
})

test('what can not be drawn has the default picture, and the next one is drawn', async () => {
  const broken = testApp(database, {
    web,
    unfurls: { entry: scripted('if (card.name === "Broken") process.abort(); answer(card)') },
  })
  const [bad, good] = [await make({ name: 'Broken' }), await make()]
  const [first, second] = [
    await pictureOf({ kind: 'agent', id: bad.id }, undefined, broken.send),
    await pictureOf({ kind: 'agent', id: good.id }, undefined, broken.send),
  ]
  expect(outcomeOf(await broken.send('GET', first))).toEqual([302, DEFAULT])
  expect((await broken.send('GET', second)).status).toBe(200)
})

test('the real program draws it, from what is stored', async () => {
  const real = testApp(database, { web })
  const { id } = await make({ name: '</svg><script>&"\'', description: '<b>ליב</b> &amp; 東京 🚀' })
  const path = await pictureOf({ kind: 'agent', id }, undefined, real.send)
  const picture = Buffer.from(await (await real.send('GET', path)).arrayBuffer())
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
})

test('the default picture ships, as large as any other', async () => {
  const bytes = readFileSync(new URL(`../../../../web/public${DEFAULT}`, import.meta.url))
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 })
})
