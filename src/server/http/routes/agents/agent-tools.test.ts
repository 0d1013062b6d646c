import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Account, newAgent, testApp } from '../../../../../test/app.ts'
import { anyDatabase } from '../../../../../test/database.ts'
import { changedExport, exportOf, importTo } from '../../../../../test/own-exports.ts'
import { asking } from '../../../../../test/own-world.ts'
import { unzip } from '../../../../../test/zips.ts'
import type { AgentVersions } from '../../../../shared/agents/agent-versions.ts'
import type { Agent, AgentPage } from '../../../../shared/agents/agents.ts'
import type { ImportedCard } from '../../../../shared/agents/cards.ts'
import type { Problem } from '../../../../shared/common/errors.ts'
import type { Handover } from '../../../../shared/own-data/handovers.ts'
import type { AgentTools } from '../../../../shared/tools/agent-tools.ts'
import { mcpServers } from '../../../db/schema/tools.ts'

const database = await anyDatabase()
const calendar = {
  ...{ id: 'calendar', name: 'Calendar', slug: 'calendar', host: 'calendar.example', owner: null },
  ...{ address: 'https://calendar.example/', auth: 'none' as const, headers: {}, isShown: false },
}
const { send, signIn, sign } = testApp(database, {
  placeServers: { find: (id) => (id === calendar.id ? calendar : null), list: () => [calendar] },
})
const ask = asking(send)

async function server(of: Account): Promise<string> {
  const id = randomUUID()
  const row = { id, wallet: of.address, name: 'Mine', address: 'https://mcp.example/', auth: 'none' as const }
  await database.db.insert(mcpServers).values({ ...row, createdAt: new Date() })
  return id
}
const drop = (id: string) => database.sql`delete from mcp_servers where id = ${id}`
const make = (as: Account, tools: AgentTools | null) =>
  ask<Agent>('POST', '/api/agents', as, { ...newAgent, tools })
const own: AgentTools = { own: ['time', 'web_page'], servers: [] }
const of = (id: string, open: string[] = []): AgentTools => ({ own: ['time'], servers: [{ id, open }] })

async function refusalOf(answer: Response): Promise<string | undefined> {
  expect(answer.status).toBe(422)
  return ((await answer.json()) as Problem).errors?.tools
}

test('an owner names servers of their own and of the place, and nobody else’s', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  const [hers, theirs] = [await server(ada), await server(eve)]
  const mixed = { own: [], servers: [...of(hers, ['read']).servers, ...of('calendar').servers] }
  const { id } = await make(ada, mixed)
  expect((await ask<Agent>('GET', `/api/agents/${id}`, ada)).tools).toEqual(mixed)
  for (const wrong of [theirs, randomUUID(), 'mail']) {
    const change = await send('PATCH', `/api/agents/${id}`, { as: ada, json: { tools: of(wrong) } })
    expect(await refusalOf(change)).toContain('not here any more, or not yours')
    const making = await send('POST', '/api/agents', { as: ada, json: { ...newAgent, tools: of(wrong) } })
    expect(await refusalOf(making)).toContain('not here any more, or not yours')
  }
  for (const wrong of [
    { own: ['shell'], servers: [] },
    { own: ['time', 'time'], servers: [] },
    { own: [], servers: [...of(hers).servers, ...of(hers).servers] },
    { own: [], servers: [{ id: '../x', open: [] }] },
    { own: ['time'] },
  ])
    expect((await send('PATCH', `/api/agents/${id}`, { as: ada, json: { tools: wrong } })).status).toBe(422)
  expect((await ask<Agent>('GET', `/api/agents/${id}`, ada)).tools).toEqual(mixed)
})

test('a server that is gone may stay in a choice, and a copy of the agent is made without it', async () => {
  const ada = await signIn()
  const gone = await server(ada)
  const { id } = await make(ada, of(gone, ['read']))
  await drop(gone)
  const more: AgentTools = { ...of(gone, ['read']), own: ['time', 'calculator'] }
  expect(await ask<Agent>('PATCH', `/api/agents/${id}`, ada, { tools: more })).toMatchObject({ tools: more })
  const copy = await ask<Agent>('POST', `/api/agents/${id}/duplicate`, ada, { id: randomUUID() })
  expect(copy.tools).toEqual({ own: ['time', 'calculator'], servers: [] })
  expect(await ask<Agent>('PATCH', `/api/agents/${id}`, ada, { tools: null })).toMatchObject({ tools: null })
  const again = await send('PATCH', `/api/agents/${id}`, { as: ada, json: { tools: more } })
  expect(await refusalOf(again)).toBeDefined()
})

