import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Account } from '../../../../../test/app.ts'
import { ownDatabase } from '../../../../../test/database.ts'
import { citing, type LeavingWorld, MARK, makeLeavingWorld } from '../../../../../test/leaving-world.ts'
import { outcome, realmRequests } from '../../../../../test/realm-requests.ts'
import type { RealtimeClient } from '../../../../../test/realtime-client.ts'
import { realtimeServer } from '../../../../../test/realtime-server.ts'
import { unzip } from '../../../../../test/zips.ts'
import { PICTURE_WIDTHS } from '../../../../shared/agents/picture-widths.ts'
import type { RealmMessagePage } from '../../../../shared/realms/realm-messages.ts'
import type { RealmMutes } from '../../../../shared/realms/realms.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { webFolder } from '../../../base/files.ts'
import { createLog } from '../../../base/log.ts'
import { Bus } from '../../../realtime/bus/bus.ts'
import { operationsOf } from '../../openapi.ts'
import { loadWeb } from '../../pages/pages.ts'

const MINUTE_MS = 60_000
const database = await ownDatabase()
const bus = new Bus({ log: createLog('silent') })
const settings = { PUBLIC_URL: undefined }
// Its pages are read where it is built, as it is before the tests of a whole run.
const web = existsSync(webFolder) ? await loadWeb(webFolder, 'devnet') : undefined
const parts = { bus, chat: citing, settings, ...(web && { web }) }
const here = await realtimeServer(database, parts)
const there = await realtimeServer(database, parts)
const { send } = here

const forOperators = 'for operators alone, as whom leaving-desk.test.ts reads it'

/** What tells nothing of anybody, or is read in a way of its own, and why. */
const apart: Record<string, string> = {
  '/api/realtime': 'a socket',
  '/api/trust/rules': 'the contact of the place',
  '/api/place': 'figures of the whole place for its operator, with nothing of anybody',
  '/api/place/local-model': "of the operator's machine, with nothing of anybody",
  '/api/mcp-servers/callback': 'a redirect to the settings, with nothing of anybody',
  '/api/authorization': 'what a program asks for, which has to be registered first',
  '/api/desk/cases': forOperators,
  '/api/desk/cases/{id}': forOperators,
  '/api/desk/log': forOperators,
  '/api/desk/log/export': forOperators,
  '/images/remote/{file}': 'copies of pictures from the web, and there is no web here',
  '/images/{width}/remote/{file}': 'the same',
  '/images/{width}/:name{(?:default|samples/[a-z0-9-]+)\\.webp}': 'ships with the product',
  '/unfurl/matrix/{file}': 'a picture, which is redirected to',
  '/unfurl/maker/{address}/{file}': 'a picture, which is redirected to',
  '/unfurl/{kind}/{id}/{file}': 'a picture, which is redirected to',
}

