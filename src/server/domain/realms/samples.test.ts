import { expect, test } from 'vitest'
import { newRealmSchema, realmSchema } from '../../../shared/realms.ts'
import { SYSTEM_ADDRESS } from '../agents/samples.ts'
import { sampleRealms } from './samples.ts'

test('there are two, and they are told apart', () => {
  expect(sampleRealms).toHaveLength(2)
  expect(new Set(sampleRealms.map((realm) => realm.id)).size).toBe(2)
  expect(new Set(sampleRealms.map((realm) => realm.name)).size).toBe(2)
})

test.each(sampleRealms)('$name keeps every rule that a new realm must keep', (realm) => {
  const { id, name, description, createdBy } = realm
  expect(newRealmSchema.parse({ id, name, description })).toEqual({ id, name, description })
  expect(createdBy).toBe(SYSTEM_ADDRESS)
  const stored = { ...realm, createdAt: new Date(0).toISOString() }
  expect(realmSchema.parse(stored)).toEqual(stored)
})