test('others see the tools of this place, and nothing of servers, in the agent and in its card', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  const id = await server(ada)
  const agent = await make(ada, { ...own, servers: of(id, ['read']).servers })
  for (const as of [eve, undefined]) {
    const seen = await send('GET', `/api/agents/${agent.id}`, { as })
    const text = await seen.text()
    expect((JSON.parse(text) as Agent).tools).toEqual(own)
    expect(text).not.toContain(id)
  }
  const card = await (await send('GET', `/api/agents/${agent.id}/card?format=json`, { as: ada })).text()
  expect(card).toContain('web_page')
  expect(card).not.toContain(id)
  // A card can say anything.
  const changed = JSON.parse(card)
  changed.data.extensions.bionic.tools = { own: ['time'], servers: [{ id: 'calendar', open: ['read'] }] }
  const body = JSON.stringify(changed)
  const headers = { 'content-type': 'application/octet-stream' }
  const brought = await send('POST', `/api/cards?id=${randomUUID()}`, { as: eve, body, headers })
  const made = (await brought.json()) as ImportedCard
  const { tools } = await ask<Agent>('GET', `/api/agents/${made.id}`, eve)
  expect(tools).toEqual({ own: ['time'], servers: [] })
})

test('an export names the tools in words, and an import keeps what can be used, open for nobody', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const id = await server(ada)
  const servers = [...of(id, ['read', 'write']).servers, ...of('calendar', ['list']).servers]
  const agent = await make(ada, { own: ['time'], servers })
  await ask('PATCH', `/api/agents/${agent.id}`, ada, { tools: own })
  const zip = await exportOf(send, ada)
  const words = [...(await unzip(zip))].find(([path]) => /^agents\/.*\.md$/.test(path))?.[1]
  expect(words).toContain('## Tools\n\n- Time and zones\n- Web page')
  expect(words).toContain('- Tools of a server of my own, open for everybody: read, write')
  expect(words).toContain('- Tools of the server calendar, open for everybody: list')

  const back = await changedExport(zip, (files) => {
    for (const [path, content] of files)
      if (/^agents\/.*\.json$/.test(path)) {
        const document = JSON.parse(content) as { tools: AgentTools }
        files.set(path, JSON.stringify({ ...document, tools: { own: ['time'], servers } }))
      }
  })
  for (const [as, left] of [
    [ada, [...of(id).servers, ...of('calendar').servers]],
    [bob, of('calendar').servers],
  ] as const) {
    await importTo(send, as, back)
    const { agents } = await ask<AgentPage>('GET', '/api/me/agents', as)
    const brought = agents.find(({ id }) => id !== agent.id)?.id
    expect((await ask<Agent>('GET', `/api/agents/${brought}`, as)).tools).toEqual({
      ...{ own: ['time'], servers: left },
    })
    const { versions } = await ask<AgentVersions>('GET', `/api/agents/${brought}/versions`, as)
    expect(versions.at(-1)?.tools).toEqual({ own: ['time'], servers: left })
  }
})

test('what was open for everybody is closed when an agent changes hands, alone or with everything', async () => {
  const [ada, bob, cleo] = [await signIn(), await signIn(), await signIn()]
  const opened = { own: [], servers: of('calendar', ['list', 'add']).servers } satisfies AgentTools
  const closed = { own: [], servers: of('calendar').servers }
  const agent = await make(ada, opened)
  await ask('PATCH', `/api/agents/${agent.id}`, ada, { description: 'Keeps a calendar.' })
  const other = await make(bob, opened)
  const hand = async (from: Account, to: Account, agentId: string | null) => {
    const terms = { to: to.address, agentId }
    const signed = await sign(from, { action: 'hand-over', ...terms })
    const answer = await send('POST', '/api/me/handovers', { as: from, json: terms, headers: signed })
    const offer = (await answer.json()) as Handover
    const headers = await sign(to, { action: 'take-over', from: from.address, agentId })
    expect((await send('POST', `/api/me/handovers/${offer.id}/take`, { as: to, headers })).ok).toBe(true)
  }
  await hand(ada, bob, agent.id)
  expect((await ask<Agent>('GET', `/api/agents/${agent.id}`, bob)).tools).toEqual(closed)
  const { versions } = await ask<AgentVersions>('GET', `/api/agents/${agent.id}/versions`, bob)
  expect(versions.map(({ tools }) => tools)).toEqual([closed, closed])
  expect((await ask<Agent>('GET', `/api/agents/${other.id}`, bob)).tools).toEqual(opened)
  await hand(bob, cleo, null)
  expect((await ask<Agent>('GET', `/api/agents/${other.id}`, cleo)).tools).toEqual(closed)
})
