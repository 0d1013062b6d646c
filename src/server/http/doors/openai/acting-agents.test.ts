import { afterAll, expect, onTestFinished, test } from 'vitest'
import { actingDoor } from '../../../../../test/acting-door.ts'
import { countedTools } from '../../../../../test/acting-model.ts'
import { anyDatabase } from '../../../../../test/database.ts'
import { eventData, faultsOf, shapes } from '../../../../../test/openai-shapes.ts'
import { eventually } from '../../../../../test/reply-servers.ts'
import { LEFT_OUT } from '../../../domain/doors/left-out.ts'

const database = await anyDatabase()
const { sql } = database
const door = await actingDoor(database)
afterAll(() => door.close())

type Door = Awaited<ReturnType<typeof actingDoor>>
interface Item {
  type: string
  id: string
  status?: string
  content?: { text: string }[]
}
interface Answer {
  id: string
  status: string
  output: Item[]
}

const post = (path: string, json: object, at: Door = door, key = at.key.secret) =>
  at.send('POST', `/v1/${path}`, {
    json: { model: at.agent.id, ...json },
    headers: { authorization: `Bearer ${key}` },
  })
const chat = (fields: object = {}, at: Door = door) =>
  post('chat/completions', { messages: [{ role: 'user', content: 'Send it.' }], ...fields }, at)

async function respond(fields: object = {}, at: Door = door, key = at.key.secret): Promise<Answer> {
  const response = await post('responses', { input: 'Send it.', ...fields }, at, key)
  const body = await response.json()
  if (response.status !== 200) throw Object.assign(new Error('refused'), { status: response.status, body })
  expect(faultsOf(shapes.response, body)).toEqual([])
  return body as Answer
}
const framesOf = (stream: string) =>
  eventData(stream).flatMap((data) =>
    data === '[DONE]' ? [] : [JSON.parse(data) as { type: string; response?: Answer }],
  )
const approve = (asked: Answer, approves: boolean, more: object = {}) => ({
  previous_response_id: asked.id,
  input: asked.output
    .filter(({ type }) => type === 'mcp_approval_request')
    .map(({ id }) => ({
      type: 'mcp_approval_response',
      approval_request_id: id,
      approve: approves,
      ...more,
    })),
})

test('a chat completion leaves out what needs a person, and says so once, whole and streamed', async () => {
  const mixed = countedTools(async () => ({ kind: 'done', text: 'ok' }), { names: ['send', 'look'] })
  const [send, look] = mixed.tools
  if (!send || !look) throw new Error('no tools')
  const source = { list: async () => [send, { ...look, kind: 'pure' as const }] }
  const at = await actingDoor(database, {
    script: (_, step) => (step === 0 ? [{ name: 'look', arguments: {} }] : 'I have looked.'),
    tools: { ...mixed, source },
  })
  onTestFinished(at.close)
  const whole = (await (await chat({}, at)).json()) as { choices: { message: { content: string } }[] }
  expect(faultsOf(shapes.completion, whole)).toEqual([])
  expect(whole.choices[0]?.message).toMatchObject({ content: `I have looked.\n\n${LEFT_OUT}` })
  expect(whole.choices[0]?.message).not.toHaveProperty('tool_calls')
  const offered = at.acting.requests[0]?.offered?.tools
  expect(offered?.map((tool) => (tool as { function: { name: string } }).function.name)).toEqual(['look'])
  const told = await (await chat({ stream: true }, at)).text()
  expect(told.split(LEFT_OUT)).toHaveLength(2)
  // What a client sends back, the model does not read.
  const history = [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: `I have looked.\n\n${LEFT_OUT}` },
    { role: 'user', content: 'Again.' },
  ]
  await chat({ messages: history }, at)
  expect(JSON.stringify(at.acting.requests.at(-1)?.messages)).not.toContain(LEFT_OUT)
  // Nor what stands last, or is stored as what was said before; and another remark may stand under it.
  const [asked, said] = history
  const remarked = { ...said, content: `${said?.content}\n\n*Another remark*` }
  await chat({ messages: [asked, remarked] }, at)
  expect(JSON.stringify(at.acting.requests.at(-1)?.messages)).not.toContain(LEFT_OUT)
  expect(JSON.stringify(at.acting.requests.at(-1)?.messages)).toContain('*Another remark*')
  await respond({ input: history }, at)
  expect(JSON.stringify(at.acting.requests.at(-1)?.messages)).not.toContain(LEFT_OUT)
  expect(mixed.effects.every(({ name }) => name === 'look')).toBe(true)
})

