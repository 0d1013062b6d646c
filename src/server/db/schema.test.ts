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

test('what grows with what is said is found by its conversation: each key and each reference begins with it', async () => {
  const grow = ['messages', 'recall_blocks', 'recall_words']
  const keys = await sql<{ name: string; first: string }[]>`
    select indexrelid::regclass::text as name, attname as first from pg_index
    join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where indrelid::regclass::text = any(${grow})`
  expect(keys.length).toBeGreaterThan(grow.length)
  expect(keys.filter(({ first }) => first !== 'conversation_id')).toEqual([])
  const references = await sql<{ name: string; first: string }[]>`
    select conname as name, attname as first from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and (confrelid::regclass::text = any(${grow}) or conrelid::regclass::text = any(${grow}))`
  expect(references.length).toBeGreaterThanOrEqual(grow.length)
  expect(references.filter(({ first }) => first !== 'conversation_id')).toEqual([])
})
