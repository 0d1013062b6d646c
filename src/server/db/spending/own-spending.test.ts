import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anAgentRow } from '../../../../test/an-agent.ts'
import { testDatabase } from '../../../../test/database.ts'
import { agents } from '../schema/agents.ts'
import { modelCarries, modelUse, spentUnits } from '../schema/models.ts'
import { addUnits, spentUnitsTable } from './held-units.ts'
import { addModelUse, readModelUse } from './model-use.ts'
import { moveSpending, moveSpendingOfAgent, removeSpending } from './own-spending.ts'

const { db } = await testDatabase()
const day = '2026-01-31'

async function agentOf(owner: string): Promise<string> {
  const id = randomUUID()
  await db.insert(agents).values(anAgentRow({ id, owner }))
  return id
}

const use = (payer: string, agentId: string, replies = 1) => ({
  ...{ day, payer, agentId, provider: 'Somewhere', model: 'small', replies },
  ...{ promptTokens: 10, completionTokens: 5, cachedTokens: 0, words: 4, micros: 100, priced: replies },
})
const seenBy = async (viewer: string) =>
  (await readModelUse(db, { viewer, agent: null, from: day })).map(({ isPaid, replies, agentId }) => ({
    ...{ isPaid, replies, agentId },
  }))
const unit = (account: string) => ({ account, day, server: 's', units: 5, held: 0, until: 0 })

test('a wallet that takes everything has the sums of both, and one that takes an agent has those of the agent', async () => {
  const [ada, bob, cyd] = [randomUUID(), randomUUID(), randomUUID()]
  const [first, second] = [await agentOf(ada), await agentOf(bob)]
  await addModelUse(db, [use('place', first), use(ada, second), use(bob, second, 2), use('place', '')])
  await moveSpending(db, ada, bob)
  await db.update(agents).set({ owner: bob })
  expect(await seenBy(ada)).toEqual([])
  expect(await seenBy(bob)).toEqual(
    expect.arrayContaining([
      { isPaid: false, replies: 1, agentId: first },
      { isPaid: true, replies: 3, agentId: second },
    ]),
  )
  await moveSpendingOfAgent(db, { agentId: second, from: bob, to: cyd })
  expect(await seenBy(cyd)).toHaveLength(1)
  // What a key of his paid stays his to see.
  expect(await seenBy(bob)).toContainEqual({ isPaid: true, replies: 3, agentId: second })
})

test('of a wallet that leaves no sum, account or carry is left, and others keep the sums of their agents', async () => {
  const [eve, fay] = [randomUUID(), randomUUID()]
  const [ofEve, ofFay] = [await agentOf(eve), await agentOf(fay)]
  await addModelUse(db, [use('place', ofEve), use(eve, ofFay), use(fay, ofFay)])
  const accounts = [`place:${eve}:words`, `key:${randomUUID()}:${eve}:words`, `place:${fay}:words`]
  await addUnits(db, spentUnitsTable, accounts.map(unit))
  const carry = { provider: 'p', model: 'm', dialect: 'chat' as const, bytes: '{}', createdAt: new Date() }
  await db.insert(modelCarries).values({ id: `${eve}:call`, ...carry })
  await removeSpending(db, eve)
  const left = [db.select().from(modelUse), db.select().from(spentUnits), db.select().from(modelCarries)]
  const all = JSON.stringify(await Promise.all(left))
  expect(all).not.toContain(eve)
  expect(all).toContain(`place:${fay}:words`)
  const seen = await seenBy(fay)
  expect(seen.reduce((sum, { replies }) => sum + replies, 0)).toBe(2)
})
