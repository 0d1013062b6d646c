import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { A2A_VERSION_HEADER, Role, type StreamResponse, type Task, TaskState } from '@a2a-js/sdk'
import { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory } from '@a2a-js/sdk/client'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { actingDoor } from '../../../../../test/acting-door.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { doorServer } from '../../../../../test/door-server.ts'
import { limits } from '../../../../shared/common/limits.ts'

const database = await testDatabase()
const server = await doorServer(database)
const { model } = server
const owner = await server.signIn()
const key = await server.newKey(owner)
const agent = await server.newAgent(owner)
afterAll(() => server.close())

/** The SDK's own client, which reads the card and chooses the interface. */
async function client(secret = key.secret, id = agent.id, address = server.address) {
  const fetchImpl: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${secret}`)
    return fetch(input, { ...init, headers })
  }
  const transports = [new JsonRpcTransportFactory({ fetchImpl })]
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { transports })
  return new ClientFactory(options).createFromUrl(`${address}/a2a/${id}/`)
}

const message = (text: string, more: object = {}) => ({
  tenant: '',
  message: {
    messageId: randomUUID(),
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts: [
      {
        content: { $case: 'text' as const, value: text },
        metadata: undefined,
        filename: '',
        mediaType: 'text/plain',
      },
    ],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
    ...more,
  },
  configuration: undefined,
  metadata: undefined,
})

const textOf = (task: Task) =>
  task.artifacts
    .flatMap(({ parts }) => parts)
    .map(({ content }) => (content?.$case === 'text' ? content.value : ''))
    .join('')

async function rpc(method: string, params: object, headers: Record<string, string> = {}, id = agent.id) {
  const answer = await fetch(`${server.address}/a2a/${id}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${key.secret}`,
      [A2A_VERSION_HEADER]: '1.0',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  })
  return (await answer.json()) as {
    // biome-ignore lint/suspicious/noExplicitAny: what the protocol answers is compared, not used.
    result?: any
    error?: { code: number; message: string }
  }
}

test('an agent answers the client of the SDK, and the task is the stored reply', async () => {
  model.next({ name: 'words', words: ['Light', ' is', ' a', ' wave.'] })
  const a2a = await client()
  const task = (await a2a.sendMessage(message('What is light?'))) as Task
  expect(textOf(task)).toBe('Light is a wave.')
  expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
  const again = await a2a.getTask({ tenant: '', id: task.id })
  expect(textOf(again)).toBe('Light is a wave.')
  expect(again.contextId).toBe(task.contextId)
  expect(again.history[0]?.messageId).toBe(task.history[0]?.messageId)
  const opened = await server.send('GET', `/api/conversations/${task.contextId}`, { as: owner })
  expect(await opened.json()).toMatchObject({ id: task.contextId, agentId: agent.id })
})

test('a message keeps the id that its client gave it, and sent again after a cut it is no other question', async () => {
  const send = (messageId: string, text: string, contextId?: string) =>
    rpc('SendMessage', {
      message: { messageId, role: 'ROLE_USER', parts: [{ text }], ...(contextId && { contextId }) },
    })
  const asked = model.requests.length
  const [{ result: first }, { result: twin }] = await Promise.all([
    send('my own id', 'Hi'),
    send('my own id', 'Hi'),
  ])
  expect(twin.task.id).toBe(first.task.id)
  const { result: again } = await send('my own id', 'Hi')
  expect(again.task).toMatchObject({ ...first.task, history: [{ messageId: 'my own id' }] })
  const { id, contextId } = first.task
  expect((await rpc('GetTask', { id })).result.history).toMatchObject([{ messageId: 'my own id' }])

  const { result: next } = await send('my own id', 'Go on', contextId)
  expect(next.task.id).not.toBe(id)
  expect((await send('my own id', 'Go on', contextId)).result.task.id).toBe(next.task.id)
  expect((await send('another id', 'Hi')).result.task.id).not.toBe(id)
  expect(model.requests.length - asked).toBe(3)

  expect((await send('x'.repeat(257), 'Hi')).error?.code).toBe(-32602)
})

test('an id that comes again after days is another message, as programs count anew, which is known again as well', async () => {
  const later = await doorServer(database)
  onTestFinished(() => later.close())
  const message = { messageId: 'the first', role: 'ROLE_USER', parts: [{ text: 'Good morning' }] }
  const { result: first } = await rpc('SendMessage', { message })
  later.advance(48 * 60 * 60 * 1000)
  const send = async () => {
    const answer = await fetch(`${later.address}/a2a/${agent.id}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${key.secret}`,
        [A2A_VERSION_HEADER]: '1.0',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 8, method: 'SendMessage', params: { message } }),
    })
    return ((await answer.json()) as { result: typeof first }).result
  }
  const next = await send()
  expect(next.task).toMatchObject({ history: [{ messageId: 'the first' }] })
  expect(next.task.id).not.toBe(first.task.id)
  expect(next.task.contextId).not.toBe(first.task.contextId)
  expect((await send()).task.id).toBe(next.task.id)
  later.advance(24 * 60 * 60 * 1000)
  expect((await send()).task.id).toBe(next.task.id)
})

test('a task whose reply was deleted as a response is none any more', async () => {
  const send = async (text: string, contextId?: string) => {
    const message = {
      messageId: randomUUID(),
      role: 'ROLE_USER',
      parts: [{ text }],
      ...(contextId && { contextId }),
    }
    return (await rpc('SendMessage', { message })).result.task as { id: string; contextId: string }
  }
  const first = await send('A secret word')
  const second = await send('And now?', first.contextId)
  const response = `resp_${(first.contextId + first.id).replaceAll('-', '')}`
  const deleted = await fetch(`${server.address}/v1/responses/${response}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${key.secret}` },
  })
  expect(deleted.status).toBe(200)
  expect((await rpc('GetTask', { id: first.id })).error).toBeDefined()
  const { result: listed } = await rpc('ListTasks', { contextId: first.contextId })
  expect(listed.totalSize).toBe(1)
  expect(listed.tasks).toMatchObject([{ id: second.id }])
})

test('a stream begins with the task, grows, and ends with its state', async () => {
  model.next({ name: 'words', words: ['One', ' two', ' three'] })
  const events: StreamResponse[] = []
  for await (const event of (await client()).sendMessageStream(message('Count'))) events.push(event)
  expect(events[0]?.payload?.$case).toBe('task')
  const last = events.at(-1)?.payload
  expect(last?.$case === 'statusUpdate' && last.value.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
  const text = events
    .flatMap(({ payload }) =>
      payload?.$case === 'artifactUpdate' ? (payload.value.artifact?.parts ?? []) : [],
    )
    .map(({ content }) => (content?.$case === 'text' ? content.value : ''))
  expect(text.join('')).toBe('One two three')
})

test('a question in a context goes on from what was said there', async () => {
  const a2a = await client()
  const first = (await a2a.sendMessage(message('My name is Vera.'))) as Task
  const second = (await a2a.sendMessage(message('What is my name?', { contextId: first.contextId }))) as Task
  expect(second.contextId).toBe(first.contextId)
  expect(second.id).not.toBe(first.id)
  const asked = model.requests.at(-1)?.body as { messages: { content: string }[] }
  expect(asked.messages.map(({ content }) => content)).toContain('My name is Vera.')
})

test('a running task can be followed and canceled, and canceling it again answers with it', async () => {
  model.next({ name: 'stalls', words: ['Slowly'] })
  const a2a = await client()
  const configuration = {
    acceptedOutputModes: [],
    taskPushNotificationConfig: undefined,
    returnImmediately: true,
  }
  const task = (await a2a.sendMessage({ ...message('Take your time'), configuration })) as Task
  expect(task.status?.state).toBe(TaskState.TASK_STATE_WORKING)
  const states: unknown[] = []
  for await (const { payload } of a2a.resubscribeTask({ tenant: '', id: task.id })) {
    states.push(payload?.$case)
    if (payload?.$case === 'artifactUpdate') {
      const ended = await a2a.cancelTask({ tenant: '', id: task.id, metadata: undefined })
      expect(ended.status?.state).toBe(TaskState.TASK_STATE_CANCELED)
      expect(textOf(ended)).toBe('Slowly')
    }
  }
  expect(states).toEqual(['task', 'artifactUpdate', 'statusUpdate'])
  const again = await a2a.cancelTask({ tenant: '', id: task.id, metadata: undefined })
  expect(again.status?.state).toBe(TaskState.TASK_STATE_CANCELED)
  expect((await rpc('SubscribeToTask', { id: task.id })).error?.code).toBe(-32004)
})

test('the list of tasks has those of the key alone, changed last first, page by page', async () => {
  const mine = await server.newKey(owner)
  const a2a = await client(mine.secret)
  const tasks: Task[] = []
  for (const text of ['One', 'Two', 'Three']) tasks.push((await a2a.sendMessage(message(text))) as Task)
  const list = (params: object) =>
    rpc('ListTasks', params, { authorization: `Bearer ${mine.secret}` }).then(
      ({ result, error }) => result ?? error,
    )
  const all = await list({})
  expect(all.tasks.map(({ id }: Task) => id)).toEqual(tasks.map(({ id }) => id).reverse())
  expect(all).toMatchObject({ totalSize: 3, nextPageToken: '', pageSize: 50 })
  expect(all.tasks[0].artifacts).toBeUndefined()
  const page = await list({ pageSize: 2, includeArtifacts: true })
  expect(page.tasks).toHaveLength(2)
  expect(page.tasks[0].artifacts).toHaveLength(1)
  const rest = await list({ pageSize: 2, pageToken: page.nextPageToken })
  expect(rest.tasks.map(({ id }: Task) => id)).toEqual([tasks[0]?.id])
  expect((await list({ contextId: tasks[1]?.contextId })).tasks).toHaveLength(1)
  expect((await list({ status: 'TASK_STATE_COMPLETED' })).totalSize).toBe(3)
  expect((await list({ status: 'TASK_STATE_WORKING' })).totalSize).toBe(0)
  expect((await list({ statusTimestampAfter: '2999-01-01T00:00:00Z' })).totalSize).toBe(0)
  expect((await rpc('GetTask', { id: tasks[0]?.id })).error?.code).toBe(-32001)
})

test('a task changes when it ends: lists after a time have what ended then or after it, in the order of the ends', async () => {
  const mine = await server.newKey(owner)
  const a2a = await client(mine.secret)
  const begin = async (text: string) => {
    model.next({ name: 'stalls', words: ['Slowly ', 'done.'] })
    const before = model.requests.length
    const events = a2a.sendMessageStream(message(text))[Symbol.asyncIterator]()
    const first = (await events.next()).value?.payload
    if (first?.$case !== 'task') throw new Error('a stream begins with its task')
    await events.next()
    await model.request(before)
    return { id: first.value.id, began: first.value.status?.timestamp, events }
  }
  const list = (params: object) =>
    rpc('ListTasks', params, { authorization: `Bearer ${mine.secret}` }).then(({ result }) => result)
  const idsIn = ({ tasks }: { tasks: Task[] }) => tasks.map(({ id }) => id)

  const slow = await begin('Take your time')
  const quick = (await a2a.sendMessage(message('Be quick'))) as Task
  const since = quick.status?.timestamp ?? ''
  expect(idsIn(await list({}))).toEqual([quick.id, slow.id])
  expect(idsIn(await list({ statusTimestampAfter: since }))).toEqual([quick.id])
  const later = (time: string) => new Date(Date.parse(time) + 1).toISOString()
  expect(idsIn(await list({ statusTimestampAfter: later(since) }))).toEqual([])
  await setTimeout(20)
  model.release()
  let ended: StreamResponse['payload']
  for (let next = await slow.events.next(); !next.done; next = await slow.events.next())
    ended = next.value.payload
  if (ended?.$case !== 'statusUpdate') throw new Error('a stream ends with its status')
  const { timestamp = '' } = ended.value.status ?? {}
  expect(Date.parse(timestamp)).toBeGreaterThan(Date.parse(since))

  const changed = await list({ statusTimestampAfter: since })
  expect(idsIn(changed)).toEqual([slow.id, quick.id])
  expect(changed.tasks[0].status).toMatchObject({ state: 'TASK_STATE_COMPLETED', timestamp })
  expect((await a2a.getTask({ tenant: '', id: slow.id })).status?.timestamp).toBe(timestamp)
  expect(idsIn(await list({ statusTimestampAfter: timestamp }))).toEqual([slow.id])
  expect(idsIn(await list({ statusTimestampAfter: later(timestamp) }))).toEqual([])
  const page = await list({ pageSize: 1 })
  expect(idsIn(page)).toEqual([slow.id])
  expect(idsIn(await list({ pageSize: 1, pageToken: page.nextPageToken }))).toEqual([quick.id])
})

test('a message that is sent again after its person deleted it is asked anew, once', async () => {
  const send = (contextId?: string) =>
    rpc('SendMessage', {
      message: {
        ...{ messageId: 'from one', role: 'ROLE_USER', parts: [{ text: 'Hello again' }] },
        ...(contextId && { contextId }),
      },
    }).then(({ result, error }) => result?.task ?? error)
  const first = await send()
  await server.send('DELETE', `/api/conversations/${first.contextId}`, { as: owner })
  const second = await send()
  expect(second).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } })
  expect(second.contextId).not.toBe(first.contextId)
  expect((await send()).id).toBe(second.id)

  const inside = await send(second.contextId)
  for (const { contextId, id } of [second, inside]) {
    const [question] = await database.sql`select parent_id as id from messages where id = ${id}`
    const path = `/api/conversations/${contextId}/messages/${question?.id}`
    expect((await server.send('DELETE', path, { as: owner })).status).toBe(200)
  }
  const third = await send()
  expect(third.contextId).not.toBe(second.contextId)
  const outside = await send(second.contextId)
  expect(outside).toMatchObject({ contextId: second.contextId, status: { state: 'TASK_STATE_COMPLETED' } })
  expect(new Set([inside.id, outside.id]).size).toBe(2)
  for (const task of [third, outside]) expect(task.history[0].parts).toEqual([{ text: 'Hello again' }])
})

test('a client of 0.3 is answered in its own words', async () => {
  model.next({ name: 'words', words: ['Old', ' words'] })
  const sent = {
    message: { kind: 'message', messageId: 'm1', role: 'user', parts: [{ kind: 'text', text: 'Hello' }] },
  }
  const { result } = await rpc('message/send', sent, { [A2A_VERSION_HEADER]: '' })
  expect(result).toMatchObject({
    kind: 'task',
    status: { state: 'completed' },
    artifacts: [{ parts: [{ kind: 'text', text: 'Old words' }] }],
  })
  const got = await rpc('tasks/get', { id: result.id }, { [A2A_VERSION_HEADER]: '0.3' })
  expect(got.result.id).toBe(result.id)
  const card = await fetch(`${server.address}/a2a/${agent.id}/.well-known/agent-card.json`, {
    headers: { 'a2a-version': '0.3' },
  })
  expect(await card.json()).toMatchObject({ protocolVersion: '0.3.0', preferredTransport: 'JSONRPC' })
})

test('a card names its version by the hash of its manifest, which everybody can read there', async () => {
  const card = await fetch(`${server.address}/a2a/${agent.id}/.well-known/agent-card.json`)
  const { capabilities } = (await card.json()) as { capabilities: { extensions: { params: Version }[] } }
  type Version = { hash: string; manifest: string }
  const [version] = capabilities.extensions.map(({ params }) => params)
  expect(new URL(version?.manifest ?? '').pathname).toBe(`/api/agents/${agent.id}/manifest`)
  const read = await fetch(`${server.address}${new URL(version?.manifest ?? '').pathname}`)
  expect(await read.json()).toMatchObject({ hash: version?.hash, state: 'unsigned' })
})

test.for([
  ['another version', { [A2A_VERSION_HEADER]: '2.0' }, 'GetTask', { id: 'x' }, -32009],
  ['an unknown method', {}, 'EatTask', {}, -32601],
  ['a missing task', {}, 'GetTask', { id: randomUUID() }, -32001],
  ['an id that no task can have', {}, 'GetTask', { id: "x' or 1=1" }, -32001],
  ['no id', {}, 'GetTask', {}, -32602],
  ['params that are a list', {}, 'GetTask', [], -32602],
  ['no message', {}, 'SendMessage', {}, -32602],
  [
    'a message without an id',
    {},
    'SendMessage',
    { message: { role: 'ROLE_USER', parts: [{ text: 'x' }] } },
    -32602,
  ],
  [
    'a message without parts',
    {},
    'SendMessage',
    { message: { messageId: 'a', role: 'ROLE_USER', parts: [] } },
    -32602,
  ],
  [
    'a part that is none',
    {},
    'SendMessage',
    { message: { messageId: 'a', role: 'ROLE_USER', parts: [null] } },
    -32602,
  ],
  [
    'a part that is none, of what is to be streamed',
    {},
    'SendStreamingMessage',
    { message: { messageId: 'a', role: 'ROLE_USER', parts: [null] } },
    -32602,
  ],
  [
    'a file that is none, in the older version',
    { [A2A_VERSION_HEADER]: '0.3' },
    'message/send',
    { message: { kind: 'message', messageId: 'a', role: 'user', parts: [{ kind: 'file', file: null }] } },
    -32602,
  ],
  [
    'empty words',
    {},
    'SendMessage',
    { message: { messageId: 'a', role: 'ROLE_USER', parts: [{ text: ' ' }] } },
    -32602,
  ],
  [
    'words without an end',
    {},
    'SendMessage',
    { message: { messageId: 'a', role: 'ROLE_USER', parts: [{ text: 'x'.repeat(4_001) }] } },
    -32602,
  ],
  [
    'a picture',
    {},
    'SendMessage',
    { message: { messageId: 'a', role: 'ROLE_USER', parts: [{ raw: 'AAAA', mediaType: 'image/png' }] } },
    -32005,
  ],
  [
    'a wish for pictures',
    {},
    'SendMessage',
    {
      message: { messageId: 'a', role: 'ROLE_USER', parts: [{ text: 'x' }] },
      configuration: { acceptedOutputModes: ['image/png'] },
    },
    -32005,
  ],
  [
    'a foreign context',
    {},
    'SendMessage',
    { message: { messageId: 'a', role: 'ROLE_USER', contextId: randomUUID(), parts: [{ text: 'x' }] } },
    -32602,
  ],
  [
    'a missing task to go on with',
    {},
    'SendStreamingMessage',
    { message: { messageId: 'a', role: 'ROLE_USER', taskId: randomUUID(), parts: [{ text: 'x' }] } },
    -32001,
  ],
  [
    'a push address',
    {},
    'CreateTaskPushNotificationConfig',
    { taskId: 'a', url: 'http://127.0.0.1/' },
    -32003,
  ],
  ['an extended card', {}, 'GetExtendedAgentCard', {}, -32004],
  ['a state that is none', {}, 'ListTasks', { status: 'FOO' }, -32602],
  ['a version with more behind it', { [A2A_VERSION_HEADER]: '1.0.evil' }, 'GetTask', { id: 'x' }, -32009],
  ['a patch of a version', { [A2A_VERSION_HEADER]: '1.0.7' }, 'GetTask', { id: 'x' }, -32001],
  ['a page of no tasks', {}, 'ListTasks', { pageSize: 0 }, -32602],
  ['a page token of nowhere', {}, 'ListTasks', { pageToken: 'x' }, -32602],
  ['a negative history', {}, 'ListTasks', { historyLength: -1 }, -32602],
  ['a time that is none', {}, 'ListTasks', { statusTimestampAfter: 'soon' }, -32602],
] as const)('%s is refused with the code of the protocol', async ([, headers, method, params, code]) => {
  expect((await rpc(method, params, headers)).error?.code).toBe(code)
})

test.for([
  ['text/plain', 'text/plain', '{}', 400, -32700],
  ['no JSON', 'application/json', '{"jsonrpc": ', 400, -32700],
  ['JSON without an end', 'application/json', '{"a":'.repeat(10_000), 400, -32600],
  ['a number', 'application/json', '7', 400, -32600],
  ['a batch', 'application/json', '[{"jsonrpc":"2.0","id":1,"method":"GetTask"}]', 400, -32600],
] as const)('a body of %s is refused', async ([, type, body, status, code]) => {
  const answer = await fetch(`${server.address}/a2a/${agent.id}/`, {
    method: 'POST',
    headers: { 'content-type': type, authorization: `Bearer ${key.secret}`, 'a2a-version': '1.0' },
    body,
  })
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', error: { code } })
})

test('asking needs a key, and a key that is revoked ends its stream at once', async () => {
  const answer = await fetch(`${server.address}/a2a/${agent.id}`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toContain('Bearer')
  expect(await answer.json()).toMatchObject({ code: 'key_invalid' })

  model.next({ name: 'stalls', words: ['Still', ' here'] })
  const revoked = await server.newKey(owner)
  const states: unknown[] = []
  for await (const { payload } of (await client(revoked.secret)).sendMessageStream(message('Stay'))) {
    if (payload?.$case === 'artifactUpdate') await revoked.revoke()
    if (payload?.$case === 'statusUpdate') states.push(payload.value.status?.state)
  }
  expect(states).toEqual([TaskState.TASK_STATE_CANCELED])
  expect(await model.closed(model.requests.length - 1)).toBe('cut')
})

test('a hidden agent is there for the keys of its owner, and missing for all others', async () => {
  const hidden = await server.newAgent(owner, { visibilityEnabled: false })
  const other = await server.newKey(await server.signIn())
  const card = (id: string, secret?: string) =>
    fetch(`${server.address}/a2a/${id}/.well-known/agent-card.json`, {
      ...(secret !== undefined && { headers: { authorization: `Bearer ${secret}` } }),
    })
  const missing = await (await card(randomUUID())).json()
  for (const answer of [await card(hidden.id), await card(hidden.id, other.secret)]) {
    expect(answer.status).toBe(404)
    expect({ ...((await answer.json()) as object), requestId: '' }).toEqual({
      ...(missing as object),
      requestId: '',
    })
  }
  const own = await card(hidden.id, key.secret)
  expect(own.status).toBe(200)
  expect(own.headers.get('cache-control')).toContain('private')
  const asked = await fetch(`${server.address}/a2a/${hidden.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${other.secret}` },
    body: '{}',
  })
  expect(asked.status).toBe(404)
})

test('a card is not sent again to whoever has it', async () => {
  const address = `${server.address}/a2a/${agent.id}/.well-known/agent-card.json`
  const card = await fetch(address)
  expect(card.headers.get('cache-control')).toBe('public, max-age=300')
  const [etag, changed] = [card.headers.get('etag') ?? '', card.headers.get('last-modified') ?? '']
  expect(await card.json()).toMatchObject({
    name: 'Ada',
    supportedInterfaces: [{ protocolVersion: '1.0' }, {}],
  })
  expect(Date.parse(changed)).not.toBeNaN()
  expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await fetch(address, { headers: { 'if-modified-since': changed } })).status).toBe(304)
  expect(
    (await fetch(address, { headers: { 'if-none-match': '"other"', 'if-modified-since': changed } })).status,
  ).toBe(200)
  // A version that is signed stands in the card, too.
  await database.sql`update agent_manifests set signed_at = now() + interval '1 minute' where agent_id = ${agent.id}`
  expect((await fetch(address, { headers: { 'if-modified-since': changed } })).status).toBe(200)
  await server.send('PATCH', `/api/agents/${agent.id}`, {
    as: owner,
    json: { description: 'Explains it all.' },
  })
  expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(200)
})

test('the place is an agent that finds agents, without a key', async () => {
  await server.newAgent(owner, { name: 'Lighthouse', description: 'Knows the coast.' })
  const factory = new ClientFactory()
  const a2a = await factory.createFromUrl(server.address)
  const found = await a2a.sendMessage(message('Lighthouse'))
  expect(JSON.stringify(found)).toContain('Knows the coast.')
  expect(JSON.stringify(found)).not.toContain('Explains')
  expect(JSON.stringify(await a2a.sendMessage(message('Nothing has these words')))).toContain('Explains')
  await expect(a2a.getTask({ tenant: '', id: randomUUID() })).rejects.toThrow('no such task')
  // The longest search ends within the last letter of this.
  const long = `${'z'.repeat(limits.searchQuery - 1)}🌊`
  await server.newAgent(owner, { name: 'Waves', description: long })
  expect(JSON.stringify(await a2a.sendMessage(message(long)))).toContain('These agents fit')
})

const data = (value: object) => ({
  ...{ content: { $case: 'data' as const, value }, metadata: undefined, filename: '' },
  mediaType: 'application/json',
})
/** What a waiting task says of its calls. */
const waitingOf = (task: Task) =>
  (task.status?.message?.parts ?? []).flatMap(({ content }) =>
    content?.$case === 'data' ? [content.value as { call: string; digest: string; question?: object }] : [],
  )

test('a task waits for a decision about a call, and the client of the SDK decides with a data part', async () => {
  const door = await actingDoor(database)
  onTestFinished(door.close)
  const a2a = await client(door.key.secret, door.agent.id, door.address)
  const { effects } = door.tools
  const task = (await a2a.sendMessage(message('Send it.'))) as Task
  expect(task.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED)
  expect(JSON.stringify(task.status?.message)).toContain('waits to be allowed or refused')
  const [call] = waitingOf(task)
  expect(call).toMatchObject({ title: 'Send a message', origin: 'mail.example', arguments: '{"to":"ada"}' })
  const { id: taskId } = task
  const decide = (decision: object, more: object = {}) =>
    a2a.sendMessage(
      message('', { taskId, parts: [data({ call: call?.call, digest: call?.digest, decision, ...more })] }),
    )
  expect((await a2a.getTask({ tenant: '', id: taskId })).status?.state).toBe(
    TaskState.TASK_STATE_INPUT_REQUIRED,
  )
  for (const words of ['allow', 'yes, once'])
    await expect(a2a.sendMessage(message(words, { taskId }))).rejects.toThrow('waits for a decision')
  await expect(decide({ kind: 'always' })).rejects.toThrow('allows in the product')
  await expect(decide({ kind: 'once' }, { digest: 'a'.repeat(64) })).rejects.toThrow('not what was shown')
  await expect(decide({ kind: 'once' }, { call: randomUUID() })).rejects.toThrow('no such call')
  expect(effects).toEqual([])
  const done = (await decide({ kind: 'once' })) as Task
  expect([done.id, done.status?.state, textOf(done)]).toEqual([
    ...[taskId, TaskState.TASK_STATE_COMPLETED, 'It is sent.'],
  ])
  // A client that lost the answer sends it again.
  expect(((await decide({ kind: 'once' })) as Task).status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
  await expect(decide({ kind: 'refuse' })).rejects.toThrow('done')
  expect(effects).toHaveLength(1)
  expect(await database.sql`select from tool_grants`).toHaveLength(0)
})

test('a stream ends where its task waits, and one begins with the decision; a task that waits can be canceled', async () => {
  const door = await actingDoor(database)
  onTestFinished(door.close)
  const a2a = await client(door.key.secret, door.agent.id, door.address)
  const follow = async (stream: AsyncGenerator<StreamResponse, void, undefined>) => {
    const states: (TaskState | undefined)[] = []
    let last: Task['status']
    let taskId = ''
    for await (const { payload } of stream) {
      if (payload?.$case !== 'task' && payload?.$case !== 'statusUpdate') continue
      taskId ||= payload.$case === 'task' ? payload.value.id : ''
      last = payload.value.status
      states.push(last?.state)
    }
    return { states, taskId, calls: waitingOf({ status: last } as Task) }
  }
  const { TASK_STATE_WORKING: works, TASK_STATE_INPUT_REQUIRED: waits } = TaskState
  const asked = await follow(a2a.sendMessageStream(message('Send it.')))
  expect(asked.states).toEqual([works, waits])
  const [call] = asked.calls
  const refuse = data({
    ...{ call: call?.call, digest: call?.digest },
    decision: { kind: 'refuse', words: 'No.' },
  })
  const refused = await follow(a2a.sendMessageStream(message('', { taskId: asked.taskId, parts: [refuse] })))
  expect(refused.states).toEqual([works, TaskState.TASK_STATE_COMPLETED])
  expect(JSON.stringify(door.acting.requests.at(-1)?.messages)).toContain('says: No.')
  const other = (await a2a.sendMessage(message('Send it.'))) as Task
  const again = await follow(a2a.resubscribeTask({ tenant: '', id: other.id }))
  expect(again.states).toEqual([waits])
  const canceled = await a2a.cancelTask({ tenant: '', id: other.id, metadata: undefined })
  expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED)
  expect(door.tools.effects).toEqual([])
})

test('a question of a tool is answered by words, and what is no answer is not taken for one', async () => {
  const door = await actingDoor(database, {
    own: ['ask_person'],
    script: (request, step) =>
      step === 0
        ? [{ name: 'ask_person', arguments: { question: 'Which colour?' } }]
        : String(request.messages.at(-1)?.content),
  })
  onTestFinished(door.close)
  const a2a = await client(door.key.secret, door.agent.id, door.address)
  const task = (await a2a.sendMessage(message('Paint.'))) as Task
  expect(waitingOf(task)[0]?.question).toMatchObject({ kind: 'text', text: 'Which colour?' })
  const done = (await a2a.sendMessage(message('blue', { taskId: task.id }))) as Task
  expect(textOf(done)).toContain('The person answered: blue')
})