/** Every address of a path with parameters, for all that is known of the world. */
function addressesOf(path: string, { candidates }: LeavingWorld): string[] {
  const segments = path.split('/').slice(1)
  let found = ['']
  segments.forEach((segment, index) => {
    const parameter = /^[{:](\w+)/.exec(segment)?.[1]
    const before = segments[index - 1] ?? ''
    const kinds = { agent: candidates.agents, realm: candidates.realms, run: candidates.runs }
    const values = () => {
      if (parameter === 'width') return [`w${PICTURE_WIDTHS[0]}`]
      if (parameter === 'file' && path.startsWith('/unfurl')) return [`${'0'.repeat(32)}.png`]
      if (parameter === 'kind') return Object.keys(kinds)
      if (/^[{:]\w/.test(before)) {
        if (before === '{kind}') return Object.values(kinds).flatMap((ids) => ids ?? [])
        if (parameter === 'file') return candidates.images ?? []
        if (parameter === 'conversation') return ['', ...(candidates.conversations ?? [])]
        return ['1']
      }
      const known = candidates[before]
      if (!known) throw new Error(`Say in leaving-world.ts what can stand behind ${before}: ${path}`)
      return known
    }
    const next = parameter === undefined ? [segment] : values()
    found = found.flatMap((start) => next.map((value) => (value === '' ? start : `${start}/${value}`)))
  })
  return found
}

/** The ways to ask a list: for everything, for a word of hers, and for what she made. */
function queriesOf(fields: readonly string[], { ada, name, candidates }: LeavingWorld): string[] {
  return [
    '',
    ...(fields.includes('before') ? (candidates.replies ?? []).map((id) => `?before=${id}`) : []),
    ...(fields.includes('query') ? [`?query=${MARK}`, `?query=${name}`] : []),
    ...(fields.includes('maker') ? [`?maker=${ada.address}`] : []),
    ...(fields.includes('format') ? ['?format=json', '?format=markdown'] : []),
    ...(fields.includes('range') ? ['?range=30d'] : []),
  ]
}

/** All texts of an answer: its body, the files of a zip, and where it leads. */
async function textOf(answer: Response): Promise<string> {
  const led = answer.headers.get('location') ?? ''
  if (answer.headers.get('content-type') === 'application/zip')
    return [led, ...(await unzip(new Uint8Array(await answer.arrayBuffer()))).entries()].flat().join('\n')
  return `${led}\n${await answer.text()}`
}

interface Read {
  who: string
  path: string
  status: number
  text: string
}

const operations = operationsOf(here.app.routes).filter(({ method }) => method === 'get')
const screens = [
  ...readFileSync(new URL('../../../../web/app/routes.ts', import.meta.url), 'utf8').matchAll(
    /screen\('([^']+)'/g,
  ),
].flatMap(([, path]) => (path && path !== '*' ? path.replaceAll('?', '') : []))

/** Every address of the API, and what is there for crawlers. */
const routes = (world: LeavingWorld) => [
  ...operations.flatMap(({ path, query }) =>
    ['a socket', forOperators].includes(apart[path] ?? '') || path.includes(':name')
      ? []
      : addressesOf(path, world).flatMap((address) =>
          queriesOf(Object.keys(query?.shape ?? {}), world).map((sought) => address + sought),
        ),
  ),
  ...['/robots.txt', '/llms.txt', '/sitemap.xml', '/.well-known/agent-card.json'],
]

const pages = (world: LeavingWorld) =>
  web
    ? [
        ...screens.flatMap((path) => addressesOf(path.replace(/:(\w+)/g, '{$1}'), world)),
        ...['/vacant', '/realm'].map((path) => `${path}?query=${MARK}`),
      ]
    : []

async function readAs(who: string, as: Account | undefined, paths: readonly string[], ask = send) {
  const read: Read[] = []
  for (const path of paths) {
    const answer = await ask('GET', path, { as })
    read.push({ who, path, status: answer.status, text: await textOf(answer) })
  }
  return read
}

async function readDoors({ keyOfBob, candidates }: LeavingWorld): Promise<Read[]> {
  const headers = { authorization: `Bearer ${keyOfBob}`, accept: 'application/json, text/event-stream' }
  const call = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params })
  const asked: [string, string, object?][] = [
    ['GET', '/v1/models'],
    ['POST', '/mcp', call('tools/list', {})],
    ['POST', '/mcp', call('tools/call', { name: 'find_agents', arguments: { query: '' } })],
    ...(candidates.agents ?? []).flatMap((id): [string, string, object?][] => [
      ['GET', `/a2a/${id}/.well-known/agent-card.json`],
      ['POST', `/a2a/${id}`, call('ListTasks', {})],
    ]),
  ]
  const read: Read[] = []
  for (const [method, path, json] of asked) {
    const more = { 'a2a-version': '1.0', 'mcp-protocol-version': '2025-06-18' }
    const answer = await send(method, path, { ...(json && { json }), headers: { ...headers, ...more } })
    read.push({ who: 'a program', path, status: answer.status, text: await textOf(answer) })
  }
  return read
}

