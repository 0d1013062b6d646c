import { afterAll, expect, test } from 'vitest'
import { startModelServer } from '../../../../../e2e/fakes/model-server.ts'
import { newAgent, testApp } from '../../../../../test/app.ts'
import { conversationClient, firstQuestion } from '../../../../../test/conversation-client.ts'
import { anyDatabase } from '../../../../../test/database.ts'
import { eventsOf, received, replyKnown } from '../../../../../test/reply-events.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { Ask, ConversationPage } from '../../../../shared/chat/conversations.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { chooseEngine } from '../../../llm/choose-engine.ts'

const model = await startModelServer()
afterAll(model.close)
const chat = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
const database = await anyDatabase()
const { send, signIn } = testApp(database, { chat })
const ada = await signIn()
const client = conversationClient(send, ada)

async function makeAgent(name: string): Promise<string> {
  const made = await send('POST', '/api/agents', { as: ada, json: { ...newAgent, name } })
  return ((await made.json()) as Agent).id
}
const agentId = await makeAgent('Ada')

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

async function begin(content?: string) {
  const conversation = crypto.randomUUID()
  const ask = firstQuestion(agentId, content)
  await (await client.ask(conversation, ask)).text()
  return { conversation, ask }
}

/** A question that follows the first reply. */
const next = (ask: Ask, fields: object = {}) => ({
  replyId: crypto.randomUUID(),
  agentId,
  question: { id: crypto.randomUUID(), parentId: ask.replyId, content: 'And then?', ...fields },
})

test('a question that stands nowhere in its conversation is refused, and nothing of it is stored', async () => {
  const { conversation, ask } = await begin()
  const elsewhere = await begin()
  const before = await client.open(conversation)
  const requests = model.requests.length
  const own = crypto.randomUUID()
  const replyId = crypto.randomUUID()
  const wrong: [string, unknown][] = [
    ['after a question', next(ask, { parentId: ask.question.id })],
    ['after a reply of another conversation', next(ask, { parentId: elsewhere.ask.replyId })],
    ['after what is nowhere', next(ask, { parentId: crypto.randomUUID() })],
    ['after itself', next(ask, { id: own, parentId: own })],
    [
      'after its own reply',
      { ...next(ask), replyId, question: { ...next(ask).question, parentId: replyId } },
    ],
    ['that is its own reply', { ...next(ask, { id: replyId }), replyId }],
    ['with the id of a reply', next(ask, { id: ask.replyId })],
    ['with a reply of the id of a question', { ...next(ask), replyId: ask.question.id }],
    ['asked again that is not there', { ...next(ask), question: { id: crypto.randomUUID() } }],
    ['asked again that is a reply', { ...next(ask), question: { id: ask.replyId } }],
    ['with the id of another question', next(ask, { id: ask.question.id, content: 'Something else' })],
  ]
  for (const [what, json] of wrong) {
    const answer = await client.ask(conversation, json as Ask)
    expect([what, answer.status]).toEqual([what, expect.toBeOneOf([404, 409, 422])])
    await answer.text()
  }
  expect(await client.open(conversation)).toEqual(before)
  expect(model.requests.length).toBe(requests)
})

test('a conversation begins at its beginning, or not at all', async () => {
  const elsewhere = await begin()
  const wrong: Ask[] = [
    next(elsewhere.ask),
    next(elsewhere.ask, { parentId: crypto.randomUUID() }),
    { replyId: crypto.randomUUID(), agentId, question: { id: elsewhere.ask.question.id } },
    { ...firstQuestion(agentId), agentId: crypto.randomUUID() },
  ]
  for (const ask of wrong) {
    const conversation = crypto.randomUUID()
    const answer = await client.ask(conversation, ask)
    expect(answer.status).toBeOneOf([404, 409, 422])
    await answer.text()
    expect((await client.read(conversation)).status).toBe(404)
  }
})

test('ids are the same in capitals', async () => {
  const conversation = crypto.randomUUID()
  const ask = firstQuestion(agentId)
  const capitals: Ask = {
    replyId: ask.replyId.toUpperCase(),
    agentId: agentId.toUpperCase(),
    question: { ...ask.question, id: ask.question.id.toUpperCase() },
  }
  const requests = model.requests.length
  // The reply takes long enough for its text to be stored while it runs.
  model.next({ name: 'words', words: ['Still', ' the', ' same', ' reply'], delayMs: 300 })
  const answers = [
    await client.ask(conversation.toUpperCase(), capitals),
    await client.ask(conversation, ask),
    await client.follow(conversation.toUpperCase(), ask.replyId.toUpperCase()),
    await client.follow(conversation, ask.replyId),
  ]
  for (const answer of answers)
    expect(await received(replyKnown(ask.replyId), eventsOf(answer))).toMatchObject({
      state: 'finished',
      content: 'Still the same reply',
    })
  expect(model.requests.length).toBe(requests + 1)
  expect((await client.open(conversation)).activeLeaf).toBe(ask.replyId)
  expect((await client.change(conversation, { activeLeaf: ask.question.id.toUpperCase() })).status).toBe(200)
  expect((await client.open(conversation)).activeLeaf).toBe(ask.question.id)
})

