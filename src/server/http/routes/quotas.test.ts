import { expect, test } from 'vitest'
import { type Account, newAgent, testApp } from '../../../../test/app.ts'
import { firstQuestion } from '../../../../test/conversation-client.ts'
import { testDatabase } from '../../../../test/database.ts'
import { eventsOf } from '../../../../test/reply-events.ts'
import type { Agent } from '../../../shared/agents/agents.ts'
import type { KeptConversation } from '../../../shared/chat/kept-conversation.ts'
import type { Problem } from '../../../shared/common/errors.ts'
import type { Memory } from '../../../shared/memory/facts.ts'

const database = await testDatabase()

const settings = {
  QUOTA_AGENTS: 3,
  QUOTA_REALMS: 2,
  QUOTA_CONVERSATIONS: 3,
  QUOTA_WORDS_MB: 1,
  QUOTA_PICTURES_MB: 1,
  QUOTA_SOURCES_MB: 1,
}

async function world() {
  const app = testApp(database, { settings })
  const ada = await app.signIn()
  const post = (path: string, json: unknown, as: Account = ada) => app.send('POST', path, { as, json })
  return { ...app, ada, post }
}

const statuses = (answers: readonly Response[]) => answers.map(({ status }) => status).sort()

async function problemOf(answer: Response) {
  const { status, code, detail } = (await answer.json()) as Problem
  return { status, code, detail }
}

async function ask(
  post: Awaited<ReturnType<typeof world>>['post'],
  agentId: string,
  conversation = crypto.randomUUID(),
) {
  const question = firstQuestion(agentId)
  const answer = await post(`/api/conversations/${conversation}/replies`, question)
  if (answer.ok) for await (const _ of eventsOf(answer));
  return { answer, conversation, question }
}

test('a wallet has no more agents than its quota, however many it makes at once; another has its own', async () => {
  const { send, post, ada, signIn } = await world()
  const made = await Promise.all(Array.from({ length: 12 }, () => post('/api/agents', newAgent)))
  expect(statuses(made)).toEqual([201, 201, 201, ...Array(9).fill(409)])
  expect(await problemOf(made.find(({ status }) => status === 409) as Response)).toEqual({
    status: 409,
    code: 'quota_reached',
    detail: 'One wallet can have 3 agents. Delete one to make room; it takes ten seconds.',
  })
  expect((await post('/api/agents', newAgent, await signIn())).status).toBe(201)
  const mine = (await (await send('GET', '/api/me/agents', { as: ada })).json()) as { agents: Agent[] }
  expect(mine.agents).toHaveLength(3)
})

test('at the cap a second try is still answered by what the first one made, and so is an undo', async () => {
  const { send, post, ada, advance } = await world()
  const wanted = Array.from({ length: 3 }, () => ({ ...newAgent, id: crypto.randomUUID() }))
  for (const one of wanted) expect((await post('/api/agents', one)).status).toBe(201)
  expect((await post('/api/agents', wanted[0])).status).toBe(200)

  const path = `/api/agents/${wanted[0]?.id}`
  await send('DELETE', path, { as: ada })
  // The deleted agent could still be restored and would then exceed the quota.
  expect((await post('/api/agents', newAgent)).status).toBe(409)
  expect((await send('POST', `${path}/restore`, { as: ada })).status).toBe(200)
  await send('DELETE', path, { as: ada })
  advance(11_000)
  expect((await post('/api/agents', newAgent)).status).toBe(201)
})

test('a wallet has no more realms than its quota', async () => {
  const { post } = await world()
  const made = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      post('/api/realms', { name: `Hall ${index}`, description: 'A hall.' }),
    ),
  )
  expect(statuses(made)).toEqual([201, 201, 409, 409, 409, 409])
})

