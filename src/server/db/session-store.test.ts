import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { createTestWallet } from '../../../test/wallet.ts'
import { createSessionStore } from './session-store.ts'

const { db } = await testDatabase()

test('signing in again and again leaves the newest sessions of that wallet, and those of others', async () => {
  let now = Date.now()
  const store = createSessionStore({ db, clock: () => new Date(now), most: 3 })
  const from = { clientAddress: '', userAgent: '' }
  const other = await store.open(createTestWallet().address, from)
  const { address } = createTestWallet()
  const tokens: string[] = []
  for (let time = 0; time < 5; time++) {
    now += 1
    tokens.push((await store.open(address, from)).token)
  }
  const alive = await Promise.all(tokens.map(async (token) => (await store.find(token)) !== null))
  expect(alive).toEqual([false, false, true, true, true])
  expect(await store.find(other.token)).not.toBeNull()
})