test('nothing is said where nothing was left out: without tools, and where the program brings its own', async () => {
  const pure = countedTools(async () => ({ kind: 'done', text: 'ok' }), { kind: 'pure' })
  const at = await actingDoor(database, { tools: pure })
  onTestFinished(at.close)
  expect(await (await chat({}, at)).text()).not.toContain(LEFT_OUT)
  expect(pure.effects).toHaveLength(1)
  const weather = { type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }
  expect(await (await chat({ tools: [weather] })).text()).not.toContain(LEFT_OUT)
})

test('where nothing is stored not even what is always allowed happens, since no ledger would know of it', async () => {
  const asked = await respond()
  const [request] = asked.output
  const [row] = await sql<{ agent: string }[]>`
    insert into tool_grants (id, wallet, agent_id, tool, title, origin, pin, created_at)
    select gen_random_uuid(), wallet, agent_id, tool, title, origin, pin, now() from tool_calls
    where id = ${(request?.id ?? '').slice(5, 37)}::uuid returning agent_id as agent`
  expect(row?.agent).toBe(door.agent.id)
  onTestFinished(async () => void (await sql`delete from tool_grants`))
  const before = door.tools.effects.length
  expect(await (await chat()).text()).toContain(LEFT_OUT)
  await respond({ store: false })
  expect(door.tools.effects).toHaveLength(before)
  // Where it is stored, it does.
  const stored = await respond()
  expect(stored.output.map(({ type }) => type)).toEqual(['message', 'mcp_call'])
  expect(door.tools.effects).toHaveLength(before + 1)
})

test('a call waits as an approval item, is approved once, and the response that follows has the rest', async () => {
  const before = door.tools.effects.length
  const asked = await respond()
  expect(asked).toMatchObject({
    status: 'completed',
    output: [
      { type: 'mcp_approval_request', name: 'send', arguments: '{"to":"ada"}', server_label: 'mail.example' },
    ],
  })
  expect(door.tools.effects).toHaveLength(before)
  const done = await respond(approve(asked, true))
  expect(done).toMatchObject({ status: 'completed', previous_response_id: asked.id })
  expect(done.output).toMatchObject([
    { type: 'message', content: [{ text: 'It is sent.' }] },
    {
      type: 'mcp_call',
      status: 'completed',
      output: 'accepted',
      error: null,
      approval_request_id: asked.output[0]?.id,
    },
  ])
  // A request that is repeated gets the same, and nothing happens twice.
  expect((await respond(approve(asked, true))).output).toEqual(done.output)
  expect(door.tools.effects).toHaveLength(before + 1)
  const read = await door.send('GET', `/v1/responses/${done.id}`, {
    headers: { authorization: `Bearer ${door.key.secret}` },
  })
  expect(((await read.json()) as Answer).output).toEqual(done.output)
  const next = await respond({ previous_response_id: done.id, input: 'Send it again.' })
  expect(next.output.map(({ type }) => type)).toEqual(['mcp_approval_request'])
})

test('instructions that come with a decision are made plain, as those of a question are', async () => {
  const asked = await respond()
  await respond({ ...approve(asked, true), instructions: 'Be\u0000 brief\ud800.' })
  const told = JSON.stringify(door.acting.requests.at(-1)?.messages)
  expect(told).toMatch(/Be\S* brief/)
  expect(told).not.toMatch(/\\u0000|\\ud800/)
})

