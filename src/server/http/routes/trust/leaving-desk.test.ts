import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { deskClient, suspending, takeDown } from '../../../../../test/desk-client.ts'
import { createTestWallet } from '../../../../../test/wallet.ts'
import type { DeskCase } from '../../../../shared/trust/desk.ts'
import { verifyLog } from '../../../domain/trust/verify-log.ts'

const MARK = 'Quillfeather'
const database = await testDatabase()
const wallet = createTestWallet()
const app = testApp(database, { settings: { OPERATORS: [wallet.address] } })
const { send, signIn, sign } = app
const olga = await signIn(wallet)
const { acted, makeAgent, openCase, object, statements, exportLog } = deskClient(app, database)

/** Everything that an operator can read of anybody. */
async function readDesk(): Promise<string> {
  const read = async (path: string) => (await send('GET', path, { as: olga })).text()
  const lists = [await read('/api/desk/cases'), await read('/api/desk/cases?state=closed')]
  const ids = lists.flatMap((list) => (JSON.parse(list) as { cases: DeskCase[] }).cases.map(({ id }) => id))
  const cases = []
  for (const id of ids) cases.push(await read(`/api/desk/cases/${id}`))
  return [...lists, ...cases, await read('/api/desk/log'), await read('/api/desk/log/export')].join('\n')
}

/** All rows of all tables of the desk. */
async function readTables(): Promise<string> {
  const tables = ['desk_cases', 'desk_log', 'desk_people', 'desk_objections', 'desk_operators', 'suspensions']
  const texts = []
  for (const table of tables) {
    const rows = await database.sql.unsafe(`select * from ${table}`)
    texts.push(JSON.stringify(rows))
  }
  return texts.join('\n')
}

async function leave(ada: typeof olga): Promise<void> {
  const headers = await sign(ada, { action: 'delete-everything' })
  expect((await send('DELETE', '/api/me', { as: ada, headers })).status).toBe(200)
  app.advance(11_000)
  await app.sweeps.deletions()
}

test('of somebody who deletes everything nothing is left at the desk, and the log stays the chain that it was', async () => {
  const ada = await signIn()
  const agent = await makeAgent(ada, { name: `${MARK} Lamp` })
  const on = { case: await openCase(ada, agent) }
  await database.sql`update desk_cases set seen = jsonb_set(seen, '{title}', ${JSON.stringify(`${MARK} Lamp`)}::jsonb) where id = ${on.case}`
  const { number } = await acted(olga, on, takeDown)
  await object(ada, number, `${MARK} is innocent`)
  const before = await exportLog(olga)
  for (const text of [await readDesk(), await readTables()]) {
    expect(text).toContain(ada.address)
    expect(text).toContain(MARK)
  }
  await leave(ada)
  for (const text of [await readDesk(), await readTables()]) {
    expect(text).not.toContain(ada.address)
    expect(text).not.toContain(MARK)
  }
  const rows = await exportLog(olga)
  expect(rows).toEqual(before)
  expect((await verifyLog(rows)).faults).toEqual([])
})

test('a suspension that holds stays with a wallet that comes back, and what is over does not', async () => {
  const [held, free] = [await signIn(), await signIn()]
  await acted(olga, { person: held.address }, suspending(held))
  await acted(olga, { person: free.address }, suspending(free, 'all', 1))
  app.advance(2 * 24 * 3_600_000)
  expect(await statements(free)).toHaveLength(1)
  await leave(held)
  await leave(free)
  expect(await readTables()).not.toContain(held.address)
  const [heldAgain, freeAgain] = [await signIn(held.wallet), await signIn(free.wallet)]
  expect(await statements(heldAgain)).toMatchObject([
    { action: 'suspend', holds: true, title: '', canObject: true },
  ])
  expect(await statements(freeAgain)).toEqual([])
})
