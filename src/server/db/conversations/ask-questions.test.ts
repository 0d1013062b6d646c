import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ownDatabase } from '../../../../test/database.ts'
import { PLANNED_ANEW, plansOf } from '../../../../test/explain.ts'
import { askQuestions, type NewQuestion } from './ask-questions.ts'

// Which plans are kept depends on what other files have stored and asked.
const database = await ownDatabase()

/** An agent, and what makes first questions to it. */
async function anAsker() {
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
    model: null,
    requestId: '',
    apiKeyId: null,
    now: new Date().toISOString(),
  })
  return asked
}

test('a question after some others is stored by a plan that is kept, in a conversation that begins or goes on', async () => {
  const asked = await anAsker()
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

test('a question that read its path while words of it were deleted is not stored with them', async () => {
  const asked = await anAsker()
  const reads = { server: randomUUID(), pathBytes: 10_000 }
  const first = { ...asked(), content: 'It is a secret.' }
  await askQuestions(database.db, [first], reads)
  const { conversationId } = first
  await database.sql`delete from running_turns where conversation_id = ${conversationId}`
  await database.sql`update messages set content = 'Yes.', state = 'finished' where id = ${first.replyId}`
  const next = { ...asked(), conversationId, parentId: first.replyId }
  const stored = await database.sql.begin(async (own) => {
    await own`update conversations set erasures = erasures + 1 where id = ${conversationId}`
    const asking = askQuestions(database.db, [next], reads)
    // Until it waits for the conversation, whose path it has read.
    await wait(200)
    await own`update messages set content = '', erased = true where conversation_id = ${conversationId}`
    return { asking }
  })
  const [outcome] = await stored.asking
  expect(outcome?.facts.isRunning).toBe(false)
  expect(JSON.stringify(outcome?.stored?.path ?? [])).not.toContain('secret')
})
