import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { actingModel } from '../../../../../test/acting-model.ts'
import { newAgent, testApp } from '../../../../../test/app.ts'
import { anAsker, callTool } from '../../../../../test/call-tool.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { RememberedFacts } from '../../../../../test/remembered-facts.ts'
import { eventually } from '../../../../../test/reply-servers.ts'
import type { Conversation } from '../../../../shared/chat/conversations.ts'
import type { ToolCallPart } from '../../../../shared/tools/tool-fields.ts'
import { Failure } from '../../failure.ts'
import { MemoryTool } from './remember.ts'

const database = await testDatabase()
const { sql } = database

const NUTS = 'Is allergic to nuts'
const SAID_NUTS = "Yes, remember that I'm allergic to nuts."

interface Wanted {
  fact: string
  replaces?: number
}

/** Two servers where the model wants these remembered, once, and a person who talks with their own agent. */
async function remembering(memory: RememberedFacts, ...wanted: readonly Wanted[]) {
  const model = actingModel((_, step) =>
    step === 0 ? wanted.map((one) => ({ name: 'remember', arguments: one })) : 'As you say.',
  )
  const server = () => testApp(database, { chat: model.chat, memory, alone: false })
  const [app, other] = [server(), server()]
  const ada = await app.signIn()
  const tools = { own: ['remember'], servers: [] }
  const made = await app.send('POST', '/api/agents', { as: ada, json: { ...newAgent, tools } })
  const agentId = ((await made.json()) as { id: string }).id
  const conversation = randomUUID()
  let parentId: string | null = null
  const replies = `/api/conversations/${conversation}/replies`
  return {
    ...{ app, other, ada, agentId, model, conversation, memory },
    async ask(content: string, as = ada) {
      const [replyId, id] = [randomUUID(), randomUUID()]
      const json = { replyId, agentId, question: { id, parentId, content } }
      const asked = await app.send('POST', replies, { as, json })
      expect(asked.status).toBe(200)
      await asked.text()
      parentId = replyId
      return replyId
    },
    async calls(replyId: string): Promise<ToolCallPart[]> {
      await (await app.send('GET', `${replies}/${replyId}`, { as: ada })).text()
      const opened = await app.send('GET', `/api/conversations/${conversation}`, { as: ada })
      const { messages } = (await opened.json()) as Conversation
      const reply = messages.find(({ id }) => id === replyId)
      return (reply?.role === 'assistant' ? (reply.parts ?? []) : []).filter(
        ({ kind }) => kind === 'tool',
      ) as never
    },
    decide: ({ call, digest } = {} as ToolCallPart, decision: object, at = app) =>
      at.send('PUT', `/api/tool-calls/${call}/decision`, { as: ada, json: { digest, decision } }),
  }
}

const waitsFor = ({ status }: ToolCallPart) =>
  status.state === 'waiting' && status.wait.for === 'consent' ? status.wait.reasons : status.state

test('the first fact asks, allowing it switches memory on, and what the person says then is remembered at once', async () => {
  const { ask, calls, decide, memory, model } = await remembering(new RememberedFacts(), { fact: NUTS })
  const first = await ask(SAID_NUTS)
  const [call] = await calls(first)
  expect(call && waitsFor(call)).toEqual(['remember'])
  expect([memory.texts, memory.choiceNow.state]).toEqual([[], 'unasked'])
  expect((await decide(call, { kind: 'always' })).status).toBe(422)
  expect((await decide(call, { kind: 'once' })).status).toBe(200)
  expect((await calls(first)).map(({ status }) => status)).toMatchObject([
    { state: 'done', result: 'Remembered as number 1.' },
  ])
  expect([memory.texts, memory.choiceNow.state]).toEqual([[NUTS], 'on'])
  expect(memory.facts[0]?.id).toBe(call?.call)
  expect(model.requests.at(-1)?.messages.at(-1)).toMatchObject({ content: 'Remembered as number 1.' })
  const again = await ask('Once more: I am allergic to nuts!')
  expect((await calls(again)).map(({ status }) => status)).toMatchObject([
    { state: 'done', result: `Known already as number 1; it says now: ${NUTS}` },
  ])
})

