import { beforeAll, expect, test } from 'vitest'
import { type Account, testApp } from '../../../../../test/app.ts'
import { busesOfTwo } from '../../../../../test/buses-of-two.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { realmRequests } from '../../../../../test/realm-requests.ts'

const database = await testDatabase()
const whole = testApp(database, { settings: { PUBLIC_URL: 'https://bionic.example/' } })
const ORIGIN = 'https://bionic.example'
const { send, signIn } = testApp(database)
const realms = realmRequests(send)
let ada: Account

/** The agents, oldest first. */
const agents: string[] = []
let realm = ''
const unseen: string[] = []
beforeAll(async () => {
  ada = await signIn()
  for (let count = 0; count < 5; count++) agents.push(await realms.makeAgent(ada))
  realm = (await realms.make(ada)).id
  unseen.push(await realms.makeAgent(ada, { isPublic: false }))
  const [hidden, deleted] = [await realms.makeAgent(ada), await realms.makeAgent(ada)]
  await send('PATCH', `/api/agents/${hidden}`, { as: ada, json: { visibilityEnabled: false } })
  await send('DELETE', `/api/agents/${deleted}`, { as: ada })
  unseen.push(hidden, deleted, (await realms.make(ada, { unlisted: true })).id)
  const gone = (await realms.make(ada)).id
  await send('DELETE', `/api/realms/${gone}`, { as: ada })
  unseen.push(gone)
})

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1])

async function read(path: string, from = whole.send) {
  const response = await from('GET', path)
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, locations: locations(text) }
}

test('robots are told what shows nothing to them, and where the sitemap is', async () => {
  const { headers, text } = await read('/robots.txt')
  expect(headers.get('content-type')).toMatch(/^text\/plain/)
  expect(headers.get('cache-control')).toBe('public, max-age=3600')
  expect(text).toContain('User-agent: *\n')
  for (const path of ['/api/', '/settings', '/chat/*/']) expect(text).toContain(`\nDisallow: ${path}\n`)
  expect(text).not.toMatch(/Disallow: \/(unfurl|images|swarm|realm)?\n/)
  expect(text).toMatch(/\nSitemap: https:\/\/bionic\.example\/sitemap\.xml\n$/)
})

test('the sitemap has the screens, the public agents and the listed realms, and nothing else', async () => {
  const { headers, text, locations } = await read('/sitemap.xml')
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(headers.get('cache-control')).toBe('public, max-age=3600')
  expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns=/)
  expect(locations).toEqual(expect.arrayContaining([`${ORIGIN}/`, `${ORIGIN}/vacant`, `${ORIGIN}/realm`]))
  expect(locations.filter((address) => /\/(chat|realm)\/./.test(address ?? ''))).toEqual([
    ...agents.map((id) => `${ORIGIN}/chat/${id}`),
    `${ORIGIN}/realm/${realm}`,
  ])
  for (const id of unseen) expect(text).not.toContain(id)
})

test('without a public address it is that of the request', async () => {
  expect((await read('/robots.txt', send)).text).toContain('Sitemap: http://localhost:3000/sitemap.xml')
  expect((await read('/sitemap.xml', send)).locations).toContain('http://localhost:3000/vacant')
})

test('what is more than one sitemap may have is in several, which an index names', async () => {
  const paged = testApp(database, { sitemaps: { perSitemap: 2 } })
  const index = await read('/sitemap.xml', paged.send)
  expect(index.text).toContain('<sitemapindex ')
  const at = (name: string) => `http://localhost:3000/sitemap-${name}.xml`
  expect(index.locations).toEqual(['rooms-1', 'agents-1', 'agents-2', 'agents-3', 'realms-1'].map(at))
  const pages = await Promise.all(
    index.locations.slice(1).map((address) => read(new URL(address ?? '').pathname, paged.send)),
  )
  expect(pages.every(({ text }) => text.includes('<urlset '))).toBe(true)
  expect(pages.flatMap((page) => page.locations.map((address) => new URL(address ?? '').pathname))).toEqual([
    ...agents.map((id) => `/chat/${id}`),
    `/realm/${realm}`,
  ])
})

