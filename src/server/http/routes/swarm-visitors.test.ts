import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import { outcome } from '../../../../test/realm-requests.ts'
import { eventually } from '../../../../test/reply-servers.ts'
import type { Send } from '../../../../test/sign-in.ts'
import { swarmModel, swarmRequests, turnsTold } from '../../../../test/swarm-requests.ts'
import { limits, UNKEPT_RUN_MS } from '../../../shared/common/limits.ts'
import type { SwarmRun } from '../../../shared/swarm/swarm.ts'
import { chooseEngine } from '../../llm/choose-engine.ts'

const model = await swarmModel()
afterAll(model.close)
const chat = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
const database = await testDatabase()
const times = { every: { store: 20, look: 40 } }
const app = testApp(database, { chat, swarm: times, alone: false, settings: { TRUSTED_PROXIES: 1 } })
afterAll(() => app.swarm.close())
const { send } = app
const ada = await app.signIn()
const { path, open, makeAgents } = swarmRequests(send)
const agentIds = await makeAgents(ada, ['Ray', 'Pip'])

const saying = (text: string) => ({ name: 'words' as const, words: text.match(/\s*\S+/g) ?? [] })
const stalls = { name: 'stalls' as const, words: ['Well', ' then'] }
const bothStall = (run: SwarmRun) => run.turns.filter(({ content }) => content === 'Well then').length === 2

/** A visitor with an address of their own. */
function visitor(address: string, to: Send = send) {
  const from: Send = (method, where, sent) =>
    to(method, where, { ...sent, headers: { 'x-forwarded-for': address } })
  return { send: from, ...swarmRequests(from) }
}

async function countRows(): Promise<object> {
  const [row] = await database.sql`
    select (select count(*)::int from swarm_runs) as runs, (select count(*)::int from swarm_turns) as turns,
      (select count(*)::int from running_turns) as running`
  return { ...row }
}

test('nothing of a visitor’s run is stored, while it runs and after, and whoever has its address has it', async () => {
  model.script({ Ray: stalls, Pip: saying('A particle.'), Synthesis: saying('Both.') })
  const before = await countRows()
  const { send: ask, begun, follow } = visitor('203.0.113.1')
  const run = await begun(undefined, { agentIds })
  expect(new Date(run.until ?? '').getTime() - new Date(run.updatedAt).getTime()).toBe(UNKEPT_RUN_MS)
  await follow(run.id, undefined, ({ turns }) => turns[0]?.content === 'Well then')
  expect(await countRows()).toEqual(before)
  const elsewhere = visitor('203.0.113.2')
  expect((await elsewhere.send('POST', path(run.id, '/stop'))).status).toBe(204)
  await eventually(async () => (await open(run.id)).state).toBe('stopped')
  for (const as of [ada, undefined]) {
    expect(await open(run.id, as)).toMatchObject({ own: true, state: 'stopped' })
    expect((await send('GET', path(run.id, '/export'), { as })).status).toBe(200)
  }
  expect(await outcome(ask('PATCH', path(run.id), { json: { shared: false } }))).toEqual([409, 'conflict'])
  expect(await countRows()).toEqual(before)
})

test('it is there for an hour after it was last asked something, and no longer', async () => {
  model.script({ Ray: saying('A wave.'), Pip: saying('A particle.'), Synthesis: saying('Both.') })
  const { send: ask, begun, follow } = visitor('203.0.113.3')
  const { id } = await begun(undefined, { agentIds })
  await follow(id, undefined)
  app.advance(UNKEPT_RUN_MS - 60_000)
  const phase = { task: 'And sound?', rounds: 1, words: 600 }
  expect((await ask('POST', path(id, '/phases'), { json: phase })).status).toBe(200)
  expect((await follow(id, undefined)).phases).toHaveLength(2)
  app.advance(UNKEPT_RUN_MS - 60_000)
  expect((await open(id)).state).toBe('finished')
  app.advance(60_000)
  expect(await outcome(ask('GET', path(id)))).toEqual([404, 'not_found'])
  expect(await outcome(ask('POST', path(id, '/phases'), { json: phase }))).toEqual([401, 'not_signed_in'])
})