test('in a stream an approval is one item, and so is the call that follows', async () => {
  const asked = await post('responses', { input: 'Send it.', stream: true })
  const events = framesOf(await asked.text())
  for (const event of events) expect(faultsOf(shapes.responseEvent, event)).toEqual([])
  expect(events.map(({ type }) => type.replace('response.', ''))).toEqual([
    ...['created', 'in_progress', 'output_item.added', 'output_item.done', 'completed'],
  ])
  const response = events.at(-1)?.response
  if (!response) throw new Error('no response')
  const rest = await post('responses', { ...approve(response, true), stream: true })
  const types = framesOf(await rest.text()).map(({ type }) => type)
  expect(types).toEqual(expect.arrayContaining(['response.mcp_call.completed', 'response.output_text.delta']))
  expect(types.at(-1)).toBe('response.completed')
})

test('what is refused does not happen, and the model reads why; the other decision then comes too late', async () => {
  const before = door.tools.effects.length
  const asked = await respond()
  const refused = await respond(approve(asked, false, { reason: 'Not to her.' }))
  expect(refused.output.at(-1)).toMatchObject({ type: 'mcp_call', status: 'incomplete', output: null })
  expect(JSON.stringify(door.acting.requests.at(-1)?.messages)).toContain('Not to her.')
  await expect(respond(approve(asked, true))).rejects.toMatchObject({ status: 409 })
  expect(door.tools.effects).toHaveLength(before)
})

test('only the key that began the conversation decides, about what was shown, and never for always', async () => {
  const before = door.tools.effects.length
  const asked = await respond()
  const another = await door.newKey(door.owner)
  await expect(respond(approve(asked, true), door, another.secret)).rejects.toMatchObject({ status: 400 })
  const changed = structuredClone(asked)
  for (const item of changed.output) item.id = `${item.id.slice(0, -4)}0000`
  await expect(respond(approve(changed, true))).rejects.toMatchObject({ status: 409 })
  const other = await respond()
  const mixed = { ...approve(other, true), previous_response_id: asked.id }
  await expect(respond(mixed)).rejects.toMatchObject({ status: 404 })
  await expect(respond({ input: approve(asked, true).input })).rejects.toMatchObject({ status: 400 })
  await expect(
    respond({
      ...approve(asked, true),
      input: [...approve(asked, true).input, { role: 'user', content: 'And?' }],
    }),
  ).rejects.toMatchObject({ status: 400 })
  await expect(respond(approve(asked, false, { reason: 'x'.repeat(1_001) }))).rejects.toMatchObject({
    status: 400,
  })
  await respond(approve(asked, true))
  expect(door.tools.effects).toHaveLength(before + 1)
  expect(await sql`select from tool_grants`).toHaveLength(0)
})

test('of two calls each is decided alone, and who writes on without deciding has allowed neither', async () => {
  const at = await actingDoor(database, {
    script: (request, step) =>
      step === 0 && JSON.stringify(request.messages.at(-1)).includes('Send it.')
        ? ['a', 'b'].map((to) => ({ name: 'send', arguments: { to } }))
        : 'Done.',
  })
  onTestFinished(at.close)
  const asked = await respond({}, at)
  const both = approve(asked, true)
  const still = await respond({ ...both, input: both.input.slice(0, 1) }, at)
  expect(still.output.map(({ id }) => id)).toEqual([asked.output[1]?.id])
  expect(at.tools.effects).toEqual([])
  const done = await respond(approve(still, false), at)
  expect(done.output.map(({ type, status }) => status && `${type} ${status}`)).toEqual([
    ...['message completed', 'mcp_call completed', 'mcp_call incomplete'],
  ])
  expect(at.tools.effects.map(({ args }) => args.to)).toEqual(['a'])
  const again = await respond({}, at)
  await respond({ previous_response_id: again.id, input: 'Never mind.' }, at)
  await expect(respond(approve(again, true), at)).rejects.toMatchObject({ status: 409 })
  expect(at.tools.effects).toHaveLength(1)
})