test.each([
  '/sitemap-agents-9.xml',
  '/sitemap-agents-0.xml',
  '/sitemap-agents-999999999999999999999.xml',
  '/sitemap-rooms-2.xml',
  '/sitemap-wallets-1.xml',
])('there is no %s', async (path) => {
  expect((await read(path)).status).toBe(404)
})

test('what was collected is told for ten minutes, also by a clock that was set back', async () => {
  const fresh = testApp(database)
  const count = async () => (await read('/sitemap.xml', fresh.send)).locations.length
  const before = await count()
  const made = await realms.makeAgent(ada)
  expect(await count()).toBe(before)
  fresh.advance(10 * 60_000)
  expect(await count()).toBe(before + 1)
  await send('DELETE', `/api/agents/${made}`, { as: ada })
  fresh.advance(-60 * 60_000)
  expect(await count()).toBe(before)
})

test('what is hidden, deleted or unlisted is in no sitemap any more, on no server', async () => {
  const [one, other] = busesOfTwo().map((bus) => testApp(database, { bus }))
  if (!one || !other) throw new Error('There are two servers')
  const made = [await realms.makeAgent(ada), await realms.makeAgent(ada)]
  const rooms = [(await realms.make(ada)).id, (await realms.make(ada)).id]
  const listed = async (from: typeof send) => {
    const { text } = await read('/sitemap.xml', from)
    return [...made, ...rooms].filter((id) => text.includes(id))
  }
  expect(await listed(other.send)).toEqual([...made, ...rooms])
  const changes = [
    () => one.send('PATCH', `/api/agents/${made[0]}`, { as: ada, json: { visibilityEnabled: false } }),
    () => one.send('DELETE', `/api/agents/${made[1]}`, { as: ada }),
    () => one.send('PATCH', `/api/realms/${rooms[0]}`, { as: ada, json: { unlisted: true } }),
    () => one.send('DELETE', `/api/realms/${rooms[1]}`, { as: ada }),
  ]
  for (const [at, change] of changes.entries()) {
    await listed(one.send)
    expect((await change()).ok).toBe(true)
    for (const { send: from } of [one, other])
      expect(await listed(from)).toEqual([...made, ...rooms].slice(at + 1))
  }
})

test('a sitemap takes places of the address that asks, as anything that asks the database', async () => {
  const limited = testApp(database, { settings: { RATE_LIMIT_READ: 1 } })
  const statuses: number[] = []
  for (let count = 0; count < 8; count++) statuses.push((await read('/sitemap.xml', limited.send)).status)
  expect(statuses).toContain(429)
})

test('programs that read texts are told whether asking needs a key', async () => {
  expect((await read('/llms.txt')).text).toContain('asking needs an API key')
  const open = testApp(database, { settings: { OPEN_DOORS: '1' } })
  const { text } = await read('/llms.txt', open.send)
  expect(text).toContain('asking these needs no key here')
  expect(text).not.toContain('asking needs an API key')
})

test('programs that read texts are told which doors there are, and pages lead to that', async () => {
  const { headers, text } = await read('/llms.txt')
  expect(headers.get('content-type')).toMatch(/^text\/plain/)
  expect(text).toMatch(/^# Bionic\n\n> /)
  const addresses = [...text.matchAll(/\]\((https:\/\/[^)]+)\)/g)].map((match) => match[1] ?? '')
  expect(addresses).toContain('https://bionic.example/v1/chat/completions')
  for (const address of addresses) {
    const { pathname } = new URL(address)
    // What is asked with POST has no page, and MCP says so; everything else is there.
    if (!pathname.startsWith('/v1/') || pathname === '/v1/models')
      expect([pathname, (await read(pathname)).status]).toEqual([
        pathname,
        pathname === '/vacant' ? 404 : pathname === '/mcp' ? 405 : 200,
      ])
  }
})
