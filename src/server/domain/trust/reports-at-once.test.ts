import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newAgent, testApp } from '../../../../test/app.ts'
import { anyDatabase } from '../../../../test/database.ts'
import { deskClient, suspending } from '../../../../test/desk-client.ts'
import { meanwhileOn } from '../../../../test/meanwhile.ts'
import { outcome } from '../../../../test/realm-requests.ts'
import { createTestWallet } from '../../../../test/wallet.ts'
import type { Agent } from '../../../shared/agents/agents.ts'
import { trustLimits } from '../../../shared/trust/trust-limits.ts'
import type { Db } from '../../db/connect/connect.ts'
import { lockNames } from '../../db/lock-names.ts'
import { openCase } from '../../db/trust/cases.ts'

const database = await anyDatabase()
const { db, sql } = database
const operator = createTestWallet()
const settings = { NEW_WALLET_HOURS: 24, OPERATORS: [operator.address] }
const app = testApp(database, { settings })
const { newWallets, send, signIn } = app

// Embedded, there is one connection.
test.runIf(database.kind === 'postgresql')(
  'a report that is sent twice at once and takes the last place of a new wallet is answered twice',
  async () => {
    const [ada, bob] = [await signIn(), await signIn()]
    const made = await send('POST', '/api/agents', { as: ada, json: newAgent })
    const { id: subject } = (await made.json()) as Agent
    for (let time = 1; time < trustLimits.newWallet.reports; time++)
      await newWallets.hold(bob.address, 'reports', async () => {})
    const json = { id: randomUUID(), kind: 'agent', subject, reason: 'spam', words: '' }
    const report = () => outcome(send('POST', '/api/reports', { as: bob, json }))
    const waits = async () =>
      (await sql`select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`)
        .length
    const both = await db.transaction(async (transaction) => {
      await lockNames(transaction as unknown as Db, `reports ${bob.address}`)
      const first = report()
      await expect.poll(waits).toBe(1)
      let isDone = false
      const second = report().finally(() => {
        isDone = true
      })
      await expect.poll(async () => isDone || (await waits()) === 2).toBe(true)
      return [first, second]
    })
    expect(await Promise.all(both)).toEqual([[201], [200]])
  },
)

test.runIf(database.kind === 'postgresql')(
  'who is reported at this moment is acted on, and objects, all the same',
  async () => {
    const [olga, eve] = [await signIn(operator), await signIn()]
    const { acted, object } = deskClient(app, database)
    const subject = { kind: 'person', subject: eve.address } as const
    const seen = { title: 'Eve', maker: eve.address, href: `/by/${eve.address}`, picture: null, texts: [] }
    const report = (transaction: Db) =>
      openCase(transaction, randomUUID(), {
        ...{ ...subject, source: 'report', weight: 1, maker: eve.address, seen, at: new Date() },
      })
    const meanwhile = meanwhileOn(database)
    const row = await meanwhile(report, () => acted(olga, { person: eve.address }, suspending(eve)))
    await sql`delete from desk_cases`
    expect((await meanwhile(report, () => object(eve, row.number))).status).toBeLessThan(300)
    expect(await sql`select state, sources, decided_by from desk_cases`).toEqual([
      { state: 'objected', sources: ['report'], decided_by: null },
    ])
  },
)