test('a body that is too large, or no JSON, is refused before anything else', async () => {
  const { conversation } = await begin()
  const at = `/api/conversations/${conversation}`
  const huge = `{"replyId":"${'x'.repeat(2_000_000)}"}`
  const headers = { 'content-type': 'application/json' }
  for (const [method, path] of [
    ['POST', `${at}/replies`],
    ['PATCH', at],
    ['POST', `${at}/fork`],
    ['POST', '/api/conversations/restore'],
  ] as const) {
    const answers = [
      await send(method, path, { as: ada, body: huge, headers }),
      await send(method, path, { as: ada, body: '{"a":', headers }),
      await send(method, path, { as: ada, body: '{}', headers: { 'content-type': 'text/plain' } }),
      await send(method, path, { as: ada, json: [] }),
      await send(method, path, { as: ada, json: null }),
    ]
    expect([path, await Promise.all(answers.map(codeOf))]).toEqual([
      path,
      [
        'body_too_large',
        'malformed_json',
        'unsupported_media_type',
        'validation_failed',
        'validation_failed',
      ],
    ])
  }
  const long = firstQuestion(agentId, '👋'.repeat(limits.chatMessage / 2))
  expect((await client.ask(crypto.randomUUID(), long)).status).toBe(200)
})

test.each([
  ['a NUL', 'a\0b'],
  ['half a character', 'a\ud83d'],
  ['nothing that can be seen', '\u200b\u2060'],
  ['too much', 'x'.repeat(limits.chatMessage + 1)],
])('a question with %s is refused by name, and no conversation begins with it', async (_, content) => {
  const conversation = crypto.randomUUID()
  const answer = await client.ask(conversation, firstQuestion(agentId, content))
  expect(answer.status).toBe(422)
  expect((await client.read(conversation)).status).toBe(404)
})

test('an address with an id that is no UUID leads nowhere, whatever the method', async () => {
  const { conversation, ask } = await begin()
  const bad = ['x', '..%2f', '%00', "'", '0', `${conversation}0`]
  for (const id of bad)
    for (const [method, path] of [
      ['GET', `/api/conversations/${id}`],
      ['DELETE', `/api/conversations/${id}`],
      ['GET', `/api/conversations/${id}/replies/${ask.replyId}`],
      ['GET', `/api/conversations/${conversation}/replies/${id}`],
      ['POST', `/api/conversations/${conversation}/replies/${id}/stop`],
    ] as const) {
      const answer = await send(method, path, { as: ada })
      expect([method, path, answer.status]).toEqual([method, path, 404])
    }
  for (const after of ['-1', 'x', '1.5', '99999999999'])
    expect(
      (
        await send('GET', `/api/conversations/${conversation}/replies/${ask.replyId}?after=${after}`, {
          as: ada,
        })
      ).status,
    ).toBe(422)
})

test('following on from beyond the end of a reply gives its true length and its end', async () => {
  const { conversation, ask } = await begin()
  const events = eventsOf(await client.follow(conversation, ask.replyId, 999_999_999))
  const types = (await Array.fromAsync(events)).map(({ type }) => type).filter((type) => type !== 'model')
  expect(types).toEqual(['started', 'truncated', 'finished'])
})

test('a list goes on only from a place that it gave itself', async () => {
  await begin()
  await begin()
  const page = await (await send('GET', '/api/conversations?limit=1', { as: ada })).json()
  const { nextCursor } = page as ConversationPage
  expect(nextCursor).not.toBeNull()
  await makeAgent('Second')
  const agents = (await (await send('GET', '/api/me/agents?limit=1', { as: ada })).json()) as ConversationPage
  const other = await send('GET', `/api/conversations?cursor=${agents.nextCursor}`, { as: ada })
  expect([other.status, await codeOf(other)]).toEqual([422, 'cursor_invalid'])
  const back = await send('GET', `/api/me/agents?cursor=${nextCursor}`, { as: ada })
  expect([back.status, await codeOf(back)]).toEqual([422, 'cursor_invalid'])
  for (const query of ['limit=0', 'limit=101', 'agentId=x', 'query=%00', 'cursor='])
    expect([query, (await send('GET', `/api/conversations?${query}`, { as: ada })).status]).toEqual([
      query,
      422,
    ])
})

test('a full conversation takes in no more, and says so', async () => {
  const { conversation, ask } = await begin()
  // As if it had that many; a question and its reply would be one too many.
  await database.sql`
    update conversations set last_message = ${limits.conversationMessages - 1} where id = ${conversation}`
  const answer = await client.ask(conversation, next(ask))
  expect([answer.status, await codeOf(answer)]).toEqual([409, 'conversation_full'])
  const opened = await client.open(conversation)
  expect(opened.messages.map(({ id }) => id)).toEqual([ask.question.id, ask.replyId])
  expect(opened.activeLeaf).toBe(ask.replyId)
})

test('an export is named harmlessly, whatever the title', async () => {
  const { conversation } = await begin()
  for (const title of [
    '"; filename="evil.exe',
    '../../etc/passwd',
    '👋 Ünïcode 漢字',
    '%0d%0aSet-Cookie: a=b',
    '. .',
  ]) {
    expect((await client.change(conversation, { title })).status).toBe(200)
    for (const format of ['markdown', 'json']) {
      const answer = await send('GET', `/api/conversations/${conversation}/export?format=${format}`, {
        as: ada,
      })
      expect(answer.status).toBe(200)
      const named = answer.headers.get('content-disposition') ?? ''
      expect(named).toMatch(
        /^attachment; filename="[^"\\/]+\.(md|json)"(; filename\*=UTF-8''[\w.%~!$&+^`|-]+)?$/,
      )
      expect(await answer.text()).toContain('Hello from the scripted model.')
    }
  }
})
