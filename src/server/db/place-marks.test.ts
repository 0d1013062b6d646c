import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { ownDatabase, testDatabase } from '../../../test/database.ts'
import { findDatabaseMark, findPlaceMark } from './place-marks.ts'
import { publishPlaceKey } from './receipts/place-keys.ts'

const database = await testDatabase()

const newKey = (createdAt: Date) => ({
  ...{ id: randomBytes(4).toString('hex'), name: 'bionic/receipts', createdAt },
  publicKey: randomBytes(32),
})

test('two new places have marks of their own, which a later key does not change', async () => {
  const { db } = database
  const other = await ownDatabase()
  const before = await findDatabaseMark(db)
  for (const place of [db, other.db]) await publishPlaceKey(place, newKey(new Date(0)))
  const [mark, others] = [await findPlaceMark(db), await findPlaceMark(other.db)]
  expect(mark).toMatch(/^[0-9a-f]{8}$/)
  expect(others).not.toBe(mark)
  await publishPlaceKey(db, newKey(new Date(1)))
  expect(await findPlaceMark(db)).toBe(mark)
  expect(await findDatabaseMark(db)).toBe(before)
  if (database.kind === 'postgresql') expect(await findDatabaseMark(other.db)).not.toBe(before)
})
