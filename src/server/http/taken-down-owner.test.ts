import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startModelServer } from '../../../e2e/fakes/model-server.ts'
import { anAnsweringAgent } from '../../../test/an-agent.ts'
import { testApp } from '../../../test/app.ts'
import { busesOfTwo } from '../../../test/buses-of-two.ts'
import { conversationClient, firstQuestion } from '../../../test/conversation-client.ts'
import { testDatabase } from '../../../test/database.ts'
import { realtimeServer } from '../../../test/realtime-server.ts'
import { eventually } from '../../../test/reply-servers.ts'
import { takenDownWorld } from '../../../test/taken-down/world.ts'
import type { Agent } from '../../shared/agents/agents.ts'
import type { ModerationState } from '../../shared/trust/moderation.ts'
import type { Subject } from '../../shared/trust/reports.ts'
import { chooseEngine } from '../llm/choose-engine.ts'

const database = await testDatabase()
const model = await startModelServer()
const chat = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
const [one, other] = busesOfTwo()
const first = testApp(database, { bus: one, alone: false, chat })
const second = await realtimeServer(database, { bus: other, alone: false, chat })
const { send } = first
const world = await takenDownWorld(first, database)
const { ada, bob, cyd, agent, realm } = world
afterAll(async () => {
  await second.close()
  await model.close()
})

const subject: Subject = { kind: 'agent', subject: agent.id }
async function moderate(
  of: Subject,
  state: ModerationState | null,
  { takedowns }: Pick<typeof first, 'takedowns'> = first,
): Promise<void> {
  expect(await database.db.transaction((transaction) => takedowns.apply(transaction, of, state))).toBe(true)
  await takedowns.afterwards(of, state)
}
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code]
const open = async (id: string, as = ada) =>
  (await (await send('GET', `/api/agents/${id}`, { as })).json()) as Agent

test('its owner is told how it stands and still reads, exports and changes it, but nothing brings it to others', async () => {
  await moderate(subject, 'unlisted')
  expect([(await open(agent.id)).moderation, (await open(agent.id, bob)).moderation]).toEqual([
    'unlisted',
    undefined,
  ])
  await moderate(subject, 'down')
  expect(await open(agent.id)).toMatchObject({ name: agent.name, moderation: 'down', upvotes: 1 })
  const { agents } = (await (await send('GET', '/api/me/agents', { as: ada })).json()) as { agents: Agent[] }
  expect(agents.find(({ id }) => id === agent.id)).toMatchObject({ moderation: 'down' })
  const reads = [
    send('GET', `/api/agents/${agent.id}/card?format=json`, { as: ada }),
    send('GET', `/api/agents/${agent.id}/versions`, { as: ada }),
    send('PATCH', `/api/agents/${agent.id}`, { as: ada, json: { description: 'Mended.' } }),
  ]
  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200, 200])
  const own = conversationClient(send, ada)
  const draft = { model: null, tools: null, ...anAnsweringAgent({ name: 'Z', personality: 'You are Z.' }) }
  const refused = [
    send('POST', '/api/chat', { as: ada, json: { agentId: agent.id, message: 'Hello' } }),
    own.ask(randomUUID(), firstQuestion(agent.id)),
    send('POST', `/api/agents/${agent.id}/publish`, { as: ada }),
    send('POST', `/api/agents/${agent.id}/duplicate`, { as: ada, json: { id: randomUUID() } }),
    send('POST', `/api/agents/${agent.id}/try-out`, { as: ada, json: { draft, message: 'Hello' } }),
    send('PUT', `/api/realms/${realm.id}/agents/${agent.id}`, { as: ada }),
    send('GET', `/api/agents/${agent.id}`),
  ]
  const others = [
    send('GET', `/api/agents/${agent.id}/ratings`),
    send('GET', `/api/agents/${agent.id}/ratings`, { as: bob }),
    send('PUT', `/api/agents/${agent.id}/rating`, { as: bob, json: { up: true, reason: null, words: '' } }),
    send('PUT', `/api/agents/${agent.id}/favourite`, { as: bob }),
  ]
  for (const answer of await Promise.all([...refused, ...others]))
    expect(await codeOf(answer)).toEqual([410, 'taken_down'])
  const talk = (await (
    await send('GET', `/api/conversations/${world.talk.id}`, { as: bob })
  ).json()) as object
  expect(talk).toMatchObject({ agentAnswers: false, agentDown: true, agentName: 'Her name then' })
  await moderate(subject, null)
  expect(await open(agent.id, bob)).toMatchObject({
    handle: agent.handle,
    upvotes: 1,
    upvoted: true,
    favourite: true,
  })
})

