import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'

const { sql } = await testDatabase()

const columnsOf = async (table: string) => {
  const rows = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns where table_name = ${table}`
  return rows.map((row) => row.name)
}

// §3.15, §3.17, §7.10, §7.13
test('the tables have the columns that the specification names, in snake_case', async () => {
  expect(await columnsOf('agents')).toEqual(
    expect.arrayContaining([
      'id',
      'name',
      'description',
      'category',
      'personality',
      'capabilities',
      'knowledge_domains',
      'owner',
      'image_url',
      'pump_token',
      'is_public',
      'visibility_enabled',
      'upvotes',
      'created_at',
    ]),
  )
  expect(await columnsOf('realms')).toEqual(
    expect.arrayContaining(['id', 'name', 'description', 'created_by', 'participants', 'created_at']),
  )
})
