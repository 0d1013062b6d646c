import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { type Account, newAgent, testApp } from '../../../../test/app.ts'
import { firstQuestion } from '../../../../test/conversation-client.ts'
import { testDatabase } from '../../../../test/database.ts'
import { type Answer, publicAddress, startPictureServer } from '../../../../test/picture-server.ts'
import type { Agent } from '../../../shared/agents/agents.ts'

const database = await testDatabase()
const web = await startPictureServer()
const { send, signIn, advance, images } = testApp(database, { network: web.network })
/** A new account in each test, for which no picture has been fetched yet. */
let ada: Account

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const HOST = 'https://pictures.example'
const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#3060c0' } })
  .png()
  .toBuffer()
const sendPicture: Answer = (_, response) =>
  response.writeHead(200, { 'content-type': 'image/png' }).end(picture)

/** Returns a new address. */
function address(answer: Answer = sendPicture): string {
  const path = `/${randomUUID()}.png`
  web.answers.set(path, answer)
  return HOST + path
}
const shownAt = (url: string) => `/images/remote/${createHash('sha256').update(url).digest('hex')}.webp`
const requestsTo = (url: string) => web.requests.filter((request) => HOST + request.url === url).length

beforeEach(async () => {
  web.requests.length = 0
  ada = await signIn()
})

async function make(fields: object, as: Account = ada): Promise<Agent> {
  const response = await send('POST', '/api/agents', { as, json: { ...newAgent, ...fields } })
  expect(response.status).toBe(201)
  return (await response.json()) as Agent
}
const change = (id: string, json: object, as = ada) => send('PATCH', `/api/agents/${id}`, { as, json })
const preview = (url: string, as: Account | undefined = ada) =>
  send('POST', '/api/images/remote', { as, json: { url } })
const previewed = async (url: string) =>
  ((await (await preview(url)).json()) as { pictureUrl: string | null }).pictureUrl

/** Waits until the server has a copy of the picture at an address. */
const copied = (url: string) => expect.poll(async () => (await send('GET', shownAt(url))).status).toBe(200)

// §3.3
test('a picture from the web is kept as it was given, and shown from here as a small square WebP', async () => {
  const url = address()
  const agent = await make({ imageUrl: url })
  expect(agent).toMatchObject({ imageUrl: url, pictureUrl: shownAt(url) })
  await copied(url)
  const response = await send('GET', agent.pictureUrl)
  const bytes = Buffer.from(await response.arrayBuffer())
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=86400',
    'x-content-type-options': 'nosniff',
    etag,
  })
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 60, height: 60 })
  const again = await send('GET', agent.pictureUrl, { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(requestsTo(url)).toBe(1)
})

test('saving waits for no fetch, and until there is a copy the default image is shown without a word', async () => {
  const held = Promise.withResolvers<void>()
  const url = address((request, response) => void held.promise.then(() => sendPicture(request, response)))
  const agent = await make({ imageUrl: url })
  await expect.poll(() => requestsTo(url)).toBe(1)
  const response = await send('GET', agent.pictureUrl)
  expect([response.status, response.headers.get('location'), response.headers.get('cache-control')]).toEqual([
    302,
    '/images/default.webp',
    'no-store',
  ])
  held.resolve()
  await copied(url)
  expect(requestsTo(url)).toBe(1)
})

test('a picture of the server’s own is shown where it lies', async () => {
  expect(await make({})).toMatchObject({
    imageUrl: '/images/default.webp',
    pictureUrl: '/images/default.webp',
  })
})

/** Finds where a response names the web address, except where the owner of an agent gave it. */
function namesOfTheWeb(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.includes('pictures.example') ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  const named = 'pictureUrl' in value
  return Object.entries(value).flatMap(([key, part]) =>
    named && key === 'imageUrl' ? [] : namesOfTheWeb(part, `${path}.${key}`),
  )
}

