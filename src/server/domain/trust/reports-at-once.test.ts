import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newAgent, testApp } from '../../../../test/app.ts'
import { anyDatabase } from '../../../../test/database.ts'
import { outcome } from '../../../../test/realm-requests.ts'
import type { Agent } from '../../../shared/agents/agents.ts'
import { trustLimits } from '../../../shared/trust/trust-limits.ts'
import type { Db } from '../../db/connect/connect.ts'
import { lockNames } from '../../db/lock-names.ts'

const database = await anyDatabase()
const { db, sql } = database
const { newWallets, send, signIn } = testApp(database, { settings: { NEW_WALLET_HOURS: 24 } })

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