test('a wallet has no more conversations than its quota, forks included, and those that it has go on', async () => {
  const { send, post, ada, advance } = await world()
  const agent = (await (await post('/api/agents', newAgent)).json()) as Agent
  const all = await Promise.all(Array.from({ length: 8 }, () => ask(post, agent.id)))
  const begun = all.filter(({ answer }) => answer.ok)
  expect(begun).toHaveLength(3)
  const [first] = begun
  if (!first) throw new Error('none was begun')
  expect(all.find(({ answer }) => !answer.ok)?.answer.status).toBe(409)

  // A retry, another first question, and a follow-up question.
  const path = `/api/conversations/${first.conversation}/replies`
  expect((await post(path, first.question)).status).toBe(200)
  expect((await ask(post, agent.id, first.conversation)).answer.status).toBe(200)
  const next = {
    replyId: crypto.randomUUID(),
    agentId: agent.id,
    question: { id: crypto.randomUUID(), parentId: first.question.replyId, content: 'And then?' },
  }
  expect((await post(path, next)).status).toBe(200)

  const fork = { id: crypto.randomUUID(), messageId: first.question.replyId }
  const from = `/api/conversations/${first.conversation}/fork`
  expect(await problemOf(await post(from, fork))).toMatchObject({ status: 409, code: 'quota_reached' })
  await send('DELETE', `/api/conversations/${begun[1]?.conversation}`, { as: ada })
  advance(11_000)
  expect((await post(from, fork)).status).toBe(201)
  expect((await post(from, fork)).status).toBe(200)
})

test('the words of a wallet have a cap, wherever they are said, and what is over it is refused and not cut', async () => {
  const { send, post, ada, signIn } = await world()
  const realm = (await (await post('/api/realms', { name: 'Hall', description: 'A hall.' })).json()) as {
    id: string
  }
  const say = (content: string, as = ada, id = crypto.randomUUID()) =>
    post(`/api/realms/${realm.id}/messages`, { id, content }, as)
  const known = crypto.randomUUID()
  expect((await say('Hello', ada, known)).status).toBe(201)
  // Three bytes per character.
  const content = '語'.repeat(2_000)
  let said = 0
  let refused: Response | undefined
  while (!refused) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => say(content)))
    said += answers.filter(({ ok }) => ok).length
    refused = answers.find(({ ok }) => !ok)
  }
  expect(said).toBe(Math.floor((1024 * 1024 - 'Hello'.length) / (3 * 2_000)))
  expect(await problemOf(refused)).toMatchObject({ status: 409, code: 'quota_reached' })
  expect((await say('Hello', ada, known)).status).toBe(200)
  expect((await say('Short', await signIn())).status).toBe(201)

  const long = { ...newAgent, personality: 'x'.repeat(8_000) }
  expect(await problemOf(await post('/api/agents', long))).toMatchObject({ code: 'quota_reached' })
  expect((await send('GET', `/api/realms/${realm.id}/messages`, { as: ada })).status).toBe(200)
})

/** Turns of 60,000 characters, as a page kept them, on top of those that it had before. */
function keptTurns(turns: number, before: KeptConversation['messages'] = []): KeptConversation['messages'] {
  const createdAt = '2026-01-01T10:00:00.000Z'
  const ended = { state: 'finished', cutShort: false, forgotten: 0, repliedAt: createdAt } as const
  const messages = [...before]
  for (let turn = 0; turn < turns; turn++) {
    const question = { id: crypto.randomUUID(), parentId: messages.at(-1)?.id ?? null, createdAt }
    const reply = { ...ended, id: crypto.randomUUID(), parentId: question.id, createdAt }
    messages.push({ ...question, role: 'user', content: 'And then?' })
    messages.push({ ...reply, role: 'assistant', content: 'x'.repeat(60_000) })
  }
  return messages
}

test('at the cap of words a kept conversation is found again, and takes no further messages', async () => {
  const { send, post, ada } = await world()
  const agent = (await (await post('/api/agents', newAgent)).json()) as Agent
  const path = `/api/conversations/${crypto.randomUUID()}`
  const keep = (messages: KeptConversation['messages']) =>
    send('PUT', path, { as: ada, json: { agentId: agent.id, messages } })
  const first = keptTurns(10)
  expect((await keep(first)).status).toBe(201)
  const second = keptTurns(6, first)
  expect((await keep(second)).status).toBe(200)
  expect((await keep(second)).status).toBe(200)
  expect(await problemOf(await keep(keptTurns(3, second)))).toMatchObject({ code: 'quota_reached' })
  expect((await keep(second)).status).toBe(200)
  const [stored] =
    await database.sql`select count(*)::int as count from messages where conversation_id = ${path.slice(19)}`
  expect(stored).toEqual({ count: second.length })
})