test('whatever shows an agent shows its picture from here', async () => {
  const [url, earlier] = [address(), address()]
  const { id } = await make({ imageUrl: earlier })
  await change(id, { imageUrl: url })
  const other = await make({ imageUrl: address() })
  const as = await signIn()
  await send('PUT', `/api/agents/${id}/favourite`, { as: ada })
  const conversation = randomUUID()
  await (
    await send('POST', `/api/conversations/${conversation}/replies`, { as, json: firstQuestion(id) })
  ).text()
  const realm = randomUUID()
  await send('POST', '/api/realms', { as: ada, json: { id: realm, name: 'Gallery', description: 'For all' } })
  await send('PUT', `/api/realms/${realm}/agents/${id}`, { as: ada })
  const run = randomUUID()
  await send('POST', '/api/swarm/runs', {
    as,
    json: { id: run, mode: 'parallel', task: 'Look', agentIds: [id, other.id], rounds: 1, words: 600 },
  })
  const brief = randomUUID()
  const draft = { id: randomUUID(), content: 'It scatters.', state: 'finished', edited: false }
  await send('PUT', `/api/me/briefs/${brief}`, {
    as,
    json: {
      agentId: id,
      platform: 'x',
      topic: 'Light',
      source: '',
      tone: 'casual',
      drafts: [draft],
      follows: 0,
    },
  })
  const shown = [
    ['/api/agents', undefined, 'pictureUrl'],
    ['/api/agents?query=ada', undefined, 'pictureUrl'],
    [`/api/agents/${id}`, undefined, 'pictureUrl'],
    ['/api/me/agents', ada, 'pictureUrl'],
    ['/api/me/favourites', ada, 'pictureUrl'],
    [`/api/agents/${id}/versions`, ada, 'pictureUrl'],
    ['/api/me/figures?range=24h', ada, 'imageUrl'],
    ['/api/conversations', as, 'agentImageUrl'],
    [`/api/conversations/${conversation}`, as, 'agentImageUrl'],
    [`/api/realms/${realm}`, undefined, 'imageUrl'],
    ['/api/swarm/runs', as, 'agentImageUrl'],
    [`/api/swarm/runs/${run}`, as, 'agentImageUrl'],
    ['/api/me/briefs', as, 'agentImageUrl'],
    [`/api/me/briefs/${brief}`, as, 'agentImageUrl'],
  ] as const
  for (const [path, who, field] of shown) {
    const response = await send('GET', path, { as: who })
    expect([path, response.status]).toEqual([path, 200])
    const answer = await response.text()
    expect([path, namesOfTheWeb(JSON.parse(answer))]).toEqual([path, []])
    expect(answer).toContain(`"${field}":"${shownAt(url)}"`)
  }
  const { versions } = (await (await send('GET', `/api/agents/${id}/versions`, { as: ada })).json()) as {
    versions: Agent[]
  }
  expect(versions.map(({ pictureUrl }) => pictureUrl)).toEqual([shownAt(url), shownAt(earlier)])
})

test('runs that were begun before pictures went through the server are shown as those of today', async () => {
  const [one, two] = [await make({ imageUrl: address() }), await make({})]
  const run = randomUUID()
  const json = { id: run, mode: 'parallel', task: 'Look', agentIds: [one.id, two.id], rounds: 1, words: 600 }
  await send('POST', '/api/swarm/runs', { as: ada, json })
  await database.sql`
    update swarm_runs set seats = jsonb_set(seats, '{0,agentImageUrl}', to_jsonb(${one.imageUrl}::text)) where id = ${run}`
  const response = await send('GET', `/api/swarm/runs/${run}`, { as: ada })
  expect(await response.text()).toContain(one.pictureUrl)
})

test('what can not be fetched is tried again when it is asked for, each time after a longer pause', async () => {
  const url = address((_, response) => response.writeHead(500).end())
  const { pictureUrl } = await make({ imageUrl: url })
  await expect.poll(() => requestsTo(url)).toBe(1)
  const look = async () => expect((await send('GET', pictureUrl)).status).toBe(302)
  await look()
  expect(requestsTo(url)).toBe(1)
  advance(MINUTE_MS)
  await look()
  await expect.poll(() => requestsTo(url)).toBe(2)
  advance(2 * MINUTE_MS)
  await look()
  expect(requestsTo(url)).toBe(2)
  web.answers.set(new URL(url).pathname, sendPicture)
  advance(2 * MINUTE_MS)
  await copied(url)
  expect(requestsTo(url)).toBe(3)
})

