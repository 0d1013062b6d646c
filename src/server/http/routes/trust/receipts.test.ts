import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { conversationClient, firstQuestion } from '../../../../../test/conversation-client.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { verifyWithNode } from '../../../../../test/memory-log.ts'
import { asking } from '../../../../../test/own-world.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { Conversation } from '../../../../shared/chat/conversations.ts'
import { toBase64, utf8 } from '../../../../shared/receipts/bytes.ts'
import { readOldCheckpoint } from '../../../../shared/receipts/check-history.ts'
import { checkReceipt } from '../../../../shared/receipts/check-receipt.ts'
import { readCheckpoint } from '../../../../shared/receipts/checkpoint.ts'
import { readLeaf } from '../../../../shared/receipts/leaf.ts'
import { readVerifierKey } from '../../../../shared/receipts/note.ts'
import { type ReceiptFile, readReceiptFile } from '../../../../shared/receipts/receipt-file.ts'
import { type PublishedKeys, receiptSchema } from '../../../../shared/receipts/receipt-schemas.ts'
import { leafHash, readingFrom, rootOf } from '../../../../shared/receipts/tree.ts'
import { verdictOf } from '../../../../shared/receipts/what-it-proves.ts'
import { renewPlaceKey } from '../../../domain/receipts/place-key.ts'
import type { ChatEngine } from '../../../llm/choose-engine.ts'

const chat: ChatEngine = {
  engine: { kind: 'offline' },
  async *ask() {
    yield { type: 'words', text: 'Light is a wave.' }
    yield { type: 'end', reason: 'stop' }
  },
}
const database = await testDatabase()
const { db, sql } = database
const app = testApp(database, { chat, settings: { PUBLIC_URL: 'http://localhost:3000' } })
const { send, signIn, receiptLog, secret } = app
const [ada, bob] = [await signIn(), await signIn()]
const ask = asking(send)
const client = conversationClient(send, ada)
const agent = await ask<Agent>('POST', '/api/agents', ada, {
  ...{ name: 'Beacon', description: 'Tells of lamps.', category: 'neural', personality: 'You are Beacon.' },
  ...{ capabilities: ['Telling'], knowledgeDomains: ['Lamps'] },
})

/** Asks in a conversation, after a message or at its beginning. @returns the id of the reply, which has ended */
async function reply(conversation: string, parentId: string | null = null): Promise<string> {
  const { question, ...rest } = firstQuestion(agent.id)
  const asked = await client.ask(conversation, { ...rest, question: { ...question, parentId } })
  await asked.text()
  expect((await client.followToEnd(conversation, rest.replyId)).state).toBe('finished')
  return rest.replyId
}

const addressOf = (conversation: string, id: string, since?: number) =>
  `/api/conversations/${conversation}/replies/${id}/receipt${since === undefined ? '' : `?since=${since}`}`

async function receiptOf(conversation: string, id: string, since?: number): Promise<ReceiptFile> {
  const text = JSON.stringify(receiptSchema.parse(await ask('GET', addressOf(conversation, id, since), ada)))
  const file = readReceiptFile(text)
  if (!file) throw new Error('this is no receipt')
  return file
}

const placeKey = async () => {
  const { keys } = await ask<PublishedKeys>('GET', '/api/receipts/keys', ada)
  return readVerifierKey(keys.find(({ until }) => until === null)?.key ?? '') ?? undefined
}
const newest = async () => (await send('GET', '/api/receipts/checkpoint', {})).text()
const outcome = async (file: ReceiptFile, old?: string) =>
  verdictOf(
    await checkReceipt(file, {
      ...{ key: await placeKey(), verify: verifyWithNode },
      old: (old && readOldCheckpoint(old)) || undefined,
    }),
  )
const leafOf = (file: ReceiptFile) => readLeaf(file.leaf)
const hashOf = (file: ReceiptFile) => toBase64(leafHash(utf8(file.leaf)))

