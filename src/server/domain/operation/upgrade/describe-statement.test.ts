import { expect, test } from 'vitest'
import { readMigrations } from '../../../db/connect/migrations.ts'
import { describeStatement } from './describe-statement.ts'

test('every statement of every migration is known, so that none is taken for the worst', () => {
  const unknown = readMigrations().flatMap(({ name, statements }) =>
    statements.flatMap((text) => {
      const described = describeStatement(text)
      return described?.says.startsWith('does what is not known') ? [`${name}: ${described.says}`] : []
    }),
  )
  expect(unknown).toEqual([])
})

test.each([
  ['ALTER TABLE "a" ADD COLUMN "b" text DEFAULT \'\' NOT NULL', 'nothing', false],
  ['ALTER TABLE "a" ADD COLUMN "b" uuid DEFAULT gen_random_uuid() NOT NULL', 'writes the table anew', false],
  [
    'ALTER TABLE "a" ADD COLUMN "b" text GENERATED ALWAYS AS (lower(c)) STORED',
    'writes the table anew',
    false,
  ],
  ['ALTER TABLE "a" ADD COLUMN "b" text NOT NULL', 'nothing', true],
  ['ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL', 'reads the table', true],
  ['ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE bigint', 'writes the table anew', true],
  ['ALTER INDEX "a" ALTER COLUMN 1 SET STATISTICS 0', 'nothing', false],
  ['-- Why it is so.\nUPDATE "a" SET b = 1', 'writes the table anew', false],
  ['VACUUM "a"', 'writes the table anew', true],
])('%s', (text, work, breaksOlder) => {
  expect(describeStatement(text)).toMatchObject({ work, breaksOlder })
})
