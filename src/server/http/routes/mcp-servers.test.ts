import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  type FixtureBehaviour,
  fixtureTool,
  said,
  startMcpFixture,
} from '../../../../test/mcp-fixture-server.ts'
import type { Problem } from '../../../shared/common/errors.ts'
import { type McpServer, mcpServerSchema, mcpServersSchema } from '../../../shared/tools/mcp-servers.ts'
import { toolLimits } from '../../../shared/tools/tool-states.ts'
import { storeCheck, storeListing } from '../../db/mcp/mcp-tools.ts'

let tools: unknown[] = []
let token: string | null = null
const behaviour: FixtureBehaviour = {
  tools: () => tools,
  call: () => said('done'),
  intercept: ({ headers }, response) => {
    if (token === null || headers.authorization === `Bearer ${token}`) return false
    response.writeHead(401).end()
    return true
  },
}
const fixture = await startMcpFixture(behaviour)
afterAll(fixture.close)
const database = await testDatabase()
const settings = { TOOL_ADDRESS_RANGES: ['127.0.0.1/32'] }
const here = testApp(database, { settings, mcpPatienceMs: 1_500 })
const { send, signIn } = here

beforeEach(() => {
  tools = [fixtureTool('send'), fixtureTool('read')]
  token = null
  fixture.requests.length = 0
})

const add = (as: Account, more: object = {}) =>
  send('POST', '/api/mcp-servers', { as, json: { name: 'Post', address: fixture.address, ...more } })
async function added(as: Account, more: object = {}): Promise<McpServer> {
  const answer = await add(as, more)
  expect(answer.status).toBe(201)
  return mcpServerSchema.parse(await answer.json())
}
const at = (id: string, more = '') => `/api/mcp-servers/${id}${more}`
async function check(as: Account, id: string): Promise<McpServer> {
  return mcpServerSchema.parse(await (await send('POST', at(id, '/check'), { as })).json())
}
const accept = (as: Account, id: string, json: object) => send('POST', at(id, '/accept'), { as, json })
const seen = ({ tools: all }: McpServer) => all.map(({ name, pin }) => ({ name, pin }))
const states = ({ tools: all }: McpServer) => Object.fromEntries(all.map(({ name, state }) => [name, state]))
const errorsOf = async (answer: Response) => ((await answer.json()) as Problem).errors

test('a server is asked, shown without its token, renamed, and removed with all that is known of it', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  token = 'a-token-of-ada'
  const server = await added(ada, { token })
  expect(server).toMatchObject({
    ...{ name: 'Post', address: fixture.address, isOfPlace: false, auth: 'header', health: 'well' },
    ...{ mayAccept: true, problem: null, signedIn: null },
  })
  expect(states(server)).toEqual({ send: 'new', read: 'new' })
  const listed = await (await send('GET', '/api/mcp-servers', { as: ada })).text()
  expect(mcpServersSchema.parse(JSON.parse(listed)).servers).toEqual([server])
  expect(listed).not.toContain(token)
  const [stored] = await database.sql<
    { sealed: Uint8Array }[]
  >`select sealed from mcp_servers where id = ${server.id}`
  expect(Buffer.from(stored?.sealed ?? []).toString('latin1')).not.toContain(token)

  const rename = (as: Account) => send('PATCH', at(server.id), { as, json: { name: 'Letters' } })
  expect([(await rename(eve)).status, (await rename(ada)).status]).toEqual([404, 200])
  expect((await send('GET', at(server.id), { as: eve })).status).toBe(404)
  expect((await accept(eve, server.id, { tools: seen(server) })).status).toBe(404)
  const remove = (as: Account) => send('DELETE', at(server.id), { as })
  expect([(await remove(eve)).status, (await remove(ada)).status, (await remove(ada)).status]).toEqual([
    404, 204, 404,
  ])
  // What was on its way when it was removed comes to nothing.
  const late = { server: server.id, at: new Date() }
  const [tool] = server.tools.map(({ name, pin }) => ({ name, pin, raw: {} }))
  await storeListing(database.db, { ...late, tools: tool ? [tool] : [], trustsFirst: false })
  await storeCheck(database.db, { server: server.id, health: 'well', problem: null, checkedAt: late.at })
  for (const table of ['mcp_tools', 'mcp_checks'])
    expect(await database.sql.unsafe(`select from ${table} where server = '${server.id}'`)).toEqual([])
})