test('a finished reply has a receipt within a second, for its owner alone, and it holds', async () => {
  const conversation = randomUUID()
  const id = await reply(conversation)
  const early = await send('GET', addressOf(conversation, id), { as: ada })
  expect([early.status, early.headers.get('retry-after'), await early.json()]).toEqual([
    ...[202, '1', { state: 'waiting' }],
  ])
  await receiptLog.noteAll()
  const file = await receiptOf(conversation, id)
  expect(await outcome(file)).toBe('holds')
  expect(leafOf(file)).toMatchObject({ place: 'localhost:3000/receipts', agent: agent.id, previous: null })
  expect(file.disclosed.parts.map((part) => part?.value)).toEqual([
    { kind: 'text', text: 'Light is a wave.' },
  ])
  expect(file.disclosed.question.map((part) => part?.value)).toEqual(['What is light?'])
  expect(JSON.stringify(file)).not.toContain(ada.address)
  for (const [as, status] of [
    [bob, 404],
    [undefined, 401],
  ] as const)
    expect((await send('GET', addressOf(conversation, id), { as })).status).toBe(status)
  expect((await send('GET', addressOf(conversation, randomUUID()), { as: ada })).status).toBe(404)
})

test('each reply is noted after the one before on its path, also where a conversation has branches', async () => {
  const conversation = randomUUID()
  const first = await reply(conversation)
  const [second, branch] = [await reply(conversation, first), await reply(conversation, first)]
  // Two of one path wait for the same round, and one after it.
  await receiptLog.noteAll()
  const third = await reply(conversation, second)
  await receiptLog.noteAll()
  const files = await Promise.all([first, second, branch, third].map((id) => receiptOf(conversation, id)))
  const [ofFirst, ofSecond] = files.map(hashOf)
  expect(files.map((file) => leafOf(file)?.previous)).toEqual([null, ofFirst, ofFirst, ofSecond])
})

test('what is copied or imported has no receipt, and what follows it begins anew', async () => {
  const conversation = randomUUID()
  const first = await reply(conversation)
  await receiptLog.noteAll()
  const forked = (await (
    await client.fork(conversation, { id: randomUUID(), messageId: first })
  ).json()) as Conversation
  const copied = (await client.open(forked.id)).messages.find(({ role }) => role === 'assistant')?.id ?? ''
  expect((await send('GET', addressOf(forked.id, copied), { as: ada })).status).toBe(404)
  const next = await reply(forked.id, copied)
  await receiptLog.noteAll()
  expect(leafOf(await receiptOf(forked.id, next))?.previous).toBeNull()
})

test('a receipt since an older checkpoint shows that the record only grew', async () => {
  const conversation = randomUUID()
  const first = await reply(conversation)
  await receiptLog.noteAll()
  const old = await newest()
  const size = readCheckpoint(old)?.size ?? 0
  await reply(conversation, first)
  await receiptLog.noteAll()
  const file = await receiptOf(conversation, first, size)
  expect(file.since?.size).toBe(size)
  const checks = await checkReceipt(file, {
    ...{ key: await placeKey(), verify: verifyWithNode, old: readOldCheckpoint(old) ?? undefined },
  })
  expect(checks.map(({ outcome }) => outcome)).toEqual(checks.map(() => 'holds'))
  // From a time that is not yet there is nothing to show.
  expect((await receiptOf(conversation, first, size + 100)).since).toBeNull()
  expect((await send('GET', `${addressOf(conversation, first)}?since=0`, { as: ada })).status).toBe(422)
})

test('tiles are served as they are named, and no more than the record has', async () => {
  const { leaf, proof } = await receiptOf(...(await anyReply()))
  const { size, root } = readCheckpoint(await newest()) ?? { size: 0, root: new Uint8Array() }
  const answer = await send('GET', `/api/receipts/tile/0/000.p/${size}`, {})
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect([answer.status, bytes.length, answer.headers.get('content-type')]).toEqual([
    ...[200, size * 32, 'application/octet-stream'],
  ])
  expect(answer.headers.get('cache-control')).toContain('immutable')
  const index = Number(/index (\d+)/.exec(proof)?.[1])
  expect(toBase64(bytes.slice(index * 32, index * 32 + 32))).toBe(toBase64(leafHash(utf8(leaf))))
  const stored = Array.from({ length: size }, (_, nth) => ({
    ...{ level: 0, index: nth, hash: bytes.slice(nth * 32, nth * 32 + 32) },
  }))
  expect(toBase64(rootOf(readingFrom(stored), 0, size))).toBe(toBase64(root))
  for (const none of [
    `0/000.p/${size + 1}`,
    '0/000',
    '1/000.p/1',
    '0/1',
    'entries/000',
    '9/000',
    '0/x999/999',
  ])
    expect((await send('GET', `/api/receipts/tile/${none}`, {})).status, none).toBe(404)
})