/** Where a mark stands that the question did not contain itself: who asks by an address is told it back. */
const marked = (read: readonly Read[], { ada, marks }: LeavingWorld) =>
  read.flatMap(({ who, path, text }) =>
    marks
      .filter((mark) => !(path.includes(ada.address) && mark === shortAddress(ada.address)))
      .filter((mark) => !path.includes(mark) && text.toLowerCase().includes(mark.toLowerCase()))
      .map((mark) => `${who}: ${path}: ${mark}`),
  )

/** A socket of somebody in all realms, of which only what it hears from then on counts. */
async function listen(at: typeof here, { realms }: LeavingWorld, as?: Account) {
  const client = await at.open(as)
  for (const realm of Object.values(realms)) await client.enter(realm)
  return { client, heard: client.received.length }
}

type Counts = (frame: { type: string }) => boolean
const all: Counts = () => true
const allBut =
  (type: string): Counts =>
  (frame) =>
    frame.type !== type

const framesAfter = ({ client, heard }: { client: RealtimeClient; heard: number }, counts: Counts): Read[] =>
  client.received
    .slice(heard)
    .filter(counts)
    .map((frame) => ({ who: 'a socket', path: frame.type, status: 0, text: JSON.stringify(frame) }))

test('nothing of a wallet that deleted everything is left: on no route, page, door or socket of any server, and in no table', async () => {
  const world = await makeLeavingWorld(here, database)
  const { ada, bob, cyd, realms, marks } = world
  await here.receiptLog.noteAll()
  const before = [...(await readAs('Bob', bob, routes(world))), ...(await readDoors(world))]
  const silent = operations.filter(
    ({ path }) =>
      !apart[path] &&
      !before.some(
        (read) => read.status === 200 && addressesOf(path, world).includes(read.path.split('?')[0] ?? ''),
      ),
  )
  // What the world does not reach is not guarded by what follows.
  expect(silent.map(({ path }) => path)).toEqual([])
  for (const mark of marks) expect(marked(before, { ...world, marks: [mark] }), mark).not.toEqual([])

  const sockets = [
    await listen(here, world, bob),
    await listen(there, world, cyd),
    await listen(there, world),
    await listen(here, world, ada),
  ] as const
  const headers = await here.sign(ada, { action: 'delete-everything' })
  expect((await send('DELETE', '/api/me', { as: ada, headers })).status).toBe(200)
  for (const server of [here, there]) server.advance(11_000)
  for (const socket of sockets) {
    await socket.client.pong()
    socket.heard = socket.client.received.length
  }
  await here.sweeps.deletions()

  const after = [
    ...(await readAs('Bob', bob, [...routes(world), ...pages(world)])),
    ...(await readAs('a visitor', undefined, [...routes(world), ...pages(world)])),
    ...(await readAs('Cyd', cyd, routes(world))),
    ...(await readAs('Bob elsewhere', bob, routes(world), there.send)),
    ...(await readDoors(world)),
  ]
  expect(marked(after, world)).toEqual([])
  const lists = after.filter(({ path }) => /^\/api\/(agents|realms)\?maker=/.test(path))
  for (const { text, path } of lists) expect(text, path).toMatch(/"(agents|realms)":\[\]/)

  // Who is there hears of it at once, on both servers, and whoever comes back finds nothing else.
  const [ofBob, ofCyd, ofVisitor] = sockets
  for (const socket of [ofBob, ofCyd, ofVisitor]) {
    await socket.client.receive(
      'log',
      (frame) => frame.realm === realms.ofBob && frame.messages.some(({ removed }) => removed),
    )
    await expect
      .poll(
        () => socket.client.all('realm').findLast(({ realm }) => realm === realms.lively)?.detail.createdBy,
      )
      .toBe('')
    await expect
      .poll(() =>
        Object.values(realms).some((id) =>
          socket.client
            .all('presence')
            .findLast(({ realm }) => realm === id)
            ?.people.includes(ada.address),
        ),
      )
      .toBe(false)
    // Until her own socket has ended, who is there is told that she is.
    expect(marked(framesAfter(socket, allBut('presence')), world)).toEqual([])
    socket.heard = socket.client.received.length
    const { version } = (await (
      await send('GET', `/api/realms/${realms.ofBob}/messages`)
    ).json()) as RealmMessagePage
    for (const known of [0, version - 2]) {
      await socket.client.enter(realms.lively)
      await socket.client.enter(realms.ofBob, known)
    }
    expect(marked(framesAfter(socket, all), world)).toEqual([])
  }
  for (const { client } of sockets) client.close()

  // What others said stands where it stood, without her address and her name.
  const { messages } = (await (
    await send('GET', `/api/realms/${realms.ofBob}/messages`)
  ).json()) as RealmMessagePage
  expect(messages.map(({ kind, content, removed }) => [kind, content, removed])).toEqual([
    ['said', '', true],
    [
      'said',
      'Hello somebody who left, or somebody who left, or somebody who left! 谢谢somebody who left你好',
      false,
    ],
    ['said', 'Hello everybody.', false],
    ['said', 'A message that stays.', false],
    ['said', '', true],
    ['answer', '', true],
    ['said', 'somebody who left when is the lamp lit?', false],
    ['answer', '', true],
  ])

  await sweepAfter(61 * MINUTE_MS)
  await sweepAfter(25 * 60 * MINUTE_MS)
  expect(await tablesWith(marks)).toEqual([])
}, 180_000)