test('forks at the same moment take no more words than there is room for', async () => {
  const { send, post, ada } = await world()
  const agent = (await (await post('/api/agents', newAgent)).json()) as Agent
  const path = `/api/conversations/${crypto.randomUUID()}`
  const messages = keptTurns(7)
  expect((await send('PUT', path, { as: ada, json: { agentId: agent.id, messages } })).status).toBe(201)
  const forks = Array.from({ length: 3 }, () => ({
    id: crypto.randomUUID(),
    messageId: messages.at(-1)?.id ?? '',
  }))
  const made = await Promise.all(forks.map((fork) => post(`${path}/fork`, fork)))
  expect(statuses(made)).toEqual([201, 409, 409])
  const again = await Promise.all(forks.map((fork) => post(`${path}/fork`, fork)))
  expect(statuses(again)).toEqual([200, 409, 409])
})

test('the pictures of a wallet have a cap, and one that it has uploaded before takes no more', async () => {
  const { ada, images, send } = await world()
  await database.sql`insert into images (hash, bytes, created_at) values ('big', ${Buffer.alloc(1024 * 1024 - 100)}, now())`
  await database.sql`insert into image_uploads (wallet, hash, created_at) values (${ada.address}, 'big', now())`
  const { default: sharp } = await import('sharp')
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
  const first = await images.upload(new Uint8Array(png), 'somebody else')
  expect(
    (await database.sql`select wallet from image_uploads where hash = ${first.slice(8, 72)}`)[0]?.wallet,
  ).toBe('somebody else')
  const body = new Uint8Array(
    await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: '#123',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer(),
  )
  const refused = await send('POST', '/api/images', { as: ada, body })
  expect(await problemOf(refused)).toMatchObject({ status: 409, code: 'quota_reached' })
  await database.sql`delete from image_uploads where wallet = ${ada.address}`
  expect((await send('POST', '/api/images', { as: ada, body })).status).toBe(201)
  await database.sql`insert into image_uploads (wallet, hash, created_at) values (${ada.address}, 'big', now())`
  expect((await send('POST', '/api/images', { as: ada, body })).status).toBe(201)
})

test('a document in place of another one needs room for what it is longer by', async () => {
  const { post, send, ada } = await world()
  const agent = (await (await post('/api/agents', newAgent)).json()) as Agent
  const page = (word: string, megabytes: number) =>
    `<p>${word}</p><!--${word.repeat((megabytes * 1024 * 1024) / word.length)}-->`
  const id = crypto.randomUUID()
  const path = `/api/agents/${agent.id}/sources`
  const made = await send('POST', `${path}?id=${id}&name=a.html`, { as: ada, body: page('one', 0.8) })
  expect(made.status).toBe(201)
  const put = (replaces: number, megabytes: number) =>
    send('PUT', `${path}/${id}?replaces=${replaces}`, { as: ada, body: page('two', megabytes) })
  expect((await put(1, 0.9)).status).toBe(200)
  expect(await problemOf(await put(2, 1.1))).toMatchObject({ code: 'quota_reached' })
})

test('what agents remember counts as words of the wallet, and at the cap nothing more is remembered', async () => {
  const { ada, send, post } = await world()
  const { id } = (await (await post('/api/agents', newAgent)).json()) as Agent
  const facts = (from: number) =>
    Array.from({ length: 500 }, (_, index) => ({ text: `${from + index} ${'🎻'.repeat(190)}` }))
  const add = (agentId: string) =>
    post(`/api/me/memory/${agentId}/import`, { format: 'bionic-memory', version: 1, facts: facts(0) })
  // Of pictures there are no trigrams, so that no two of them say the same.
  expect((await add(id)).status).toBe(200)
  const another = (await (await post('/api/agents', newAgent)).json()) as Agent
  expect((await add(another.id)).status).toBe(200)
  const third = (await (await post('/api/agents', newAgent)).json()) as Agent
  expect(await problemOf(await add(third.id))).toMatchObject({ status: 409, code: 'quota_reached' })
  const { choice, count } = (await (
    await send('GET', `/api/me/memory/${third.id}`, { as: ada })
  ).json()) as Memory
  expect({ choice, count }).toEqual({ choice: { state: 'unasked', also: [] }, count: 0 })
})