test('one that is deleted lets go of its models and is gone, and comes back within ten seconds', async () => {
  model.script({ Ray: stalls, Pip: stalls })
  const request = model.requests.length
  const { send: ask, begun, follow } = visitor('203.0.113.4')
  const { id } = await begun(undefined, { agentIds })
  await follow(id, undefined, bothStall)
  expect((await ask('DELETE', path(id))).status).toBe(204)
  expect(await model.closed(request)).toBe('cut')
  expect(await outcome(ask('GET', path(id)))).toEqual([404, 'not_found'])
  expect((await ask('POST', path(id, '/restore'))).status).toBe(200)
  await eventually(async () => (await open(id)).state).toBe('stopped')
  expect((await ask('DELETE', path(id))).status).toBe(204)
  app.advance(11_000)
  expect(await outcome(ask('POST', path(id, '/restore')))).toEqual([410, 'undo_expired'])
})

test('so many of one address go on at once, and another address has its own; the oldest that is over makes room', async () => {
  model.script({ Ray: stalls, Pip: stalls })
  const { send: ask, begin, begun, follow } = visitor('203.0.113.5')
  const running = []
  for (let count = 0; count < limits.swarmRunning; count++) running.push(await begun(undefined, { agentIds }))
  const refused = await begin(undefined, { agentIds })
  expect(await refused.json()).toMatchObject({
    code: 'swarm_busy',
    detail: expect.stringContaining('from your network'),
  })
  const other = await visitor('203.0.113.6').begun(undefined, { agentIds })
  for (const { id } of [...running, other]) {
    expect((await ask('POST', path(id, '/stop'))).status).toBe(204)
    await follow(id, undefined)
  }
  model.script({ Ray: saying('A wave.'), Pip: saying('A particle.'), Synthesis: saying('Both.') })
  for (let count = limits.swarmRunning; count <= limits.unkeptRuns; count++)
    await follow((await begun(undefined, { agentIds })).id, undefined)
  const statuses = await Promise.all([...running, other].map(({ id }) => ask('GET', path(id))))
  expect(statuses.map(({ status }) => status)).toEqual([404, 200, 200, 200])
})

test('an agent that a visitor can’t choose is said at its field, and an id is one run’s', async () => {
  model.script({ Ray: saying('A wave.'), Pip: saying('A particle.'), Synthesis: saying('Both.') })
  const [draft = ''] = await makeAgents(ada, ['Draft'], { isPublic: false })
  const { begin, begun, follow } = visitor('203.0.113.7')
  const wrong = await begin(undefined, { agentIds: [agentIds[0], draft] })
  expect(await wrong.json()).toMatchObject({ errors: { 'agentIds.1': expect.any(String) } })

  const kept = await begun(ada, { agentIds })
  expect(await outcome(begin(undefined, { id: kept.id, agentIds }))).toEqual([409, 'conflict'])
  const fields = { id: crypto.randomUUID(), agentIds }
  const answers = await Promise.all([begin(undefined, fields), begin(undefined, fields)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
  expect(await outcome(begin(ada, fields))).toEqual([409, 'conflict'])
  expect((await follow(fields.id, undefined)).turns).toHaveLength(3)
})

test('a model that is asked too often is asked again when the limit says, and whoever stops waits no longer', async () => {
  model.script({ Ray: saying('A wave.'), Pip: saying('A particle.'), Synthesis: saying('Both.') })
  const limited = testApp(database, {
    chat,
    swarm: times,
    settings: { TRUSTED_PROXIES: 1, RATE_LIMIT_CHAT: 1 },
  })
  const { send: ask, begun, follow } = visitor('203.0.113.8', limited.send)
  const { id } = await begun(undefined, { agentIds })
  const waiting = ({ turns }: SwarmRun) =>
    turns[0]?.state === 'finished' && turns[1]?.waitsUntil !== undefined
  const known = await follow(id, undefined, waiting)
  expect(turnsTold(known)).toEqual(['Ray 1 finished: A wave.', 'Pip 1 running: '])
  expect((await ask('POST', path(id, '/stop'))).status).toBe(204)
  const end = await follow(id, undefined)
  expect(end.turns.map(({ state, waitsUntil }) => [state, waitsUntil])).toEqual([
    ['finished', undefined],
    ['stopped', undefined],
  ])
})

test('another server does not know it, and the end of its own tells that it was interrupted', async () => {
  model.script({ Ray: stalls, Pip: stalls })
  const one = testApp(database, { chat, swarm: times })
  const { begun, follow } = visitor('203.0.113.9', one.send)
  const { id } = await begun(undefined, { agentIds })
  await follow(id, undefined, bothStall)
  expect(await outcome(send('GET', path(id)))).toEqual([404, 'not_found'])
  const received = follow(id, undefined)
  await one.swarm.close()
  expect((await received).turns.map(({ state, content }) => [state, content])).toEqual([
    ['interrupted', 'Well then'],
    ['interrupted', 'Well then'],
  ])
})