async function sweepAfter(milliseconds: number): Promise<void> {
  here.advance(milliseconds)
  for (const sweep of Object.values(here.sweeps)) await sweep()
}

/** The columns that contain a text anywhere, also within bytes. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const columns = await database.sql<{ table: string; column: string; type: string }[]>`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public'`
  expect(columns.length).toBeGreaterThan(200)
  const found: string[] = []
  for (const { table, column, type } of columns) {
    const sought = texts.map((text) => (type === 'bytea' ? Buffer.from(text).toString('hex') : text))
    const [row] = await database.sql.unsafe(
      `select count(*)::int as count from "${table}" where lower("${column}"::text) like any (array[${sought
        .map((text) => `'%${text.toLowerCase()}%'`)
        .join(',')}])`,
    )
    if (row?.count > 0) found.push(`${table}.${column}`)
  }
  return found
}

test('who was muted is muted again when they return, and only they can take their name again within 90 days; the handle of their agent rests', async () => {
  const [ada, bob, cyd] = [await here.signIn(), await here.signIn(), await here.signIn()]
  const realms = realmRequests(send)
  const { id } = await realms.make(bob)
  await realms.said(id, 'Hello.', ada)
  expect((await send('PUT', `/api/realms/${id}/mutes/${ada.address}`, { as: bob })).ok).toBe(true)
  const muted = async () =>
    ((await (await send('GET', `/api/realms/${id}/mutes`, { as: bob })).json()) as RealmMutes).wallets
  const takeName = (as: Account) =>
    send('PUT', '/api/me/profile', { as, json: { name: 'first_light', imageUrl: null, about: '' } })
  expect((await takeName(ada)).status).toBe(200)

  const withHandle = async (as: Account) => {
    const agent = await realms.makeAgent(as)
    return send('PATCH', `/api/agents/${agent}`, { as, json: { handle: 'first-lamp' } })
  }
  expect((await withHandle(ada)).status).toBe(200)

  const headers = await here.sign(ada, { action: 'delete-everything' })
  await send('DELETE', '/api/me', { as: ada, headers })
  here.advance(11_000)
  await here.sweeps.deletions()
  expect(await muted()).toEqual([])
  expect((await send('GET', '/api/people/first_light')).status).toBe(410)

  // Its own row has it until it is swept: who wants it is refused, and nobody is given it.
  expect(await outcome(withHandle(cyd))).toEqual([409, 'conflict'])

  const back = await here.signIn(ada.wallet)
  expect(await muted()).toEqual([ada.address])
  expect(await outcome(realms.say(id, { content: 'Here again.' }, back))).toEqual([403, 'muted'])
  expect((await takeName(cyd)).status).toBe(422)
  expect((await takeName(back)).status).toBe(200)
})