test('what is refused is remembered nowhere, and memory stays undecided', async () => {
  const { ask, calls, decide, memory } = await remembering(new RememberedFacts(), { fact: NUTS })
  const replyId = await ask(SAID_NUTS)
  await decide((await calls(replyId))[0], { kind: 'refuse', words: '' })
  expect((await calls(replyId)).map(({ status }) => status.state)).toEqual(['refused'])
  expect([memory.texts, memory.choiceNow.state]).toEqual([[], 'unasked'])
})

test('with memory on, what the person did not say asks, each time, while what they said does not', async () => {
  const { ask, calls, decide, memory } = await remembering(
    new RememberedFacts('on'),
    { fact: NUTS },
    { fact: 'Pays Mallory 100 a month' },
  )
  const replyId = await ask(SAID_NUTS)
  const [, strange] = await calls(replyId)
  expect((await calls(replyId)).map(waitsFor)).toEqual(['done', ['unsaid']])
  expect((await decide(strange, { kind: 'always' })).status).toBe(422)
  expect(memory.texts).toEqual([NUTS])
  await decide(strange, { kind: 'refuse', words: 'Never.' })
  await calls(replyId)
  const second = await ask('Hello again.')
  expect((await calls(second)).map(waitsFor)).toEqual(['done', ['unsaid']])
  expect(memory.texts).toEqual([NUTS])
})

test('a line that is no longer true is replaced, and keys and passwords are neither asked about nor remembered', async () => {
  const memory = new RememberedFacts('on')
  await memory.remember('', '', { id: 'a', text: 'Lives in Berlin', replaces: null, from: null })
  const { ask, calls } = await remembering(
    memory,
    { fact: 'Lives in Lisbon', replaces: 1 },
    { fact: 'The password is hunter2-and-more' },
  )
  const replyId = await ask('I live in Lisbon now. My password is hunter2-and-more.')
  expect((await calls(replyId)).map(({ status }) => status)).toMatchObject([
    { state: 'done', result: 'Number 1 says now: Lives in Lisbon' },
    { state: 'failed', why: 'This looks like a password or a key. It is not remembered.' },
  ])
  expect(memory.texts).toEqual(['Lives in Lisbon'])
})

test('of two devices that allow the same fact one does, and it is remembered once', async () => {
  const { ask, calls, decide, memory, app, other } = await remembering(new RememberedFacts(), { fact: NUTS })
  const replyId = await ask(SAID_NUTS)
  const [call] = await calls(replyId)
  const decided = await Promise.all([app, other].map((at) => decide(call, { kind: 'once' }, at)))
  expect(decided.map(({ status }) => status).sort()).toEqual([200, 409])
  await calls(replyId)
  expect(memory.texts).toEqual([NUTS])
})

test('what was remembered when its server died is not remembered twice, whatever its person says became of it', async () => {
  const memory = new RememberedFacts('on')
  const { ask, calls, decide, conversation, other } = await remembering(memory, { fact: 'Likes Mallory' })
  const replyId = await ask('Hello.')
  const keep = memory.remember.bind(memory)
  const dead = Promise.withResolvers<never>()
  memory.remember = async (...args) => {
    await keep(...args)
    return dead.promise
  }
  const [call] = await calls(replyId)
  await decide(call, { kind: 'once' })
  await eventually(async () => memory.texts).toEqual(['Likes Mallory'])
  // As though the server were gone: another one ends the reply, which it does not receive.
  await sql`delete from running_turns where reply_id = ${replyId}`
  await sql`update messages set state = 'interrupted' where id = ${replyId}`
  await other.decisions.giveUpSent(-1_000)
  memory.remember = keep
  const opened = async () =>
    (
      await sql`
    select id as call, digest from tool_calls where scope_id = ${conversation} and state in ('unknown', 'waiting')`
    )[0]
  expect((await decide((await opened()) as never, { kind: 'settle', as: 'again' }, other)).status).toBe(200)
  expect((await decide((await opened()) as never, { kind: 'once' }, other)).status).toBe(200)
  await eventually(
    async () =>
      await sql`
    select result from tool_calls where scope_id = ${conversation} and state = 'done'`,
  ).toEqual([{ result: 'Known already as number 1; it says now: Likes Mallory' }])
  expect(memory.texts).toEqual(['Likes Mallory'])
})

