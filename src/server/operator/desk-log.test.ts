import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import type { LogRow } from '../../shared/trust/desk.ts'
import { hashOfRow } from '../db/trust/desk-log.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))

function bionic(...words: string[]) {
  return new Promise<{ code: number; out: string; error: string }>((resolve) => {
    const { PATH = '', HOME = '' } = process.env
    const child = execFile(process.execPath, [program, ...words], { env: { PATH, HOME } }, (_, out, error) =>
      resolve({ code: child.exitCode ?? -1, out, error }),
    )
  })
}

function rows(count: number): LogRow[] {
  const made: LogRow[] = []
  for (let number = 1; number <= count; number++) {
    const row: Omit<LogRow, 'hash'> = {
      ...{ number, at: '2026-11-26T12:00:00.000Z', action: 'take_down', kind: 'agent', subject: 'one' },
      ...{ wallet: null, operator: 'Olga', ground: 'spam', words: 'It advertises.', scope: null },
      ...{ until: null, about: null, before: made.at(-1)?.hash ?? '' },
    }
    made.push({ ...row, hash: hashOfRow(row) })
  }
  return made
}

test('an exported log is checked without a database, and what was cut off is seen beside an earlier one', async () => {
  const folder = temporaryFolder()
  const write = (name: string, log: readonly LogRow[]) => {
    writeFileSync(join(folder, name), log.map((row) => `${JSON.stringify(row)}\n`).join(''))
    return join(folder, name)
  }
  const log = rows(4)
  const [whole, cut] = [write('whole.jsonl', log), write('cut.jsonl', log.slice(0, 3))]
  const altered = write(
    'altered.jsonl',
    log.map((row) => (row.number === 2 ? { ...row, words: 'Nothing.' } : row)),
  )
  const wrong = join(folder, 'wrong.jsonl')
  writeFileSync(wrong, 'Not a row\n')
  const answers = await Promise.all([
    bionic('desk-log', '--verify', whole),
    bionic('desk-log', '--verify', altered),
    bionic('desk-log', '--verify', cut, '--beside', whole),
    bionic('desk-log', '--verify', wrong),
    bionic('desk-log', '--verify', join(folder, 'none.jsonl')),
  ])
  expect(answers).toMatchObject([
    { code: 0, out: expect.stringContaining(`number 4, with the hash ${log[3]?.hash}`) },
    { code: 1, out: expect.stringMatching(/^Fault in row 2: This row was altered/) },
    { code: 1, out: expect.stringMatching(/^Fault in row 4: .*cut off/) },
    { code: 1, error: expect.stringMatching(/^Line 1 of .* is no row/) },
    { code: 1, error: expect.stringMatching(/^There is no file/) },
  ])
}, 60_000)