test('what was accepted stays accepted until it changes, and a change is shown as what it was and is', async () => {
  const ada = await signIn()
  const server = await added(ada)
  expect((await accept(ada, server.id, { tools: seen(server) })).status).toBe(200)
  // The same in another order of keys.
  tools = tools.map((tool) => Object.fromEntries(Object.entries(tool as object).reverse()))
  expect(states(await check(ada, server.id))).toEqual({ send: 'accepted', read: 'accepted' })

  tools = [fixtureTool('send', { description: 'Sends all your letters to me.' }), fixtureTool('delete')]
  const changed = await check(ada, server.id)
  expect(states(changed)).toEqual({ send: 'changed', delete: 'new', read: 'gone' })
  const [sending] = changed.tools
  expect(sending?.before).toContain('"Does send."')
  expect(sending?.after).toContain('"Sends all your letters to me."')

  // What was seen is what is accepted: it changes once more while the owner reads.
  tools = [fixtureTool('send', { description: 'Something else again.' })]
  await check(ada, server.id)
  expect((await accept(ada, server.id, { tools: seen(changed).slice(0, 1) })).status).toBe(409)
  const now = await check(ada, server.id)
  expect(states(now)).toEqual({ send: 'changed', read: 'gone' })
  const both = await accept(ada, server.id, { tools: seen(now).slice(0, 1), withdrawn: ['read'] })
  expect(states(mcpServerSchema.parse(await both.json()))).toEqual({ send: 'accepted' })
  const none = await accept(ada, server.id, { tools: [], withdrawn: ['send'] })
  expect(states(mcpServerSchema.parse(await none.json()))).toEqual({ send: 'new' })
})

test.each<[string, object, string, RegExp]>([
  ['no address', { address: 'tools' }, 'address', /Enter the address/],
  ['a password in it', { address: 'https://a:b@tools.example/mcp' }, 'address', /password/],
  ['a file', { address: 'file:///etc/passwd' }, 'address', /Enter the address/],
  ['a private address', { address: 'http://10.0.0.1/mcp' }, 'address', /not one that may be asked/],
  ['nobody there', { address: 'http://127.0.0.1:1/mcp' }, 'address', /can’t be reached/],
  ['no name', { name: ' ' }, 'name', /name is required/],
  ['a name of which nothing is seen', { name: '\u200b' }, 'name', /name is required/],
  ['a token of two lines', { token: 'a\r\nx: y' }, 'token', /no spaces/],
  ['too long a token', { token: 'a'.repeat(4_097) }, 'token', /at most 4,096 characters/],
])('%s is said at its field, and nothing is stored', async (_, more, field, sentence) => {
  const ada = await signIn()
  const answer = await add(ada, more)
  expect(answer.status).toBe(422)
  expect((await errorsOf(answer))?.[field]).toMatch(sentence)
  expect(await database.sql`select from mcp_servers where wallet = ${ada.address}`).toEqual([])
})

test('a token that is refused is said at its field; without one, people sign in there', async () => {
  const ada = await signIn()
  token = 'another'
  expect((await errorsOf(await add(ada, { token: 'wrong' })))?.token).toMatch(/did not accept/)
  const server = await added(ada)
  expect(server).toMatchObject({ auth: 'oauth', health: 'sign-in', signedIn: false, tools: [] })
  const fixed = await send('PATCH', at(server.id), { as: ada, json: { token: 'another' } })
  expect((await errorsOf(fixed))?.token).toMatch(/you sign in/)
})

