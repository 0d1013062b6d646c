import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

/** The rows of the table in operating.md, each with the code that it tells: who changes one changes both. */
const kept: [figure: string, path: string, code: string][] = [
  ['7 days without use, 30 days at most', 'src/shared/session/own-sessions.ts', '{ unused: 7, atMost: 30 }'],
  ['1 hour', 'src/server/domain/undoable-deletes.ts', 'KEEP_DELETED_MS = 60 * 60_000'],
  ['24 hours', 'src/server/domain/knowledge/conversation-files.ts', 'KEEP_UNSENT_MS = 24 * 60 * 60_000'],
  ['24 hours', 'src/server/domain/agents/images.ts', 'KEEP_UNUSED_MS = 24 * 60 * 60_000'],
  ['6 hours', 'src/server/domain/files/stored-files.ts', 'KEEP_UNUSED_MS = 6 * 60 * 60_000'],
  ['1 hour', 'src/shared/common/limits.ts', 'UNKEPT_RUN_MS = 60 * 60_000'],
  ['30 days', 'src/server/domain/tools/tool-decisions.ts', 'KEPT_MS = 30 * 24 * 3_600_000'],
  ['24 hours', 'src/server/domain/doors/carries.ts', 'KEPT_MS = 24 * 3_600_000'],
  ['40 days', 'src/server/domain/spending/spending.ts', 'KEPT_DAYS = 40'],
  ['35 days', 'src/server/domain/doors/api-keys.ts', 'KEPT_DAYS = 35'],
  ['400 days', 'src/server/domain/spending/model-use.ts', 'KEPT_DAYS = 400'],
  ['3 days', 'src/server/domain/analytics/analytics.ts', 'KEEP_HOURS_MS = 3 * DAY_MS'],
  ['32 days', 'src/server/domain/analytics/analytics.ts', 'KEEP_PEOPLE_MS = 32 * DAY_MS'],
  ['365 days', 'src/server/domain/rank/rank.ts', 'KEEP_MS = 365 * DAY_MS'],
  ['90 days', 'src/server/domain/agents/agents.ts', 'HANDLE_RESTS_MS = 90 * 24 * 3_600_000'],
  ['90 days', 'src/server/domain/people/people.ts', 'NAME_RESTS_MS = 90 * DAY_MS'],
  ['90 days', 'src/server/domain/doors/oauth/authorizations.ts', 'TOKEN_DAYS = 90'],
  ['24 hours', 'src/server/domain/receipts/receipt-log.ts', 'KEPT_MS = 24 * 3_600_000'],
  ['the last 3 of each', 'src/server/db/embedded/database-copies.ts', 'KEPT = 3'],
  [
    '`BACKUP_KEEP` (7d); the newest always',
    'src/server/base/env-schema.ts',
    "BACKUP_KEEP: z._default(duration, '7d')",
  ],
]

test('how long what is kept is told as the code has it', () => {
  const [, table = ''] = read('docs/operating.md').split('| What | How long |\n|---|---|\n')
  const figures = (table.split('\n\n')[0] ?? '')
    .split('\n')
    .map((row) => row.split(' | ')[1]?.replace(/ \|$/, ''))
  expect(figures).toEqual(kept.map(([figure]) => figure))
  for (const [, path, code] of kept) expect(read(path).includes(code), `${path}: ${code}`).toBe(true)
})