test.each([
  ['a page', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')],
  [
    'a drawing that could be a program',
    (_, response) =>
      response
        .writeHead(200, { 'content-type': 'image/svg+xml' })
        .end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  ],
  ['nothing', (_, response) => response.writeHead(404).end()],
] satisfies [string, Answer][])('%s is no picture, and the answer does not tell why', async (_, answer) => {
  expect(await previewed(address(answer))).toBeNull()
})

test('an address that leads inside is as much no picture as one that leads nowhere', async () => {
  web.names.set('inside.example', ['10.0.0.1'])
  web.names.set('both.example', [publicAddress, '127.0.0.1'])
  const before = web.connections.length
  const inside = ['inside.example', 'both.example', 'nowhere.example', '127.0.0.1', '0x7f.1', 'a.localhost']
  for (const host of inside) expect(await previewed(`https://${host}/a.png`)).toBeNull()
  expect(web.connections.length).toBe(before)
})

test('who chooses a picture sees it before it is saved, and it is fetched once for both', async () => {
  const url = address()
  expect(await previewed(url)).toBe(shownAt(url))
  expect((await send('GET', shownAt(url))).status).toBe(200)
  await make({ imageUrl: url })
  expect(await previewed(url)).toBe(shownAt(url))
  expect(requestsTo(url)).toBe(1)
})

test('what was looked at in vain leaves nothing behind, and is looked at again at once', async () => {
  const url = address((_, response) => response.writeHead(404).end())
  expect(await previewed(url)).toBeNull()
  const [{ count } = { count: 0 }] = await database.sql<{ count: number }[]>`
    select count(*)::int as count from remote_images where url = ${url}`
  expect(count).toBe(0)
  web.answers.set(new URL(url).pathname, sendPicture)
  expect(await previewed(url)).toBe(shownAt(url))
})

test('a visitor has nothing fetched, and nobody what is no https address', async () => {
  const url = address()
  expect((await send('POST', '/api/images/remote', { json: { url } })).status).toBe(401)
  for (const none of [
    'http://pictures.example/a.png',
    '/images/default.webp',
    'data:image/png;base64,AA',
    '',
  ]) {
    const response = await preview(none)
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { code: 'validation_failed', errors: { url: expect.any(String) } },
    ])
  }
  expect(requestsTo(url)).toBe(0)
})

test('a wallet has only so many pictures fetched a minute, by looking and by saving, and nothing is lost', async () => {
  const eve = await signIn()
  const answers: number[] = []
  for (let count = 0; count < 15; count++) answers.push((await preview(address(), eve)).status)
  const agents = []
  for (let count = 0; count < 5; count++) agents.push(await make({ imageUrl: address() }, eve))
  expect(answers).toEqual(Array(15).fill(200))
  const [known] = agents
  const refused = await send('POST', '/api/agents', { as: eve, json: { ...newAgent, imageUrl: address() } })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({
    code: 'rate_limited',
    errors: { imageUrl: expect.any(String) },
  })
  expect((await preview(address(), eve)).status).toBe(429)
  // A picture that is already copied does not count against the limit.
  await make({ imageUrl: known?.imageUrl }, eve)
  await make({ imageUrl: address() })
})

test('an address that nobody ever named shows the default image and has nothing fetched', async () => {
  const url = address()
  const response = await send('GET', shownAt(url))
  expect([response.status, response.headers.get('location')]).toEqual([302, '/images/default.webp'])
  expect(requestsTo(url)).toBe(0)
})

test('a picture that an agent named before pictures went through the server is fetched, too', async () => {
  const [agent, url] = [await make({}), address()]
  await database.sql`update agents set image_url = ${url} where id = ${agent.id}`
  expect((await send('GET', shownAt(url))).status).toBe(302)
  await images.remote.rememberNamed()
  await copied(url)
  await images.remote.rememberNamed()
  expect(requestsTo(url)).toBe(1)
})

test('a copy stays while an agent, or a version of one, names its address, and goes a day after', async () => {
  const [shown, earlier, looked] = [address(), address(), address()]
  const { id } = await make({ imageUrl: earlier })
  await change(id, { imageUrl: shown })
  // A different picture, because equal ones would be stored as one.
  const other = await sharp(picture).negate().png().toBuffer()
  web.answers.set(new URL(looked).pathname, (_, response) => response.end(other))
  await previewed(looked)
  await Promise.all([copied(shown), copied(earlier)])
  const there = () =>
    Promise.all([shown, earlier, looked].map(async (url) => (await send('GET', shownAt(url))).status))
  await images.sweepUnused()
  expect(await there()).toEqual([200, 200, 200])
  advance(DAY_MS + 1)
  await images.sweepUnused()
  expect(await there()).toEqual([200, 200, 302])
  const copies = await database.sql`
    select from images where hash not in (select image_hash from remote_images where image_hash is not null)`
  expect(copies).toHaveLength(0)
  await send('DELETE', `/api/agents/${id}`, { as: ada })
  await database.sql`delete from agents where id = ${id}`
  await images.sweepUnused()
  expect(await there()).toEqual([302, 302, 302])
})

test('what is being fetched is given up when the server ends', async () => {
  const url = address(() => {})
  const { send, signIn, close } = testApp(database, { network: web.network })
  await send('POST', '/api/agents', { as: await signIn(), json: { ...newAgent, imageUrl: url } })
  await expect.poll(() => requestsTo(url)).toBe(1)
  await close()
})
