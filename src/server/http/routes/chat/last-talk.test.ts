import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Account, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { explain } from '../../../../../test/explain.ts'
import { storeLongConversation, storeShortConversations } from '../../../../../test/long-conversation.ts'
import { exchange, type Said, storeConversation } from '../../../../../test/store-conversation.ts'
import { type LastTalk, lastTalkSchema } from '../../../../shared/chat/conversations.ts'
import { findLastTalk } from '../../../db/conversations/last-talk.ts'

const database = await testDatabase()
const { send, signIn } = testApp(database)
const [ada, bob] = [await signIn(), await signIn()]

async function lastTalk(agentId: string, as?: Account): Promise<LastTalk['talk']> {
  const answer = await send('GET', `/api/agents/${agentId}/last-talk`, { as })
  expect(answer.status).toBe(200)
  return lastTalkSchema.parse(await answer.json()).talk
}

const store = (agentId: string, at: number, said: Said[], title = 'Light') =>
  storeConversation(database, { owner: ada.address, agentId, title, updatedAt: new Date(at) }, said)

test('an agent tells where somebody was: the newest question of the conversation that was used last', async () => {
  const agentId = randomUUID()
  expect(await lastTalk(agentId, ada)).toBeNull()
  const early = await store(agentId, 1_000_000, exchange('What is light?', 'A wave.'))
  const late = await store(agentId, 2_000_000, [
    ...exchange('And sound?', 'A wave.'),
    ...exchange('And\n\n**heat**?', 'It moves.'),
  ])
  await store(randomUUID(), 3_000_000, exchange('With another agent?', 'Yes.'))
  const { id: conversationId, said } = late
  const newest = {
    conversationId,
    title: 'Light',
    question: 'And heat?',
    askedAt: said[2]?.createdAt.toISOString(),
  }
  expect(await lastTalk(agentId, ada)).toEqual(newest)
  for (const as of [bob, undefined]) expect(await lastTalk(agentId, as)).toBeNull()

  await send('DELETE', `/api/conversations/${conversationId}/messages/${said[2]?.id}`, { as: ada })
  expect(await lastTalk(agentId, ada)).toMatchObject({ conversationId, question: 'And sound?' })
  await send('DELETE', `/api/conversations/${conversationId}/messages/${said[0]?.id}`, { as: ada })
  expect(await lastTalk(agentId, ada)).toMatchObject({ conversationId: early.id, question: 'What is light?' })
  await send('DELETE', `/api/conversations/${early.id}`, { as: ada })
  expect(await lastTalk(agentId, ada)).toBeNull()
})

test('a long question is cut between words, without half a character', async () => {
  const agentId = randomUUID()
  await store(agentId, 1_000_000, exchange('A question that goes on and on 👩‍👩‍👧‍👦 '.repeat(200), 'Yes.'))
  const { question = '' } = (await lastTalk(agentId, ada)) ?? {}
  expect(question).toMatch(/^A question that .*(on|👩‍👩‍👧‍👦)…$/u)
  expect(question.length).toBeLessThanOrEqual(121)
})

test('it is found by one statement, which reads no more of a long conversation', async () => {
  const owner = ada.address
  const agentId = randomUUID()
  await storeLongConversation(database, { owner, agentId }, 400)
  await storeShortConversations(database, bob.address, 300)
  await database.sql`analyze messages`
  const { result, plans } = await explain(
    database,
    (db) => findLastTalk(db, { owner, agentId }),
    'explain analyze',
  )
  expect(result).toMatchObject({ question: 'Question 400' })
  expect(plans).toHaveLength(1)
  const [plan] = plans.map((lines) => lines.map((line) => line['QUERY PLAN']).join('\n'))
  expect(plan).toMatch(/Index Scan Backward using messages_number on messages .*rows=1(\.00)? loops=1/)
})
