import { expect, onTestFinished, test } from 'vitest'
import { actingModel, countedTools, type Said } from '../../../../test/acting-model.ts'
import { testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import { eventually } from '../../../../test/reply-servers.ts'
import { speakerOf, swarmRequests } from '../../../../test/swarm-requests.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { SwarmRun } from '../../../shared/swarm/swarm.ts'
import { closeDeadTurns } from '../../db/swarm/swarm-turns.ts'
import type { ModelRequest } from '../../llm/provider.ts'

const database = await testDatabase()
const { sql } = database

const sends = [{ name: 'send', arguments: { to: 'bob' } }]
const tools = { own: [], servers: [] }
const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ')

/** Nova calls a tool before it answers; the others answer at once. */
function script(request: ModelRequest, step: number): Said {
  const speaker = speakerOf(request)
  if (speaker !== 'Nova') return speaker === 'Synthesis' ? 'All in all.' : `I am ${speaker}.`
  return step === 0 && !request.messages.some(({ role }) => role === 'tool') ? sends : 'It is sent.'
}

/** A run of Nova and Pip on one of two servers. */
async function running(
  said = script,
  counted = countedTools(async () => ({ kind: 'done', text: 'accepted' })),
  fields: object = {},
) {
  const model = actingModel(said)
  const server = () => {
    const app = testApp(database, { chat: model.chat, tools: [counted.source], alone: false })
    // Another test's run is not its business.
    onTestFinished(() => app.letGo())
    return app
  }
  const [app, other] = [server(), server()]
  const runs = swarmRequests(app.send)
  const ada = await app.signIn()
  const agentIds = await runs.makeAgents(ada, ['Nova', 'Pip'], { tools })
  const begin = async () => (await runs.begun(ada, { agentIds, ...fields })).id
  const id = await begin()
  return {
    ...{ app, other, runs, ada, id, model, begin, agentIds, ...counted },
    /** The run, once Nova's turn is in a state. */
    async nova(state: string, run = id) {
      const find = async () => (await runs.open(run, ada)).turns.findLast(({ seat }) => seat === 0)
      await eventually(async () => (await find())?.state).toBe(state)
      const turn = await find()
      if (!turn) throw new Error('no turn')
      return turn
    },
    decide: (
      call: { call: string; digest: string | null } | undefined,
      decision: object,
      { at = app, as = ada } = {},
    ) =>
      at.send('PUT', `/api/tool-calls/${call?.call}/decision`, {
        as,
        json: { digest: call?.digest, decision },
      }),
  }
}

const states = ({ turns }: SwarmRun) => turns.map(({ state }) => state)

test('a turn waits while the others end, holds nothing, is decided on another server, and the synthesis follows', async () => {
  const { runs, ada, id, nova, decide, effects, other, app, begin } = await running()
  const waiting = await nova('waiting')
  await eventually(async () => states(await runs.open(id, ada))).toEqual(['waiting', 'finished'])
  expect(await runs.open(id, ada)).toMatchObject({ state: 'running' })
  expect(await sql`select from running_turns where run_id = ${id}`).toHaveLength(0)
  expect(waiting.said).toBe(null)
  const [placed] = waiting.ownCalls ?? []
  expect(placed?.part.status).toMatchObject({ wait: { for: 'consent', reasons: ['acts', 'first'] } })
  // It takes the place of no other run.
  for (let count = 0; count < limits.swarmRunning; count++) await begin()
  const eve = await app.signIn()
  expect((await decide(placed?.part, { kind: 'once' }, { as: eve })).status).toBe(404)
  const decided = await Promise.all(
    [app, other, other].map((at) => decide(placed?.part, { kind: 'once' }, { at })),
  )
  expect(decided.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const end = await runs.follow(id, ada)
  expect(end.state).toBe('finished')
  expect(end.turns.map(({ content }) => content)).toEqual(['It is sent.', 'I am Pip.', 'All in all.'])
  expect(end.turns[0]?.ownCalls?.map(({ part }) => part.status)).toMatchObject([
    { state: 'done', result: 'accepted' },
  ])
  expect(effects).toHaveLength(1)
})

test('whoever reads a shared run sees that something waits, without what only its owner is told', async () => {
  const secret = countedTools(async () => ({ kind: 'done', text: 'the secret' }), {
    marks: { untrusted: false, private: true },
  })
  const { runs, ada, id, nova, decide, app } = await running(script, secret)
  const waiting = await nova('waiting')
  await app.send('PATCH', runs.path(id), { as: ada, json: { shared: true } })
  const eve = await app.signIn()
  const read = async () => {
    const shown = (await runs.open(id, eve)).turns[0]
    expect(shown?.ownCalls).toBe(undefined)
    return shown?.calls
  }
  expect(await read()).toEqual([{ at: 0, title: 'Send a message', origin: 'mail.example', state: 'waiting' }])
  const followed = await runs.follow(id, eve, ({ turns }) => turns.some(({ state }) => state === 'waiting'))
  expect(JSON.stringify(followed)).not.toContain('bob')
  await decide(waiting.ownCalls?.[0]?.part, { kind: 'once' })
  expect((await runs.follow(id, eve)).state).toBe('finished')
  expect(JSON.stringify(await runs.open(id, eve))).not.toContain('the secret')
  const exported = await app.send('GET', runs.path(id, '/export'), { as: ada })
  expect(await exported.text()).toContain('> Tool: Send a message (mail.example), done')
})

test('a run, a turn or an agent that is stopped while it waits does nothing, and the run ends', async () => {
  const { runs, ada, id, nova, decide, effects, app, begin } = await running()
  const post = (path: string) => app.send('POST', path, { as: ada })
  const first = await nova('waiting')
  await eventually(async () => states(await runs.open(id, ada))).toEqual(['waiting', 'finished'])
  expect((await post(runs.path(id, '/stop'))).ok).toBe(true)
  await eventually(async () => (await runs.open(id, ada)).state).toBe('stopped')
  expect((await nova('stopped')).ownCalls?.[0]?.part.status.state).toBe('superseded')

  const second = await begin()
  const turn = await nova('waiting', second)
  expect((await post(runs.path(second, `/turns/${turn.id}/stop`))).ok).toBe(true)
  await eventually(async () => (await runs.open(second, ada)).state).toBe('finished')

  const third = await begin()
  const dropped = await nova('waiting', third)
  expect((await app.send('DELETE', runs.path(third, '/seats/0'), { as: ada })).ok).toBe(true)
  await eventually(async () => (await runs.open(third, ada)).state).toBe('finished')
  for (const { ownCalls } of [first, turn, dropped])
    expect((await decide(ownCalls?.[0]?.part, { kind: 'once' })).status).toBe(409)
  expect(effects).toEqual([])
})

test('of what was sent when its server died nobody knows: the turn waits for a word of its owner, and nothing is sent again', async () => {
  const hangs = countedTools(() => new Promise(() => {}))
  const { runs, ada, id, nova, decide, effects, other } = await running(script, hangs)
  const waiting = await nova('waiting')
  const part = waiting.ownCalls?.[0]?.part
  await decide(part, { kind: 'once' })
  await eventually(async () => effects.length).toBe(1)
  // Another server takes it for dead.
  await eventually(async () => {
    const [now] = await sql<{ beat: string }[]>`
      select beat_at::text as beat from running_turns where reply_id = ${waiting.id}`
    if (!now) return true
    const place = { scope: 'run' as const, conversationId: id, replyId: waiting.id, heartbeat: now.beat }
    const nothing = { content: '', reasoning: '', parts: null, revision: 0, server: '' }
    return (await closeDeadTurns(database.db, [{ ...place, ...nothing }])).length > 0
  }).toBe(true)
  await other.decisions.giveUpSent(-1_000)
  expect((await nova('waiting')).ownCalls?.[0]?.part.status.state).toBe('unknown')
  expect((await runs.open(id, ada)).state).toBe('running')
  expect((await decide(part, { kind: 'settle', as: 'happened' }, { at: other })).status).toBe(200)
  expect((await runs.follow(id, ada)).state).toBe('finished')
  expect(effects).toHaveLength(1)
})

test('a turn that goes on has what is left of its words, and the run keeps its cap', async () => {
  const cap = 600
  const talks = (request: ModelRequest, step: number): Said =>
    speakerOf(request) === 'Nova' && step === 0 && !request.messages.some(({ role }) => role === 'tool')
      ? sends
      : words(900)
  const { runs, ada, id, nova, decide } = await running(talks, undefined, { words: cap })
  const waiting = await nova('waiting')
  const said = words(waiting.given - 40)
  await sql`update swarm_turns set content = ${said},
    parts = jsonb_build_array('{"kind":"text"}'::jsonb) || parts where id = ${waiting.id}`
  await decide(waiting.ownCalls?.[0]?.part, { kind: 'once' })
  const end = await runs.follow(id, ada)
  expect(end.turns[0]?.content.startsWith(said)).toBe(true)
  // What it says first is joined to its last word.
  expect(end.turns[0]?.said).toBe(waiting.given - 1)
  expect(end.turns.reduce((sum, turn) => sum + (turn.said ?? 0), 0)).toBeLessThanOrEqual(cap)
})

test('in a visitor’s run nothing waits: what would ask a person is not done', async () => {
  const { runs, agentIds, app, ada, effects } = await running()
  for (const agent of agentIds) await app.send('POST', `/api/agents/${agent}/publish`, { as: ada })
  const { id } = await runs.begun(undefined, { agentIds })
  const end = await runs.follow(id, undefined)
  expect(end.state).toBe('finished')
  expect(end.turns[0]?.ownCalls?.map(({ part }) => part.status.state)).toEqual(['failed'])
  expect(effects).toEqual([])
})