test('a draft that is down tells nobody who could not open it that it is there', async () => {
  await send('PATCH', `/api/agents/${agent.id}`, { as: ada, json: { visibilityEnabled: false } })
  await moderate(subject, 'down')
  expect(await codeOf(await send('GET', `/api/agents/${agent.id}`))).toEqual([404, 'not_found'])
  await moderate(subject, null)
  await send('PATCH', `/api/agents/${agent.id}`, { as: ada, json: { visibilityEnabled: true } })
})

test('what it is saying ends at both servers, kept or not, and the words so far stay', async () => {
  const words = Array.from({ length: 2_000 }, (_, index) => `${index} `)
  const conversation = randomUUID()
  const asked = model.requests.length
  model.next({ name: 'words', words, delayMs: 20 })
  const ask = firstQuestion(agent.id)
  const kept = await conversationClient(second.send, bob).ask(conversation, ask)
  await model.request(asked)
  model.next({ name: 'words', words, delayMs: 20 })
  const unkept = await first.send('POST', '/api/chat', { json: { agentId: agent.id, message: 'Hello' } })
  await model.request(asked + 1)
  const client = conversationClient(second.send, bob)
  const stored = async () => (await client.open(conversation)).messages.find(({ id }) => id === ask.replyId)
  await eventually(async () => (await stored())?.content.length ?? 0).toBeGreaterThan(5)
  await moderate(subject, 'down')
  expect(await kept.text()).toContain('"stopped"')
  expect(await unkept.text()).toContain('"stopped"')
  const reply = await stored()
  expect(reply).toMatchObject({ state: 'stopped' })
  expect(words.join('').startsWith(reply?.content ?? '-')).toBe(true)
  await moderate(subject, null)
})

test('whoever is in a realm is let go with a sentence, its owner reads on, and it comes back with all who were in it', async () => {
  const of: Subject = { kind: 'realm', subject: realm.id }
  const page = await second.open(bob)
  await page.enter(realm.id)
  await moderate(of, 'down', second)
  expect(await page.receive('gone')).toEqual({
    type: 'gone',
    realm: realm.id,
    message: 'This realm was taken down.',
  })
  const late = await second.open(cyd)
  late.say({ type: 'enter', realm: realm.id, after: 0 })
  expect((await late.receive('gone')).realm).toBe(realm.id)
  const read = async (path: string, as = ada) =>
    codeOf(await send('GET', `/api/realms/${realm.id}${path}`, { as }))
  expect([await read(''), await read('/messages')]).toEqual([
    [200, undefined],
    [200, undefined],
  ])
  expect([await read('', bob), await read('/messages', bob)]).toEqual([
    [410, 'taken_down'],
    [410, 'taken_down'],
  ])
  const json = { id: randomUUID(), content: 'Hello?' }
  for (const as of [ada, bob])
    expect(await codeOf(await send('POST', `/api/realms/${realm.id}/messages`, { as, json }))).toEqual([
      410,
      'taken_down',
    ])
  const mine = (await (await send('GET', '/api/me/realms', { as: ada })).json()) as { realms: object[] }
  expect(mine.realms).toContainEqual(expect.objectContaining({ id: realm.id, moderation: 'down' }))
  await moderate(of, null, second)
  await page.receive('realm', () => page.received.at(-1)?.type !== 'gone')
  const back = await (await send('GET', `/api/realms/${realm.id}`, { as: bob })).json()
  expect(back).toMatchObject({
    participants: expect.arrayContaining([ada.address, bob.address]),
    agents: [expect.objectContaining({ id: agent.id })],
  })
})

test('what can’t stand so, or is not there, is left alone', async () => {
  const subjects: [Subject, ModerationState][] = [
    [{ kind: 'agent', subject: randomUUID() }, 'down'],
    [{ kind: 'agent', subject: 'not-an-id' }, 'down'],
    [{ kind: 'picture', subject: world.hash }, 'unlisted'],
    [{ kind: 'realm_message', subject: `${realm.id}/${randomUUID()}` }, 'down'],
    [{ kind: 'person', subject: cyd.address }, 'down'],
    [{ kind: 'rating', subject: `${agent.id}/${bob.address}` }, 'down'],
  ]
  for (const [of, state] of subjects) expect(await first.takedowns.apply(database.db, of, state)).toBe(false)
})