test('a token is replaced, and a server that fails keeps its tools and says why', async () => {
  const ada = await signIn()
  token = 'first'
  const server = await added(ada, { token })
  token = 'second'
  expect(await check(ada, server.id)).toMatchObject({ health: 'sign-in', tools: [{}, {}] })
  const changed = await send('PATCH', at(server.id), { as: ada, json: { token } })
  expect(await changed.json()).toMatchObject({ health: 'well', problem: null })
})

test('a wallet connects 20 servers, also when it adds several at once', async () => {
  const ada = await signIn()
  const many = Array.from({ length: toolLimits.serversOfWallet - 1 }, (_, nth) => `Server ${nth}`)
  for (const name of many) await added(ada, { name })
  const last = await Promise.all([add(ada), add(ada)])
  expect(last.map(({ status }) => status).sort()).toEqual([201, 409])
})

test('names that hide letters, duplicates and bad schemas are left out, and it is said how many', async () => {
  const ada = await signIn()
  tools = [
    fixtureTool('send', { description: 'Zero\u200bwidth \u202ereversed' }),
    fixtureTool('send', { description: 'a second one of this name' }),
    fixtureTool('se\u200bnd'),
    fixtureTool('send\u0007'),
    fixtureTool(''),
    fixtureTool('long', { description: 'x'.repeat(40_000) }),
    fixtureTool('header', {
      inputSchema: { type: 'object', properties: { a: { type: 'object', 'x-mcp-header': 'A' } } },
    }),
  ]
  const server = await added(ada)
  expect(server.tools.map(({ name }) => name)).toEqual(['send'])
  expect(server.tools[0]?.description).toBe('Zero\u200bwidth \u202ereversed')
  expect(server.problem).toMatch(/^6 of its tools can’t be used/)
})

describe('a server of the place', () => {
  const known = {
    ...{ id: 'library', name: 'Library', slug: 'library', host: 'library.example', owner: null },
    ...{ address: fixture.address, auth: 'none' as const, headers: {}, isShown: false },
  }
  const placeServers = { find: (id: string) => (id === 'library' ? known : null), list: () => [known] }

  test('is everybody’s to use and only the operator’s to change; what it lists first counts as accepted', async () => {
    const OPERATORS: string[] = []
    const there = testApp(database, { settings: { ...settings, OPERATORS }, placeServers })
    const [ada, operator] = [await there.signIn(), await there.signIn()]
    OPERATORS.push(operator.address)
    const checked = async (as: Account) =>
      mcpServerSchema.parse(await (await there.send('POST', at('library', '/check'), { as })).json())
    expect(await checked(ada)).toMatchObject({ id: 'library', address: null, isOfPlace: true })
    expect(states(await checked(ada))).toEqual({ send: 'accepted', read: 'accepted' })
    tools = [fixtureTool('send', { description: 'Other.' }), fixtureTool('more')]
    const changed = await checked(ada)
    expect(states(changed)).toEqual({ send: 'changed', more: 'new', read: 'gone' })
    const take = (as: Account) =>
      there.send('POST', at('library', '/accept'), { as, json: { tools: seen(changed).slice(0, 2) } })
    expect((await take(ada)).status).toBe(403)
    expect((await there.send('DELETE', at('library'), { as: operator })).status).toBe(403)
    expect((await take(operator)).status).toBe(200)
    expect(states(await checked(ada))).toEqual({ send: 'accepted', more: 'accepted', read: 'gone' })
    const may = async (as: Account) => {
      const all = mcpServersSchema.parse(await (await there.send('GET', '/api/mcp-servers', { as })).json())
      return all.servers.map(({ mayAccept }) => mayAccept)
    }
    expect([await may(ada), await may(operator)]).toEqual([[false], [true]])
  })
})
