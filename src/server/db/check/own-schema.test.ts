import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { readStoredParts } from './missing-parts.ts'
import { readOwnKeys, readOwnParts, type SchemaPart } from './own-schema.ts'

const database = await testDatabase()

const named = (parts: readonly SchemaPart[]) =>
  parts.map(({ kind, table, name }) => `${kind} ${table} ${name}`).sort()

test('what this version is said to have is what its migrations make, with the statements that make it again', async () => {
  const own = readOwnParts()
  expect(named(own)).toEqual(named(await readStoredParts(database)))
  const alone = own.filter(({ statements }) => statements.length > 0)
  expect(named(alone)).toEqual(expect.arrayContaining(named(own.filter(({ kind }) => kind !== 'constraint'))))
  expect(alone.filter(({ kind }) => kind === 'constraint').length).toBeGreaterThanOrEqual(
    readOwnKeys().length,
  )
})
