import { expect, onTestFinished, test } from 'vitest'
import { actingModel, countedTools, type Said } from '../../../../test/acting-model.ts'
import { type Account, testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import { meanwhileOn } from '../../../../test/meanwhile.ts'
import { realmRequests } from '../../../../test/realm-requests.ts'
import { eventually } from '../../../../test/reply-servers.ts'
import type { RealmAnswer } from '../../../shared/realms/realm-messages.ts'
import type { PlacedCall } from '../../../shared/tools/told-call.ts'
import { toolLimits } from '../../../shared/tools/tool-states.ts'
import { takeUpAnswer } from '../../db/realms/waiting-answers.ts'
import type { ModelRequest } from '../../llm/provider.ts'

const database = await testDatabase()
const { sql } = database

const sends = (to = 'bob') => [{ name: 'send', arguments: { to } }]
const tools = { own: [], servers: [] }

/** A room with agents that act, whose creator is also their owner, on two servers. */
async function room(
  script: (request: ModelRequest, step: number) => Said = (_, step) => (step === 0 ? sends() : 'It is sent.'),
  counted = countedTools(async () => ({ kind: 'done', text: 'accepted' })),
  names = ['Nova'],
) {
  const model = actingModel(script)
  const server = () => {
    const app = testApp(database, { chat: model.chat, tools: [counted.source], alone: false })
    // Another test's room is not its business.
    onTestFinished(() => app.letGo())
    return app
  }
  const [app, other] = [server(), server()]
  const realms = realmRequests(app.send)
  const [ada, eve] = [await app.signIn(), await app.signIn()]
  const { id: realm } = await realms.make(ada)
  const agents: string[] = []
  for (const name of names) {
    const agent = await realms.makeAgent(ada, { name, tools })
    await app.send('POST', `/api/agents/${agent}/publish`, { as: ada })
    const invited = await app.send('PUT', `/api/realms/${realm}/agents/${agent}`, { as: ada })
    expect(invited.status).toBe(200)
    agents.push(agent)
  }
  const message = (id: string, rest: string) => `/api/realms/${realm}/messages/${id}${rest}`
  const answers = async () =>
    (await realms.read(realm)).messages.filter((one): one is RealmAnswer => one.kind === 'answer')
  return {
    ...{ app, other, realms, realm, ada, eve, agents, model, message, answers, server, ...counted },
    /** The newest answer, once it is in a state. */
    async answer(state: string): Promise<RealmAnswer> {
      await eventually(async () => (await answers()).at(-1)?.state).toBe(state)
      const found = (await answers()).at(-1)
      if (!found) throw new Error('no answer')
      return found
    },
    async ownCalls(id: string, as: Account): Promise<PlacedCall['part'][]> {
      const response = await app.send('GET', message(id, '/calls'), { as })
      expect(response.status).toBe(200)
      const { calls } = (await response.json()) as { calls: PlacedCall[] }
      return calls.map(({ part }) => part)
    },
    decide: (
      { call, digest }: { call: string; digest: string | null },
      decision: object,
      { at = app, as }: { at?: ReturnType<typeof testApp>; as: Account },
    ) => at.send('PUT', `/api/tool-calls/${call}/decision`, { as, json: { digest, decision } }),
  }
}

test('an answer waits with nothing running, is decided by who began it on another server, and goes on there', async () => {
  const { realms, realm, ada, eve, answer, ownCalls, decide, effects, other, app, message, model } =
    await room()
  await realms.said(realm, '@Nova send it.', eve)
  const waiting = await answer('waiting')
  expect(waiting.calls).toMatchObject([{ title: 'Send a message', origin: 'mail.example', state: 'waiting' }])
  expect(await sql`select from running_turns where realm_id = ${realm}`).toHaveLength(0)
  const [row] = await sql`select settled, words_given as given from realm_messages where id = ${waiting.id}`
  expect(row?.settled).toBe(null)
  // The room's creator owns the agent, but the message was Eve's.
  expect((await app.send('GET', message(waiting.id, '/calls'), { as: ada })).status).toBe(403)
  const [call] = await ownCalls(waiting.id, eve)
  if (!call) throw new Error('no call')
  expect(call.status).toMatchObject({ wait: { for: 'consent', reasons: ['acts', 'untrusted'] } })
  expect((await decide(call, { kind: 'once' }, { as: ada })).status).toBe(404)
  const decided = await Promise.all(
    [app, other, other].map((at) => decide(call, { kind: 'once' }, { at, as: eve })),
  )
  expect(decided.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const done = await answer('finished')
  expect(done).toMatchObject({ content: 'It is sent.', calls: [{ state: 'done', result: 'accepted' }] })
  expect(done.version).toBeGreaterThan(waiting.version)
  expect(effects).toEqual([{ name: 'send', args: { to: 'bob' } }])
  expect(model.requests.at(-1)?.messages.at(-1)).toMatchObject({ role: 'tool', content: 'accepted' })
  const [settled] = await sql`select settled from realm_messages where id = ${done.id}`
  expect(settled?.settled).not.toBe(null)
})

test('while one waits people speak and other agents answer, it is not begun again, and what it says then is answered', async () => {
  const speaker = ({ messages }: ModelRequest) => /You are "(\w+)" in/.exec(messages[0]?.content ?? '')?.[1]
  const { realms, realm, eve, ada, answers, answer, ownCalls, decide } = await room(
    (request, step) =>
      speaker(request) === 'Pip' ? 'I am here.' : step === 0 ? sends() : 'It is sent, @Pip.',
    undefined,
    ['Nova', 'Pip'],
  )
  await realms.said(realm, '@Nova send it.', eve)
  const waiting = await answer('waiting')
  await realms.said(realm, 'Hello @Pip!', ada)
  await answer('finished')
  await realms.said(realm, 'Nothing for agents.', ada)
  expect((await answers()).map(({ agentName, state }) => [agentName, state])).toEqual([
    ['Nova', 'waiting'],
    ['Pip', 'finished'],
  ])
  const [call] = await ownCalls(waiting.id, eve)
  if (!call) throw new Error('no call')
  await decide(call, { kind: 'refuse', words: 'Not now.' }, { as: eve })
  await eventually(async () => (await answers()).map(({ state }) => state)).toEqual(Array(3).fill('finished'))
  const [nova, , pip] = await answers()
  expect(nova).toMatchObject({ calls: [{ state: 'refused' }], content: 'It is sent, @Pip.' })
  expect(pip).toMatchObject({ agentName: 'Pip', answers: nova?.number, author: waiting.author })
  // What Eve said with it is told to the model alone.
  expect(JSON.stringify(nova)).not.toContain('Not now.')
})

test('who began it or the room’s creator stops one that waits, takes its words out, or takes its agent away: nothing is done', async () => {
  const { realms, realm, ada, eve, answer, ownCalls, decide, effects, app, message, agents } = await room()
  const stops: (() => Promise<Response>)[] = []
  const waits = async () => {
    await realms.said(realm, '@Nova send it.', eve)
    const { id } = await answer('waiting')
    const [call] = await ownCalls(id, eve)
    if (!call) throw new Error('no call')
    stops.push(() => decide(call, { kind: 'once' }, { as: eve }))
    return id
  }
  const first = await waits()
  expect((await app.send('POST', message(first, '/stop'), { as: await app.signIn() })).status).toBe(403)
  expect((await app.send('POST', message(first, '/stop'), { as: ada })).status).toBe(204)
  expect(await answer('stopped')).toMatchObject({ id: first, calls: [{ state: 'superseded' }] })
  const second = await waits()
  expect((await app.send('DELETE', message(second, ''), { as: eve })).status).toBe(200)
  expect(await answer('stopped')).toMatchObject({ id: second, removed: true, content: '' })
  const third = await waits()
  await app.send('DELETE', `/api/realms/${realm}/agents/${agents[0]}`, { as: ada })
  expect(await answer('stopped')).toMatchObject({ id: third })
  for (const late of stops) expect((await late()).status).toBe(409)
  expect(effects).toEqual([])
  expect(await sql`select from tool_calls where realm_id = ${realm} and state <> 'superseded'`).toHaveLength(
    0,
  )
  expect(await sql`select from realm_messages where realm_id = ${realm} and settled is null`).toHaveLength(0)
})

test('of what was sent when its server died nobody knows: it waits for a word of its person, and is never sent again', async () => {
  const hangs = countedTools(() => new Promise(() => {}))
  const { realms, realm, eve, answer, ownCalls, decide, effects, other } = await room(undefined, hangs)
  await realms.said(realm, '@Nova send it.', eve)
  const { id } = await answer('waiting')
  const [call] = await ownCalls(id, eve)
  if (!call) throw new Error('no call')
  await decide(call, { kind: 'once' }, { as: eve })
  await eventually(async () => effects.length).toBe(1)
  const [{ beat } = { beat: '' }] = await sql<{ beat: string }[]>`
    select beat_at::text as beat from running_turns where reply_id = ${id}`
  expect(beat).not.toBe('')
  // Another server takes it for dead.
  const { closeDeadAnswers } = await import('../../db/realms/realm-answers.ts')
  const place = { scope: 'realm' as const, conversationId: realm, replyId: id }
  const nothing = { content: '', reasoning: '', parts: null, revision: 0, server: '' }
  await eventually(async () => {
    const [now] = await sql<
      { beat: string }[]
    >`select beat_at::text as beat from running_turns where reply_id = ${id}`
    if (!now) return true
    return (await closeDeadAnswers(database.db, [{ ...place, ...nothing, heartbeat: now.beat }])).length > 0
  }).toBe(true)
  await other.decisions.giveUpSent(-1_000)
  const lost = await answer('waiting')
  expect(lost).toMatchObject({ id, calls: [{ state: 'unknown' }] })
  expect((await decide(call, { kind: 'settle', as: 'again' }, { as: eve, at: other })).status).toBe(200)
  const [anew] = await ownCalls(id, eve)
  expect(anew).toMatchObject({ status: { state: 'waiting' } })
  if (!anew) throw new Error('no call')
  expect(anew.call).not.toBe(call.call)
  await decide(anew, { kind: 'refuse', words: '' }, { as: eve, at: other })
  await answer('finished')
  expect(effects).toHaveLength(1)
})

test('an answer that goes on has what is left of its words', async () => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ')
  const { realms, realm, eve, answer, ownCalls, decide, model } = await room((request, step) =>
    step === 0 && !request.messages.some(({ role }) => role === 'tool') ? sends() : words(900),
  )
  await realms.said(realm, '@Nova send it.', eve)
  const { id } = await answer('waiting')
  // As though it had said most of them before.
  const said = words(650)
  await sql`update realm_messages set content = ${said},
    parts = jsonb_build_array('{"kind":"text"}'::jsonb) || parts where id = ${id}`
  const [{ given } = { given: 0 }] = await sql<{ given: number }[]>`
    select words_given as given from realm_messages where id = ${id}`
  const [call] = await ownCalls(id, eve)
  if (!call) throw new Error('no call')
  await decide(call, { kind: 'once' }, { as: eve })
  const { content } = await answer('finished')
  expect(content.startsWith(said)).toBe(true)
  expect(given).toBe(700)
  expect(content.trim().split(/\s+/).length).toBeLessThanOrEqual(given)
  expect(content.length).toBeGreaterThan(said.length + 100)
  expect(model.requests).toHaveLength(2)
})

test('agents that address each other make no more calls wait than the room gives turns, and none beyond the cap of a person', async () => {
  const names = ['Nova', 'Pip']
  const { realms, realm, eve, answers, app } = await room(
    ({ messages }, step) => {
      const me = /You are "(\w+)" in/.exec(messages[0]?.content ?? '')?.[1]
      return step === 0 ? sends() : `And you, @${names.find((name) => name !== me)}?`
    },
    countedTools(async () => ({ kind: 'done', text: 'ok' })),
    names,
  )
  const before = app.decisions
  await realms.said(realm, '@Nova @Pip begin.', eve)
  await eventually(async () => (await answers()).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
  const decide = async () => {
    const rows = await sql<{ id: string; digest: string; wallet: string }[]>`
      select id, digest, wallet from tool_calls where realm_id = ${realm} and state = 'waiting'`
    for (const { id, digest, wallet } of rows)
      await before.decide(wallet, id, { digest, decision: { kind: 'once' } }).catch(() => {})
  }
  await eventually(async () => {
    await decide()
    const all = await answers()
    return [all.length, all.every(({ state }) => state === 'finished')]
  }).toEqual([6, true])
  // A person of whom as many wait as may is asked no more: the call fails, and the agent says so.
  const [{ wallet } = { wallet: '' }] = await sql<{ wallet: string }[]>`
    select wallet from tool_calls where realm_id = ${realm} limit 1`
  await sql`
    insert into tool_calls (id, realm_id, reply_id, part, step, wallet, tool, title, pin, arguments, digest, model_call,
      brings, state, waits_for, created_at, expires_at)
    select gen_random_uuid(), ${realm}, gen_random_uuid(), 1, 1, ${wallet}, 'send', 'Send', '', '', '', '', '{}',
      'waiting', 'consent', now(), now() + interval '7 days' from generate_series(1, ${toolLimits.waiting}::int)`
  await realms.said(realm, '@Nova once more.', eve)
  await eventually(async () => (await answers()).length).toBeGreaterThan(6)
  await eventually(async () => (await answers())[6]?.calls?.map(({ state }) => state)).toEqual(['failed'])
})

test('only what the person wrote counts as written by them, and a room’s words are always of others', async () => {
  const contexts: { written: readonly string[]; depth: number }[] = []
  const counted = countedTools(async () => ({ kind: 'done', text: 'ok' }), {
    isFree: (_args, { written, asker }) => {
      contexts.push({ written, depth: asker.depth })
      return true
    },
  })
  const { realms, realm, ada, eve, answers } = await room(undefined, counted)
  await realms.said(realm, 'Look at https://ada.example', ada)
  await realms.said(realm, 'Mine is https://eve.example', eve)
  await realms.said(realm, '@Nova send it.', eve)
  await eventually(async () => (await answers()).at(-1)?.state).toBe('finished')
  expect(contexts[0]).toEqual({ written: ['Mine is https://eve.example', '@Nova send it.'], depth: 0 })
})

// Embedded, there is one connection.
test.runIf(database.kind === 'postgresql')(
  'one that another server has go on at the moment at which it is stopped is stopped',
  async () => {
    const { realms, realm, ada, eve, answer, app, message } = await room()
    await realms.said(realm, '@Nova send it.', eve)
    const { id } = await answer('waiting')
    const place = { conversationId: realm, replyId: id }
    const stopped = await meanwhileOn(database)(
      (transaction) => takeUpAnswer(transaction, place, crypto.randomUUID()),
      () => app.send('POST', message(id, '/stop'), { as: ada }),
    )
    expect(stopped.status).toBe(204)
    expect(await sql`select stop_wanted from running_turns where reply_id = ${id}`).toEqual([
      { stop_wanted: true },
    ])
  },
)
