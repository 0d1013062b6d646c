import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newAgent, testApp } from '../../../../test/app.ts'
import { anyDatabase } from '../../../../test/database.ts'
import { meanwhileOn } from '../../../../test/meanwhile.ts'
import { exchange, storeConversation } from '../../../../test/store-conversation.ts'
import { storeCall } from '../../../../test/stored-calls.ts'
import type { Agent } from '../../../shared/agents/agents.ts'
import type { Db } from '../../db/connect/connect.ts'
import { eraseMessages } from '../../db/conversations/erase-messages.ts'
import { insertSharedCopy } from '../../db/conversations/shared-copies.ts'
import { takeUpReply } from '../../db/conversations/waiting-replies.ts'
import { attachFiles } from '../../db/knowledge/conversation-files.ts'
import { lockChoice } from '../../db/memory/choices.ts'
import { removeFactsFrom } from '../../db/memory/facts.ts'

const database = await anyDatabase()
const { db, sql } = database
const { advance, memories, replies, send, signIn } = testApp(database)
const ada = await signIn()
const made = await send('POST', '/api/agents', { as: ada, json: newAgent })
const { id: agentId } = (await made.json()) as Agent
const of = { wallet: ada.address, agentId }

/** A conversation with one exchange. */
async function talk(state: 'finished' | 'interrupted' = 'finished') {
  const [question, reply] = exchange('I keep bees on the roof', 'Good.')
  if (!question || !reply) throw new Error('an exchange has two messages')
  const stored = await storeConversation(database, { owner: ada.address, agentId, title: question.content }, [
    question,
    { ...reply, state },
  ])
  const [asked = '', answered = ''] = stored.said.map(({ id }) => id)
  return { id: stored.id, own: { id: stored.id, owner: ada.address }, asked, answered }
}

const meanwhile = meanwhileOn(database)
const erase =
  ({ own, asked }: Awaited<ReturnType<typeof talk>>) =>
  async (transaction: Db) =>
    expect(await eraseMessages(transaction, { of: own, messageId: asked })).toMatchObject({ is: 'erased' })

// Embedded, there is one connection.
const at = test.runIf(database.kind === 'postgresql')

at('a reply that would go on does not, and neither waits for the other for ever', async () => {
  const one = await talk('interrupted')
  const place = { conversationId: one.id, replyId: one.answered }
  const by = { server: randomUUID(), from: ['waiting' as const], requestId: 'again' }
  await sql`update messages set state = 'waiting' where id = ${one.answered}`
  const lock = (transaction: Db) =>
    transaction.execute(`select from conversations where id = '${one.id}' for update`)
  expect(await meanwhile(lock, () => takeUpReply(db, by, place), erase(one))).toBeNull()
})

at('a reply that another server has go on at the moment at which it is stopped is stopped', async () => {
  const one = await talk('interrupted')
  const place = { conversationId: one.id, replyId: one.answered }
  const by = { server: randomUUID(), from: ['waiting' as const], requestId: 'again' }
  await sql`update messages set state = 'waiting' where id = ${one.answered}`
  await storeCall(database, { ...place, wallet: ada.address })
  const takeUp = (transaction: Db) => takeUpReply(transaction, by, place)
  await meanwhile(takeUp, () => replies.stop(ada.address, one.id, one.answered))
  expect(await sql`select stop_wanted from running_turns where reply_id = ${one.answered}`).toEqual([
    { stop_wanted: true },
  ])
})

at('nothing is remembered from words that are gone', async () => {
  const one = await talk()
  const from = { conversationId: one.id, messageId: one.asked }
  const fact = {
    id: randomUUID(),
    text: 'Keeps bees on the roof.',
    by: 'person',
    from,
  } as const
  await expect(meanwhile(erase(one), () => memories.add(of, fact))).rejects.toMatchObject({
    code: 'validation_failed',
    errors: { from: expect.any(String) },
  })
  expect((await memories.open(of)).facts).toEqual([])
})

