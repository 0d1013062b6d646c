import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { PLANNED_ANEW, plansOf } from '../../../../test/explain.ts'
import { askQuestions, type NewQuestion } from './ask-questions.ts'

const database = await testDatabase()

test('a question after some others is stored by a plan that is kept, in a conversation that begins or goes on', async () => {
  const agentId = randomUUID()
  await database.sql`
    insert into agents (id, name, description, image_url, personality, capabilities, knowledge_domains, owner,
      category, is_public, visibility_enabled, created_at)
    values (${agentId}, 'Ada', '', '/a.webp', 'You are Ada.', '{}', '{}', 'maker', 'neural', true, true, now())`
  const asked = (): NewQuestion => ({
    conversationId: randomUUID(),
    owner: 'ada',
    agentId,
    replyId: randomUUID(),
    questionId: randomUUID(),
    content: 'Why?',
    parentId: null,
    greeting: null,
    title: 'Why?',
    requestId: '',
    apiKeyId: null,
    now: new Date().toISOString(),
  })
  await database.db.transaction(async (own) => {
    const ask = async (question: NewQuestion) => {
      const [outcome] = await askQuestions(own, [question], { server: randomUUID(), pathBytes: 10_000 })
      return outcome
    }
    for (let times = 0; times < PLANNED_ANEW; times++)
      expect(await ask(asked())).toMatchObject({ stored: { begins: true } })
    const before = await plansOf(own, 'ask_question')
    const first = asked()
    expect(await ask(first)).toMatchObject({ stored: { begins: true } })
    await own.execute(sql`delete from running_turns`)
    const next = { ...asked(), conversationId: first.conversationId, parentId: first.replyId }
    expect(await ask(next)).toMatchObject({ stored: { begins: false } })
    expect(await plansOf(own, 'ask_question')).toEqual({ ...before, kept: before.kept + 2 })
  })
})
