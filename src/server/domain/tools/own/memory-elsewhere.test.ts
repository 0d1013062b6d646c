import { expect, onTestFinished, test } from 'vitest'
import { actingModel, type Said } from '../../../../../test/acting-model.ts'
import { anAnsweringAgent } from '../../../../../test/an-agent.ts'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { doorClient } from '../../../../../test/door-client.ts'
import { realmRequests } from '../../../../../test/realm-requests.ts'
import { RememberedFacts } from '../../../../../test/remembered-facts.ts'
import { eventually } from '../../../../../test/reply-servers.ts'
import { swarmRequests } from '../../../../../test/swarm-requests.ts'
import type { MemoryPlace } from '../../../../shared/memory/memory-limits.ts'
import type { RealmAnswer } from '../../../../shared/realms/realm-messages.ts'
import type { PlacedCall } from '../../../../shared/tools/told-call.ts'
import type { ModelRequest } from '../../../llm/provider.ts'

const database = await testDatabase()

const FACT = 'Keeps the spare key under the blue stone'
const tools = { own: ['remember', 'calculator'], servers: [] }

/** A place where one person's memory holds a fact, and that person with an agent of their own. */
async function placeWith(
  also: readonly MemoryPlace[],
  script: (request: ModelRequest, step: number) => Said = () => 'Hello.',
) {
  const memory = new RememberedFacts('on', [...also])
  await memory.remember('', '', { id: crypto.randomUUID(), text: FACT, replaces: null, from: null })
  const model = actingModel(script)
  const app = testApp(database, { chat: model.chat, memory, alone: false })
  onTestFinished(() => app.letGo())
  const ada = await app.signIn()
  const isTold = () => model.requests.map(({ messages }) => JSON.stringify(messages).includes(FACT))
  return { memory, model, app, ada, isTold }
}

/** A room of Ada's with her agent, in which Eve speaks. */
async function roomOf({ app, ada }: Awaited<ReturnType<typeof placeWith>>) {
  const realms = realmRequests(app.send)
  const eve = await app.signIn()
  const { id } = await realms.make(ada)
  const agent = await realms.makeAgent(ada, { name: 'Nova', tools })
  await app.send('POST', `/api/agents/${agent}/publish`, { as: ada })
  await app.send('PUT', `/api/realms/${id}/agents/${agent}`, { as: ada })
  const answer = async (state: string) => {
    const read = async () =>
      (await realms.read(id)).messages.findLast((one): one is RealmAnswer => one.kind === 'answer')
    await eventually(async () => (await read())?.state).toBe(state)
    const found = await read()
    if (!found) throw new Error('no answer')
    return found
  }
  return { eve, id, answer, say: (content: string, as = eve) => realms.said(id, content, as) }
}

test.each([
  [[], false],
  [['rooms'], true],
  [['try_outs', 'doors'], false],
] as const)('in a room the memory of who speaks is used if they said so: %j', async (also, told) => {
  const place = await placeWith(also)
  const { eve, say, answer } = await roomOf(place)
  await say('@Nova who are you?')
  await answer('finished')
  // Ada owns the agent and the room, but the message is Eve's.
  expect(place.memory.recollected).toEqual([{ wallet: eve.address, use: 'rooms' }])
  expect(place.isTold()).toEqual([told])
  expect(place.model.requests[0]?.offered?.tools.length).toBe(told ? 2 : 1)
})

test('in a room nothing is remembered unasked, only its person sees what, and of calls beside it no arguments', async () => {
  const place = await placeWith(['rooms'], (_, step) =>
    step > 0
      ? 'Done.'
      : [
          { name: 'calculator', arguments: { expression: '6 * 7' } },
          { name: 'remember', arguments: { fact: 'I sleep late' } },
        ],
  )
  const { eve, id, say, answer } = await roomOf(place)
  await say('@Nova remember that I sleep late.')
  const waiting = await answer('waiting')
  expect(waiting.calls).toMatchObject([{ title: 'Calculator', state: 'done' }])
  expect(waiting.calls?.[0]).not.toHaveProperty('arguments')
  const own = await place.app.send('GET', `/api/realms/${id}/messages/${waiting.id}/calls`, { as: eve })
  const { calls } = (await own.json()) as { calls: PlacedCall[] }
  expect(calls.at(-1)?.part.status).toMatchObject({ wait: { reasons: ['unsaid', 'untrusted'] } })
  expect(place.memory.texts).toEqual([FACT])
  const { call, digest } = calls.at(-1)?.part ?? {}
  const json = { digest, decision: { kind: 'once' } }
  expect((await place.app.send('PUT', `/api/tool-calls/${call}/decision`, { as: eve, json })).status).toBe(
    200,
  )
  expect(JSON.stringify(await answer('finished'))).not.toContain('sleep late')
  expect(place.memory.texts).toEqual([FACT, 'I sleep late'])
})

test.each([[[], false] as const, [['rooms'], true] as const])(
  'in a run the memory of who began it is used if they said so: %j',
  async (also, told) => {
    const { app, ada, memory, model, isTold } = await placeWith(also)
    const runs = swarmRequests(app.send)
    const agentIds = await runs.makeAgents(ada, ['Nova', 'Pip'])
    const { id } = await runs.begun(ada, { agentIds })
    await runs.follow(id, ada)
    expect(memory.recollected).toEqual(Array(2).fill({ wallet: ada.address, use: 'rooms' }))
    // The synthesis belongs to no agent.
    expect([model.requests.length, isTold()]).toEqual([3, [told, told, false]])
    // Visitors have no memory.
    for (const agent of agentIds) await app.send('POST', `/api/agents/${agent}/publish`, { as: ada })
    const unkept = await runs.begun(undefined, { agentIds })
    await runs.follow(unkept.id, undefined)
    expect(memory.recollected).toHaveLength(2)
  },
)

test.each([[[], false] as const, [['try_outs'], true] as const])(
  'a try-out uses the memory of its owner if they said so, and remembers nothing: %j',
  async (also, told) => {
    const { app, ada, memory, model, isTold } = await placeWith(also)
    const draft = { ...anAnsweringAgent({ name: 'Nova' }), model: null, tools }
    const { id } = await doorClient(app.send).makeAgent(ada)
    for (const path of [`/api/agents/${id}/try-out`, '/api/try-out'])
      await (await app.send('POST', path, { as: ada, json: { draft, message: 'Who are you?' } })).text()
    expect(memory.recollected).toEqual([{ wallet: ada.address, use: 'try_outs' }])
    expect(isTold()).toEqual([told, false])
    expect(model.requests.map(({ offered }) => offered?.tools.length)).toEqual([1, 1])
  },
)

test.each([[[], false] as const, [['doors'], true] as const])(
  'a program is told what is remembered of its key’s wallet if that said so, and can have nothing remembered: %j',
  async (also, told) => {
    const { app, ada, memory, model, isTold } = await placeWith(also)
    const doors = doorClient(app.send)
    const agent = await doors.makeAgent(ada, { tools })
    const { key } = await doors.makeKey(ada)
    const json = { model: agent.id, messages: [{ role: 'user', content: 'Hello' }] }
    const answered = await doors.call(key, 'POST', '/v1/chat/completions', json)
    expect(answered.status).toBe(200)
    expect(memory.recollected).toEqual([{ wallet: ada.address, use: 'doors' }])
    expect(isTold()).toEqual([told])
    expect(model.requests[0]?.offered?.tools).toHaveLength(1)
  },
)
