import { expect, test } from 'vitest'
import { ownDatabase } from '../../../../test/database.ts'
import { PLANNED_ANEW, plansOf } from '../../../../test/explain.ts'
import { countConversations, measureWords } from './measure-wallet.ts'

// What PostgreSQL keeps depends on what was executed before, so no other file's statements come in between.
const { db } = await ownDatabase()

test.each([
  ['count_conversations', countConversations],
  ['measure_words', measureWords],
])('what precedes a first question, %s, is measured by a plan that is kept', async (name, measure) => {
  await db.transaction(async (own) => {
    for (let times = 0; times < PLANNED_ANEW; times++) await measure(own, 'ada', new Date())
    const before = await plansOf(own, name)
    await measure(own, 'bob', new Date())
    expect(await plansOf(own, name)).toEqual({ ...before, kept: before.kept + 1 })
  })
})