async function anyReply(): Promise<[string, string]> {
  const conversation = randomUUID()
  const id = await reply(conversation)
  await receiptLog.noteAll()
  return [conversation, id]
}

test('with the words of a reply or of its question everything goes that could link its entry to anybody', async () => {
  const conversation = randomUUID()
  const first = await reply(conversation)
  const second = await reply(conversation, first)
  await receiptLog.noteAll()
  const kept = await newest()
  const left = async () =>
    (await sql`select from receipt_salts where conversation_id = ${conversation}`).length
  const { messages } = await client.open(conversation)
  const question = messages.find(({ role }) => role === 'user')?.id
  expect(await left()).toBe(2)
  expect(
    (await send('DELETE', `/api/conversations/${conversation}/messages/${question}`, { as: ada })).status,
  ).toBe(200)
  expect(await left()).toBe(1)
  expect((await send('GET', addressOf(conversation, first), { as: ada })).status).toBe(404)
  // The other one is as it was.
  expect(await outcome(await receiptOf(conversation, second), kept)).toBe('holds')
  // Before it is noted, too.
  const third = await reply(conversation, second)
  expect(
    (await send('DELETE', `/api/conversations/${conversation}/messages/${third}`, { as: ada })).status,
  ).toBe(200)
  await receiptLog.noteAll()
  expect(await left()).toBe(1)
  await client.remove(conversation)
  expect((await send('GET', addressOf(conversation, second), { as: ada })).status).toBe(404)
  app.advance(3_600_001)
  await app.sweeps.conversations()
  expect(await left()).toBe(0)
  const { size } = readCheckpoint(kept) ?? { size: 0 }
  const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
    select count(*)::int as count from receipt_hashes where level = 0`
  expect(count).toBeGreaterThanOrEqual(size)
})

test('a part that was changed since is kept back, and the rest still holds', async () => {
  const [conversation, id] = await anyReply()
  await sql`update messages set content = 'Light is a particle.' where conversation_id = ${conversation} and id = ${id}`
  const file = await receiptOf(conversation, id)
  expect(file.disclosed.parts).toEqual([null])
  const [texts] = await checkReceipt(file, { verify: verifyWithNode })
  expect(texts).toMatchObject({
    outcome: 'holds',
    says: [expect.any(String), expect.stringContaining('not shown')],
  })
})

test('a new key signs on, the old one stays published, and receipts of before hold', async () => {
  const [conversation, id] = await anyReply()
  const before = await receiptOf(conversation, id)
  const oldKey = await placeKey()
  const old = await newest()
  await renewPlaceKey({ db, secret, clock: () => new Date(), publicUrl: 'https://elsewhere.example' })
  const [other, later] = await anyReply()
  const after = await receiptOf(other, later, readCheckpoint(old)?.size)
  expect(await outcome(after, old)).toBe('holds')
  const { name, keys } = await ask<PublishedKeys>('GET', '/api/receipts/keys', ada)
  expect(keys.map(({ until }) => until === null)).toEqual([false, true])
  // The record stays the one that it is when the place moves.
  expect([name, leafOf(after)?.place]).toEqual(['localhost:3000/receipts', 'localhost:3000/receipts'])
  const checks = await checkReceipt(before, { key: oldKey, verify: verifyWithNode })
  expect(verdictOf(checks)).toBe('holds')
})

test('what is not stored has no entry', async () => {
  const size = readCheckpoint(await newest())?.size
  const json = { agentId: agent.id, message: 'What is light?' }
  const answer = await send('POST', '/api/chat', { json })
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Light is a wave.')])
  await receiptLog.noteAll()
  expect(readCheckpoint(await newest())?.size).toBe(size)
})
