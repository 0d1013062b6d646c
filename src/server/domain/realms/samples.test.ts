import { expect, test } from 'vitest'
import { newRealmSchema } from '../../../shared/realms/realm-changes.ts'
import { realmSchema } from '../../../shared/realms/realms.ts'
import { SYSTEM_ADDRESS } from '../agents/samples.ts'
import { sampleRealms } from './samples.ts'

test('there are two, and they are told apart', () => {
  expect(sampleRealms).toHaveLength(2)
  expect(new Set(sampleRealms.map((realm) => realm.id)).size).toBe(2)
  expect(new Set(sampleRealms.map((realm) => realm.name)).size).toBe(2)
})

test.each(sampleRealms)('$name keeps every rule that a new realm must keep', (realm) => {
  const { id, name, description, unlisted, createdBy } = realm
  const made = { id, name, description, unlisted }
  expect(newRealmSchema.parse(made)).toEqual(made)
  expect(unlisted).toBe(false)
  expect(createdBy).toBe(SYSTEM_ADDRESS)
  const stored = { ...realm, createdAt: new Date(0).toISOString() }
  expect(realmSchema.parse(stored)).toEqual(stored)
})