at('a fact that is edited does not say again what it said of words that are gone', async () => {
  const [one, other] = [await talk(), await talk()]
  const said = ({ id, asked }: typeof one) => ({ conversationId: id, messageId: asked })
  const fact = { id: randomUUID(), text: 'Keeps bees on the roof.', by: 'person' } as const
  const { fact: kept } = await memories.add(of, { ...fact, from: said(one) })
  const newer = { id: randomUUID(), text: 'Keeps a goat.', by: 'agent', replaces: kept.number } as const
  await memories.add(of, { ...newer, from: said(other) })
  await meanwhile(erase(one), () => memories.edit(of, kept.id, { text: 'Keeps two goats.' }))
  const [left] = (await memories.open(of)).facts
  expect([left?.text, left?.history.map(({ text }) => text)]).toEqual(['Keeps two goats.', ['Keeps a goat.']])
})

at('what is shared has no title that was made of words that are gone', async () => {
  const one = await talk()
  const share = { of: one.own, leaf: one.answered, id: randomUUID(), at: new Date(), most: 5 }
  expect(await meanwhile(erase(one), () => insertSharedCopy(db, share))).toMatchObject({ is: 'made' })
  expect(await sql`select title from shared_copies where id = ${share.id}`).toEqual([
    { title: 'A conversation' },
  ])
})

/** Facts of two messages, of which the one of the second message is erased before that of the first. */
async function rememberTwo() {
  const [one, other] = [await talk(), await talk()]
  for (const { id, asked } of [one, other]) {
    const from = { conversationId: id, messageId: asked }
    const fact = { id: randomUUID(), by: 'person', from } as const
    await memories.add(of, { ...fact, text: `Said in ${id}.` })
  }
  const forget = (from: typeof one) => (transaction: Db) =>
    removeFactsFrom(transaction, { wallet: ada.address, conversationId: from.id }, [from.asked])
  const first = async (transaction: Db) => {
    await lockChoice(transaction, of)
    await forget(other)(transaction)
  }
  return { first, last: forget(one) }
}

at(
  'what is forgotten while words are erased that it comes from is gone, and neither waits for the other',
  async () => {
    await memories.removeAll(of)
    const { first, last } = await rememberTwo()
    expect(await meanwhile(first, () => memories.removeAll(of), last)).toMatchObject({ count: 0 })
  },
)

at(
  'what was forgotten long ago goes while words are erased that it comes from, and neither waits for the other',
  async () => {
    const { first, last } = await rememberTwo()
    await memories.removeAll(of)
    advance(2 * 3_600_000)
    await meanwhile(first, () => memories.sweep(), last)
    await memories.sweep()
    expect(await sql`select from facts where wallet = ${ada.address}`).toEqual([])
  },
)

at(
  'files are sent again while the question is erased that they came with, and neither waits for the other',
  async () => {
    const one = await talk()
    const other = randomUUID()
    const place = { conversationId: one.id, wallet: ada.address }
    const [shared = '', own = ''] = [randomUUID(), randomUUID()].toSorted()
    await sql`
    insert into messages (id, conversation_id, number, role, content, created_at, parent_id)
    values (${other}, ${one.id}, 3, 'user', 'And now?', now(), null)`
    for (const [id, questions] of [
      [shared, [one.asked, other]],
      [own, [one.asked]],
    ] as const)
      await sql`
      insert into sources (id, conversation_id, wallet, question_ids, name, position, created_at)
      values (${id}, ${one.id}, ${ada.address}, ${questions as unknown as string}, 'a.txt', 1, now())`
    const waiting = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      ).length
    const ids = [shared, own]
    const sent = { questionId: randomUUID(), parentId: null, ids }
    let attaching: Promise<boolean> | undefined
    await meanwhile(
      (transaction) => transaction.execute(`select from sources where id = '${own}' for update`),
      () => erase(one)(db),
      async () => {
        attaching = attachFiles(db, place, sent)
        await expect.poll(waiting).toBe(2)
      },
    )
    expect(await attaching).toBe(false)
  },
)
