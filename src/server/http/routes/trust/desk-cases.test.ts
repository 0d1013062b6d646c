import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { deskClient, lifting, nothing, suspending } from '../../../../../test/desk-client.ts'
import { outcome } from '../../../../../test/realm-requests.ts'
import { createTestWallet } from '../../../../../test/wallet.ts'
import { decideCase, lockCase } from '../../../db/trust/desk-cases.ts'

const database = await testDatabase()
const wallets = [createTestWallet(), createTestWallet()] as const
const app = testApp(database, { settings: { OPERATORS: wallets.map(({ address }) => address) } })
const { send, signIn } = app
const [olga, pavel] = [await signIn(wallets[0]), await signIn(wallets[1])]
const { act, acted, makeAgent, object, openCase, readCase } = deskClient(app, database)

// The embedded database has one connection, on which nothing comes in between.
test.skipIf(database.kind === 'embedded')(
  'what is reported while an operator closes its case opens it again',
  async () => {
    const ada = await signIn()
    const agent = await makeAgent(ada)
    const id = await openCase(ada, agent)
    let again: Promise<string> | undefined
    await database.db.transaction(async (transaction) => {
      await lockCase(transaction, id)
      again = openCase(ada, agent, 3)
      await expect
        .poll(
          () => database.sql`
            select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%desk_cases%'`,
        )
        .not.toEqual([])
      const closed = { number: 1, at: new Date(), state: 'closed', standing: null, outcomes: {} } as const
      await decideCase(transaction, id, closed)
    })
    expect(await again).toBe(id)
    expect((await readCase(olga, id)).case).toMatchObject({ state: 'open', weight: 3, reports: 2 })
  },
)

test('a suspension is lifted from another case as from its own: not by whoever suspended, and no objection waits any more', async () => {
  const ada = await signIn()
  const at = { case: await openCase(ada, await makeAgent(ada)) }
  const other = { case: await openCase(ada, await makeAgent(ada)) }
  const { number } = await acted(olga, at, suspending(ada))
  await object(ada, number)
  expect(await outcome(act(olga, other, lifting(ada)))).toEqual([403, 'forbidden'])
  await acted(pavel, other, lifting(ada))
  expect(await readCase(pavel, at.case)).toMatchObject({
    case: { state: 'closed', weight: 0 },
    objections: [],
  })
})

test('what was reported while an objection waited is still to be decided once that was answered from another case', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const agent = await makeAgent(ada)
  const at = { case: await openCase(ada, agent) }
  await object(ada, (await acted(olga, at, suspending(ada))).number)
  const json = { id: randomUUID(), kind: 'agent', subject: agent, reason: 'spam', words: '' }
  expect((await send('POST', '/api/reports', { as: bob, json })).status).toBe(201)
  await acted(pavel, { person: ada.address }, lifting(ada))
  expect((await readCase(pavel, at.case)).case.state).toBe('open')
  await acted(pavel, at, nothing)
  expect((await readCase(pavel, at.case)).case.state).toBe('closed')
})

test('a case whose objection was answered from another one before that was noted can be closed', async () => {
  const ada = await signIn()
  const at = { case: await openCase(ada, await makeAgent(ada)) }
  await database.sql`update desk_cases set state = 'objected' where id = ${at.case}`
  await acted(pavel, at, nothing)
  expect((await readCase(pavel, at.case)).case.state).toBe('closed')
})
