import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { actingModel, countedTools } from '../../../../test/acting-model.ts'
import { type Account, testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import { eventually } from '../../../../test/reply-servers.ts'
import { storeCall } from '../../../../test/stored-calls.ts'
import type { Conversation } from '../../../shared/chat/conversations.ts'
import type { ToolCallPart } from '../../../shared/tools/tool-fields.ts'
import { TOOL_WAIT_MS, toolLimits } from '../../../shared/tools/tool-states.ts'

const database = await testDatabase()
const { sql } = database

const sends = (to = 'ada') => [{ name: 'send', arguments: { to } }]

async function acting(
  script: Parameters<typeof actingModel>[0] = (_, step) => (step === 0 ? sends() : 'It is sent.'),
  tools = countedTools(async () => ({ kind: 'done', text: 'accepted' })),
) {
  const model = actingModel(script)
  const app = testApp(database, { chat: model.chat, tools: [tools.source], alone: false })
  const ada = await app.signIn()
  const made = await app.send('POST', '/api/agents', {
    as: ada,
    json: {
      ...{ name: 'Nova', description: 'Sends.', category: 'neural', personality: 'You are Nova.' },
      ...{ capabilities: ['Sending'], knowledgeDomains: ['Mail'], tools: { own: [], servers: [] } },
    },
  })
  const agentId = ((await made.json()) as { id: string }).id
  return { ...at(app, ada, agentId), app, ada, agentId, model, ...tools }
}

function at(app: ReturnType<typeof testApp>, as: Account, agentId: string) {
  const conversation = randomUUID()
  let parentId: string | null = null
  return {
    conversation,
    async ask(content = 'Send it.') {
      const [replyId, id] = [randomUUID(), randomUUID()]
      const asked = { replyId, agentId, question: { id, parentId, content } }
      const response = await app.send('POST', `/api/conversations/${conversation}/replies`, {
        as,
        json: asked,
      })
      parentId = replyId
      return { replyId, status: response.status, events: await response.text() }
    },
    async reply(replyId: string) {
      const opened = await app.send('GET', `/api/conversations/${conversation}`, { as })
      const { messages } = (await opened.json()) as Conversation
      const reply = messages.find(({ id }) => id === replyId)
      if (reply?.role !== 'assistant') throw new Error('no such reply')
      const calls = (reply.parts ?? []).filter((part) => part.kind === 'tool')
      return { ...reply, calls, states: calls.map(({ status }) => status.state) }
    },
    decide: ({ call, digest }: Pick<ToolCallPart, 'call' | 'digest'>, decision: object, by = as) =>
      app.send('PUT', `/api/tool-calls/${call}/decision`, { as: by, json: { digest, decision } }),
    follow: async (replyId: string) =>
      (await app.send('GET', `/api/conversations/${conversation}/replies/${replyId}`, { as })).text(),
  }
}

test('a call waits without anything running, is allowed once, happens once, and its result leads to the words', async () => {
  const { ask, reply, decide, follow, effects, conversation, model } = await acting()
  const asked = await ask()
  expect(asked.events).toContain('"type":"waiting"')
  const waiting = await reply(asked.replyId)
  expect([waiting.state, waiting.states]).toEqual(['waiting', ['waiting']])
  expect(effects).toEqual([])
  expect(await sql`select from running_turns where conversation_id = ${conversation}`).toHaveLength(0)
  const [call] = waiting.calls
  if (!call) throw new Error('no call')
  const decisions = await Promise.all(Array.from({ length: 5 }, () => decide(call, { kind: 'once' })))
  expect(decisions.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  await follow(asked.replyId)
  const done = await reply(asked.replyId)
  expect([done.state, done.states, done.content]).toEqual(['finished', ['done'], 'It is sent.'])
  expect(effects).toEqual([{ name: 'send', args: { to: 'ada' } }])
  expect(model.requests.at(-1)?.messages.slice(-2)).toMatchObject([
    { role: 'assistant', calls: [{ name: 'send', arguments: '{"to":"ada"}' }] },
    { role: 'tool', content: 'accepted' },
  ])
  const late = await decide(call, { kind: 'refuse', words: '' })
  expect(await late.json()).toMatchObject({ code: 'already_decided', errors: { state: 'done' } })
})

test('only its person decides, about what was shown, and only what it waits for', async () => {
  const { ask, reply, decide, app, effects } = await acting()
  const { replyId } = await ask()
  const [call] = (await reply(replyId)).calls
  if (!call) throw new Error('no call')
  const eve = await app.signIn()
  expect((await decide(call, { kind: 'once' }, eve)).status).toBe(404)
  expect((await decide({ ...call, digest: 'another' }, { kind: 'once' })).status).toBe(409)
  expect((await decide(call, { kind: 'answer', action: 'accept' })).status).toBe(422)
  expect((await decide(call, { kind: 'settle', as: 'happened' })).status).toBe(422)
  expect((await reply(replyId)).state).toBe('waiting')
  expect(effects).toEqual([])
})

test('what is refused is told to the model with the person’s words, and what is allowed always asks no more', async () => {
  const { ask, reply, decide, follow, effects, model } = await acting()
  const first = await ask()
  const [call] = (await reply(first.replyId)).calls
  if (!call) throw new Error('no call')
  await decide(call, { kind: 'refuse', words: 'Not to her.' })
  await follow(first.replyId)
  expect((await reply(first.replyId)).states).toEqual(['refused'])
  expect(model.requests.at(-1)?.messages.at(-1)?.content).toContain('Not to her.')
  const second = await ask()
  const [again] = (await reply(second.replyId)).calls
  if (!again) throw new Error('no call')
  await decide(again, { kind: 'always' })
  await follow(second.replyId)
  const third = await ask()
  expect(third.events).toContain('"type":"finished"')
  expect((await reply(third.replyId)).states).toEqual(['done'])
  expect(effects).toHaveLength(2)
  // What was called before is told again, with its results.
  expect(model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool')).toHaveLength(3)
})

test('of several calls each is decided alone, the allowed ones happen at once, and the model is asked when all are settled', async () => {
  const three = (to: string[]) => to.map((one) => ({ name: 'send', arguments: { to: one } }))
  const { ask, reply, decide, follow, effects, model } = await acting((_, step) =>
    step === 0 ? three(['a', 'b', 'c']) : 'Done.',
  )
  const { replyId } = await ask()
  const [a, b, c] = (await reply(replyId)).calls
  if (!a || !b || !c) throw new Error('no calls')
  await decide(b, { kind: 'once' })
  await decide(a, { kind: 'refuse', words: '' })
  expect(model.requests).toHaveLength(1)
  expect((await reply(replyId)).states).toEqual(['refused', 'allowed', 'waiting'])
  expect(await (await decide(c, { kind: 'once' })).json()).toMatchObject({ goesOn: true })
  await follow(replyId)
  expect((await reply(replyId)).states).toEqual(['refused', 'done', 'done'])
  expect(effects.map(({ args }) => args.to).sort()).toEqual(['b', 'c'])
  expect(
    model.requests
      .at(-1)
      ?.messages.slice(-3)
      .map(({ role }) => role),
  ).toEqual(['tool', 'tool', 'tool'])
})

test('who writes on, or stops, has not allowed anything', async () => {
  const { ask, reply, decide, effects, app, conversation, ada, model } = await acting((request) =>
    request.messages.at(-1)?.content === 'Send it.' ? sends() : 'As you like.',
  )
  const first = await ask()
  const [call] = (await reply(first.replyId)).calls
  if (!call) throw new Error('no call')
  expect((await ask('Never mind.')).events).toContain('As you like.')
  const left = await reply(first.replyId)
  expect([left.state, left.states]).toEqual(['stopped', ['superseded']])
  expect((await decide(call, { kind: 'once' })).status).toBe(409)
  expect(model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool')).toHaveLength(1)
  const second = await ask()
  await app.send('POST', `/api/conversations/${conversation}/replies/${second.replyId}/stop`, { as: ada })
  expect((await reply(second.replyId)).states).toEqual(['superseded'])
  expect(effects).toEqual([])
})

test('of what was sent when its reply is stopped, its person can say at once what became of it', async () => {
  const hangs = countedTools(() => new Promise(() => {}))
  const { ask, reply, decide, effects, app, conversation, ada } = await acting(undefined, hangs)
  const { replyId } = await ask()
  const [call] = (await reply(replyId)).calls
  if (!call) throw new Error('no call')
  await decide(call, { kind: 'once' })
  await eventually(async () => effects.length).toBe(1)
  await app.send('POST', `/api/conversations/${conversation}/replies/${replyId}/stop`, { as: ada })
  await eventually(async () => (await reply(replyId)).states).toEqual(['unknown'])
  expect((await decide(call, { kind: 'settle', as: 'happened' })).status).toBe(200)
  expect(await reply(replyId)).toMatchObject({ state: 'stopped', states: ['done'] })
})

test('for an agent that no longer answers nothing is allowed, and in a deleted conversation nothing is found', async () => {
  const { ask, reply, decide, app, ada, agentId, conversation, effects } = await acting()
  const { replyId } = await ask()
  const [call] = (await reply(replyId)).calls
  if (!call) throw new Error('no call')
  const path = `/api/conversations/${conversation}`
  await app.send('DELETE', path, { as: ada })
  expect((await decide(call, { kind: 'once' })).status).toBe(404)
  await app.send('POST', `${path}/restore`, { as: ada })
  expect((await reply(replyId)).states).toEqual(['waiting'])
  await app.send('DELETE', `/api/agents/${agentId}`, { as: ada })
  const refused = await decide(call, { kind: 'once' })
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    ...{ code: 'already_decided', detail: 'This agent no longer answers.' },
    errors: { state: 'superseded' },
  })
  expect(await reply(replyId)).toMatchObject({ state: 'stopped', states: ['superseded'] })
  expect(effects).toEqual([])
})

test('a reply whose agent is gone when it would go on was not interrupted, and what was allowed is not done', async () => {
  const { ask, reply, app, ada, agentId, effects } = await acting()
  const { replyId } = await ask()
  await app.send('DELETE', `/api/agents/${agentId}`, { as: ada })
  // As though its server had died right after the decision.
  await sql`update tool_calls set state = 'allowed', waits_for = null where reply_id = ${replyId}`
  await app.decisions.recover()
  expect(await reply(replyId)).toMatchObject({ state: 'stopped', states: ['superseded'] })
  expect(effects).toEqual([])
})

test.each(['acts', 'asks'] as const)(
  'of calls that %s no more wait for a wallet than may, also asked at once',
  async (kind) => {
    const question = { kind: 'text' as const, text: 'Which colour?' }
    const waits = countedTools(async () => ({ kind: 'input', question }), { kind })
    const two = [...sends('ada'), ...sends('bob')]
    const { app, ada, agentId, ask, reply, conversation } = await acting(
      (_, step) => (step === 0 ? two : 'No more.'),
      waits,
    )
    const { replyId } = await ask()
    const [{ wallet } = { wallet: '' }] = await sql<{ wallet: string }[]>`
    select wallet from tool_calls where reply_id = ${replyId}`
    // A sweep ends only so many at once.
    onTestFinished(async () => {
      await sql`delete from tool_calls where wallet = ${wallet}`
    })
    for (let stored = 2; stored < toolLimits.waiting - 5; stored++)
      await storeCall(database, { wallet, conversationId: conversation, replyId: randomUUID() })
    const places = Array.from({ length: 6 }, () => at(app, ada, agentId))
    const asked = await Promise.all(places.map((place) => place.ask()))
    expect(await sql`select from tool_calls where wallet = ${wallet} and state = 'waiting'`).toHaveLength(
      toolLimits.waiting,
    )
    const replies = await Promise.all(places.map((place, at) => place.reply(asked[at]?.replyId ?? '')))
    const failed = replies.flatMap(({ calls }) => calls.filter(({ status }) => status.state === 'failed'))
    expect(failed).toHaveLength(7)
    expect(failed[0]?.status).toMatchObject({
      why: expect.stringContaining('200 requests wait for this person already'),
    })
    expect((await reply(replyId)).states).toEqual(['waiting', 'waiting'])
  },
)

test('an answer has words, is no longer than it may be, and one of the choices where there are any', async () => {
  const choices = ['red', 'blue']
  const tools = countedTools(
    async (_name, _args, _signal, answer) =>
      answer
        ? { kind: 'done', text: JSON.stringify(answer) }
        : { kind: 'input', question: { kind: 'choice', text: 'Which colour?', choices } },
    { kind: 'asks' },
  )
  const { ask, reply, decide } = await acting((_, step) => (step === 0 ? sends() : 'There.'), tools)
  const { replyId } = await ask()
  const [call] = (await reply(replyId)).calls
  if (!call) throw new Error('no call')
  const answered = async (content: object) => {
    const response = await decide(call, { kind: 'answer', action: 'accept', content })
    return response.status === 422 ? ((await response.json()) as { errors: object }).errors : response.status
  }
  const required = { 'decision.content.answer': 'An answer is required.' }
  expect(await answered({ answer: ' ' })).toEqual(required)
  expect(await answered({ answer: '\u200b' })).toEqual(required)
  expect(await answered({})).toEqual(required)
  expect(await answered({ answer: 'green' })).toEqual({ 'decision.content.answer': 'Choose one of these.' })
  expect(await answered({ answer: 'red', more: 'x'.repeat(toolLimits.answerCharacters) })).toEqual({
    'decision.content': expect.stringContaining('at most 10,000 characters'),
  })
  expect(await answered({ answer: 'blue' })).toBe(200)
})

test('after a week nobody can allow it any more', async () => {
  const { ask, reply, app, effects } = await acting()
  const { replyId } = await ask()
  const [call] = (await reply(replyId)).calls
  const [{ wallet } = { wallet: '' }] = await sql<{ wallet: string }[]>`
    select wallet from tool_calls where id = ${call?.call ?? ''}`
  app.advance(TOOL_WAIT_MS + 1)
  const decided = app.decisions.decide(wallet, call?.call ?? '', {
    ...{ digest: call?.digest ?? '', decision: { kind: 'once' } },
  })
  await expect(decided).rejects.toMatchObject({ code: 'call_expired' })
  app.advance(-TOOL_WAIT_MS)
  expect(await reply(replyId)).toMatchObject({ state: 'stopped', states: ['expired'] })
  expect(effects).toEqual([])
})

test('what was allowed is not done after a week either, if the call beside it was never decided', async () => {
  const { ask, reply, decide, app, effects } = await acting((_, step) =>
    step === 0 ? [...sends('ada'), ...sends('bob')] : 'Done.',
  )
  const { replyId } = await ask()
  const [call] = (await reply(replyId)).calls
  if (!call) throw new Error('no call')
  await decide(call, { kind: 'once' })
  app.advance(TOOL_WAIT_MS + 1)
  await app.decisions.sweep()
  app.advance(-TOOL_WAIT_MS)
  expect(await reply(replyId)).toMatchObject({ state: 'stopped', states: ['superseded', 'expired'] })
  expect(effects).toEqual([])
})

test('a call that its dead server had only in the ledger is shown again, and waits', async () => {
  const { ask, reply, decide, follow, app, effects } = await acting()
  const { replyId } = await ask()
  // As though the server had died before it stored the parts, and another one ended the reply.
  await sql`update messages set parts = null where id = ${replyId}`
  const scopeId = (
    await sql<{ id: string }[]>`
    select conversation_id as id from messages where id = ${replyId}`
  )[0]?.id
  await app.decisions.showCalls({ scope: 'conversation', scopeId: scopeId ?? '', replyId })
  const shown = await reply(replyId)
  expect(shown).toMatchObject({ state: 'waiting', states: ['waiting'] })
  if (shown.calls[0]) await decide(shown.calls[0], { kind: 'once' })
  await follow(replyId)
  expect(await reply(replyId)).toMatchObject({ state: 'finished', states: ['done'] })
  expect(effects).toHaveLength(1)
})

test('what a server had sent when it died is never sent again, and its person says what became of it', async () => {
  const hangs = countedTools(() => new Promise(() => {}))
  const { ask, reply, decide, effects, follow } = await acting(undefined, hangs)
  const { replyId } = await ask()
  const [call] = (await reply(replyId)).calls
  if (!call) throw new Error('no call')
  await decide(call, { kind: 'once' })
  await eventually(async () => effects.length).toBe(1)
  // As though the server were gone: another one ends the reply, which it does not receive.
  const other = testApp(database, { alone: false })
  await sql`delete from running_turns where reply_id = ${replyId}`
  await sql`update messages set state = 'interrupted' where id = ${replyId}`
  await sql`update messages set parts = (select jsonb_agg(jsonb_set(part, '{status}', '{"state":"running","since":"2026-01-01T00:00:00.000Z"}')) from jsonb_array_elements(parts) part where part ->> 'kind' = 'tool') where id = ${replyId}`
  await other.decisions.giveUpSent(-1_000)
  const lost = await reply(replyId)
  expect([lost.state, lost.states]).toEqual(['waiting', ['unknown']])
  const anew = await decide(call, { kind: 'settle', as: 'again' })
  expect(anew.status).toBe(200)
  const asked = await reply(replyId)
  expect([asked.state, asked.states]).toEqual(['waiting', ['waiting']])
  expect(asked.calls[0]?.call).not.toBe(call.call)
  if (asked.calls[0]) await decide(asked.calls[0], { kind: 'refuse', words: '' })
  await follow(replyId)
  expect((await reply(replyId)).states).toEqual(['refused'])
  expect(effects).toHaveLength(1)
})

test('a tool asks its person and goes on with the answer, with its state, at most three times', async () => {
  const answers: unknown[] = []
  const asks = countedTools(async (_name, _args, _signal, answer) => {
    answers.push(answer)
    const question = { kind: 'text' as const, text: 'Which colour?' }
    return answers.length < 3
      ? { kind: 'input', question, state: `state ${answers.length}` }
      : { kind: 'done', text: 'Painted.' }
  })
  const { ask, reply, decide, follow } = await acting((_, step) => (step === 0 ? sends() : 'There.'), asks)
  const { replyId } = await ask()
  const first = (await reply(replyId)).calls[0]
  if (!first) throw new Error('no call')
  await decide(first, { kind: 'once' })
  for (const colour of ['red', 'blue']) {
    await eventually(async () => (await reply(replyId)).state).toBe('waiting')
    const [asking = first] = (await reply(replyId)).calls
    expect(asking.status).toMatchObject({ wait: { for: 'input' } })
    await decide(asking, { kind: 'answer', action: 'accept', content: { answer: colour } })
  }
  await follow(replyId)
  expect((await reply(replyId)).states).toEqual(['done'])
  expect(answers).toEqual([
    undefined,
    { action: 'accept', content: { answer: 'red' }, state: 'state 1' },
    { action: 'accept', content: { answer: 'blue' }, state: 'state 2' },
  ])
  expect(
    await sql`select from tool_calls where position('state' in encode(request_state, 'escape')) > 0`,
  ).toHaveLength(0)
})

test('an answer to a question that was shown elsewhere is no answer to the next one', async () => {
  let asked = 0
  const asks = countedTools(async (_name, _args, _signal, answer) => {
    const texts = ['Which colour?', 'Which of your houses?']
    const text = texts[asked++]
    if (text) return { kind: 'input', question: { kind: 'text', text } }
    return { kind: 'done', text: JSON.stringify(answer) }
  })
  const { ask, reply, decide, follow } = await acting((_, step) => (step === 0 ? sends() : 'There.'), asks)
  const { replyId } = await ask()
  const shown = async (words: string) => {
    await eventually(async () => JSON.stringify((await reply(replyId)).calls[0]?.status)).toContain(words)
    const [call] = (await reply(replyId)).calls
    if (!call) throw new Error('no call')
    return call
  }
  await decide(await shown('consent'), { kind: 'once' })
  const answer = { kind: 'answer', action: 'accept', content: { answer: 'red' } }
  const first = await shown('Which colour?')
  expect((await decide(first, answer)).status).toBe(200)
  const second = await shown('Which of your houses?')
  // Of another device, which had not shown the second one yet.
  for (const late of [answer, { kind: 'refuse', words: '' }])
    expect(await (await decide(first, late)).json()).toMatchObject({ code: 'conflict' })
  expect((await decide(second, { ...answer, content: { answer: 'the small one' } })).status).toBe(200)
  await follow(replyId)
  expect((await reply(replyId)).states).toEqual(['done'])
})

test('after text of others and private text even what is always allowed is asked, and can only be allowed once', async () => {
  const marked = countedTools(async () => ({ kind: 'done', text: 'ok' }), {
    marks: { untrusted: true, private: true },
  })
  const { ask, reply, decide, follow } = await acting(
    (request, step) => (step === 0 || (step === 1 && request.messages.length < 9) ? sends() : 'Done.'),
    marked,
  )
  const { replyId } = await ask()
  const [first] = (await reply(replyId)).calls
  if (!first) throw new Error('no call')
  await decide(first, { kind: 'always' })
  await eventually(async () => (await reply(replyId)).states).toEqual(['done', 'waiting'])
  const second = (await reply(replyId)).calls[1]
  if (!second) throw new Error('no call')
  expect(second.status).toMatchObject({ wait: { reasons: ['acts', 'untrusted', 'private'] } })
  expect((await decide(second, { kind: 'always' })).status).toBe(422)
  expect((await decide(second, { kind: 'once' })).status).toBe(200)
  await follow(replyId)
})

test('whatever a model writes as arguments ends in a result, and a reply has an end', async () => {
  const odd = ['', '[]', '"x"', '{', '{"to":', 'null', `{"a":"${'x'.repeat(30_000)}"}`, '{"to":"ada"}']
  const { ask, reply, effects } = await acting(
    () => [...odd.map((given) => ({ name: 'send', arguments: given })), { name: 'nobody’s', arguments: {} }],
    countedTools(async () => ({ kind: 'done', text: 'ok' }), { kind: 'pure' }),
  )
  const { replyId } = await ask()
  const { states, state } = await reply(replyId)
  expect(state).toBe('finished')
  expect(states.slice(0, 8)).toEqual(['done', ...Array(6).fill('failed'), 'done'])
  expect(states.slice(8).every((one) => one === 'failed')).toBe(true)
  expect(effects).toHaveLength(2)
})

test('a visitor’s agent does what asks nobody, and nothing else', async () => {
  const { app, ada, agentId, effects } = await acting()
  await app.send('POST', `/api/agents/${agentId}/publish`, { as: ada })
  const response = await app.send('POST', '/api/chat', { json: { agentId, message: 'Send it.' } })
  expect(await response.text()).toContain('It is sent.')
  expect(effects).toEqual([])
})
