import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { ownDatabase, testDatabase, testDatabaseVariables } from '../../../../test/database.ts'
import { publishPlaceKey } from '../receipts/place-keys.ts'
import { BackupLead, findPlaceMark } from './backup-lead.ts'

const database = await testDatabase()
const { DATABASE_URL: databaseUrl } = await testDatabaseVariables()

test('two new places have marks of their own, which a later key does not change', async () => {
  const { db } = database
  const other = await ownDatabase()
  const key = (createdAt: Date) => ({
    ...{ id: randomBytes(4).toString('hex'), name: 'bionic/receipts', createdAt },
    publicKey: randomBytes(32),
  })
  for (const place of [db, other.db]) await publishPlaceKey(place, key(new Date(0)))
  const [mark, others] = [await findPlaceMark(db), await findPlaceMark(other.db)]
  expect(mark).toMatch(/^[0-9a-f]{8}$/)
  expect(others).not.toBe(mark)
  await publishPlaceKey(db, key(new Date(1)))
  expect(await findPlaceMark(db)).toBe(mark)
})

test.runIf(databaseUrl !== undefined)(
  'of two servers one makes the backups, and the other one once that has ended',
  async () => {
    const [one, other] = [new BackupLead(databaseUrl), new BackupLead(databaseUrl)]
    expect([await one.holds(), await other.holds()]).toEqual([true, false])
    expect([await one.holds(), await other.holds()]).toEqual([true, false])
    await one.release()
    await expect.poll(() => other.holds()).toBe(true)
    await other.release()
  },
)