test('the question of a tool is words, and a plain message answers it', async () => {
  const at = await actingDoor(database, {
    own: ['ask_person'],
    script: (request, step) =>
      step === 0
        ? [{ name: 'ask_person', arguments: { question: 'Which colour?', choices: ['red', 'blue'] } }]
        : String(request.messages.at(-1)?.content),
  })
  onTestFinished(at.close)
  const asked = await respond({}, at)
  expect(asked.output[0]?.content?.[0]?.text).toMatch(/Which colour\?\nChoices: red, blue/)
  const answered = await respond({ previous_response_id: asked.id, input: 'blue' }, at)
  expect(answered.output[0]?.content?.[0]?.text).toContain('The person answered: blue')
})

test('what goes on counts for the key that decided', async () => {
  const at = await actingDoor(database)
  onTestFinished(at.close)
  const key = await at.newKey(at.owner, { wordsADay: 5_000 })
  const wordsOf = async () => {
    const response = await at.send('GET', '/api/me/keys', { as: at.owner })
    const { keys } = (await response.json()) as { keys: { id: string; wordsToday: number }[] }
    return keys.find(({ id }) => id === key.id)?.wordsToday
  }
  const asked = await respond({}, at, key.secret)
  const before = await wordsOf()
  await respond(approve(asked, true), at, key.secret)
  await eventually(wordsOf).toBe((before ?? 0) + 3)
})

test('for nobody, where the doors are open, nothing waits through any door', async () => {
  const at = await actingDoor(database, { settings: { OPEN_DOORS: '1' } })
  onTestFinished(at.close)
  await at.send('POST', `/api/agents/${at.agent.id}/publish`, { as: at.owner })
  const ask = (path: string, json: object, headers = {}) => at.send('POST', path, { json, headers })
  const messages = [{ role: 'user', content: 'Send it.' }]
  const message = { messageId: 'a', role: 'ROLE_USER', parts: [{ text: 'Send it.' }] }
  const call = { name: 'ask_agent', arguments: { agent: at.agent.id, message: 'Send it.' } }
  const answers = [
    await ask('/v1/chat/completions', { model: at.agent.id, messages }),
    await ask('/v1/responses', { model: at.agent.id, input: 'Send it.' }),
    await ask(
      `/a2a/${at.agent.id}`,
      { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } },
      { 'a2a-version': '1.0' },
    ),
    await ask(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
      { accept: 'application/json, text/event-stream' },
    ),
  ]
  for (const answer of answers) expect(await answer.text()).toContain(LEFT_OUT)
  expect(at.tools.effects).toEqual([])
  const waiting = await sql`select from tool_calls where agent_id = ${at.agent.id}::uuid`
  expect(waiting).toHaveLength(0)
})

test('what goes on ends with the key that decided, and is not done again', async () => {
  const hangs = countedTools(() => new Promise(() => {}))
  const at = await actingDoor(database, { tools: hangs })
  onTestFinished(at.close)
  const asked = await respond({}, at)
  const going = post('responses', approve(asked, true), at)
  await eventually(async () => hangs.effects.length).toBe(1)
  await at.key.revoke()
  expect((await going).status).toBe(401)
  const replyId = asked.id.slice(-32)
  const stateOf = async () => {
    const [reply] = await sql<{ state: string }[]>`select state from messages where id = ${replyId}::uuid`
    return reply?.state
  }
  await eventually(stateOf).not.toBe('running')
  expect(hangs.effects).toHaveLength(1)
})

test('of tools that are found by their names nothing is offered where each would ask', async () => {
  const mixed = countedTools(async () => ({ kind: 'done', text: 'ok' }), {
    names: ['find_tools', 'call_tool', 'ask_agent'],
  })
  const [find, call, ask] = mixed.tools
  if (!find || !call || !ask) throw new Error('no tools')
  const resolve = async () => null
  const listed = [
    { ...find, kind: 'pure' as const },
    { ...call, resolve },
    { ...ask, resolve },
  ]
  const at = await actingDoor(database, {
    script: () => 'Well.',
    tools: { ...mixed, source: { list: async () => listed } },
  })
  onTestFinished(at.close)
  expect(await (await chat({}, at)).text()).toContain(LEFT_OUT)
  expect(JSON.stringify(at.acting.requests[0]?.offered)).not.toMatch(/find_tools|call_tool/)
  expect(JSON.stringify(at.acting.requests[0]?.offered)).toContain('ask_agent')
})