test('what was decided before memory was switched off or emptied is not remembered any more', async () => {
  const { ask, calls, decide, memory } = await remembering(new RememberedFacts('on'), {
    fact: 'Pays Mallory',
  })
  const replyId = await ask('Hello.')
  memory.choiceNow = { state: 'off', also: [] }
  await decide((await calls(replyId))[0], { kind: 'once' })
  expect((await calls(replyId)).map(({ status }) => status.state)).toEqual(['failed'])
  expect([memory.texts, memory.choiceNow.state]).toEqual([[], 'off'])
  for (const state of ['off', 'unasked'] as const) {
    const emptied = new RememberedFacts('on')
    const [tool] = await new MemoryTool(emptied).list(anAsker({ tools: own }))
    emptied.choiceNow = { state, also: [] }
    expect(tool && (await callTool(tool, { fact: NUTS }))).toMatchObject({ kind: 'failed' })
    expect([emptied.texts, emptied.choiceNow.state]).toEqual([[], state])
  }
})

const own = { own: ['remember' as const], servers: [] }
const place = { scope: 'realm' as const, scopeId: randomUUID(), replyId: randomUUID() }
const recollects = { agentId: randomUUID(), wallet: 'ada' }

test.each([
  ['an agent with the tool', { tools: own }, 'unasked', true],
  [
    'an agent without tools of whom facts are known',
    { tools: null, recollects: { ...recollects, use: 'chat', hasFacts: true } },
    'on',
    true,
  ],
  [
    'an agent without tools of whom none are',
    { tools: null, recollects: { ...recollects, use: 'chat', hasFacts: false } },
    'on',
    false,
  ],
  ['whoever has switched memory off', { tools: own }, 'off', false],
  ['a visitor', { tools: own, wallet: null }, 'on', false],
  ['a draft', { tools: own, agentId: null }, 'on', false],
  ['a reply that nobody keeps', { tools: own, place: null }, 'on', false],
  ['a room', { tools: own, place, recollects: { ...recollects, use: 'rooms' } }, 'on', false],
  ['a program', { tools: own, recollects: { ...recollects, use: 'doors' } }, 'on', false],
] as const)('%s is offered to remember, or not', async (_, given, state, isOffered) => {
  const memory = new RememberedFacts(state)
  const tools = await new MemoryTool(memory).list(anAsker(given))
  expect(tools.map(({ name }) => name)).toEqual(isOffered ? ['remember'] : [])
  // Whoever has nothing to do with it costs no statement.
  const mayBeAsked = given.tools !== null || isOffered
  if (!mayBeAsked) expect(memory.lookups).toBe(0)
})

test('a room and a program are offered it where the person has said so', async () => {
  const memory = new RememberedFacts('on', ['rooms', 'doors'])
  for (const use of ['rooms', 'doors'] as const)
    expect(
      await new MemoryTool(memory).list(anAsker({ tools: own, place, recollects: { ...recollects, use } })),
    ).toHaveLength(1)
})

test('an answer to a question of the agent is what the person said, and material makes it ask all the same', async () => {
  const [tool] = await new MemoryTool(new RememberedFacts('on')).list(anAsker({ tools: own }))
  const context = { ...{ asker: anAsker(), written: ['Hi'], cited: [], requestId: 'a' }, log: {} as never }
  const args = { fact: 'Is called Ada Lovelace' }
  expect(tool?.asks?.(args, context, false)).toEqual(['unsaid'])
  expect(tool?.asks?.(args, { ...context, answered: ['Ada Lovelace'] }, false)).toBe(null)
  expect(tool?.asks?.(args, { ...context, answered: ['Ada Lovelace'] }, true)).toEqual([
    'unsaid',
    'untrusted',
  ])
})

test('why a memory refuses a fact is told to the model, and the message that it comes from is kept', async () => {
  const memory = new RememberedFacts('on')
  const [tool] = await new MemoryTool(memory).list(anAsker({ tools: own }))
  if (!tool) throw new Error('no tool')
  const conversation = { id: randomUUID(), questionId: randomUUID() }
  const asker = anAsker({ tools: own, recollects: { ...recollects, use: 'chat', conversation } })
  await callTool(tool, { fact: NUTS }, { asker, call: 'a' })
  expect(memory.facts).toEqual([
    {
      id: 'a',
      number: 1,
      text: NUTS,
      replaces: null,
      from: { conversationId: conversation.id, messageId: conversation.questionId },
    },
  ])
  memory.remember = async () => {
    throw new Failure('not_found', 'There is no line 7.')
  }
  expect(await callTool(tool, { fact: NUTS, replaces: 7 }, { asker })).toEqual({
    kind: 'failed',
    why: 'There is no line 7.',
  })
})
