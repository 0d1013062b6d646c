import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import type { LogRow } from '../../shared/trust/desk.ts'
import { readEnv } from '../base/env.ts'
import { createLog } from '../base/log.ts'
import { hashOfRow } from '../db/trust/desk-log.ts'
import type { Operator } from './command.ts'
import { addDeskLog } from './desk-log.ts'

/** Runs the command in this process. @returns what it says, and whether it fails */
async function bionic(...words: string[]) {
  const said: string[] = []
  let failed = false
  const operator: Operator = {
    ...{ env: readEnv({}), log: createLog('silent'), note() {}, result() {} },
    say: (line) => void said.push(line),
    fail() {
      failed = true
    },
  }
  const program = new Command().exitOverride()
  addDeskLog(
    program,
    (action) =>
      (...given) =>
        action(operator, ...given),
  )
  await program.parseAsync(['desk-log', ...words], { from: 'user' })
  return { failed, said: said.join('\n') }
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
  expect(await bionic('--verify', whole)).toEqual({
    failed: false,
    said: expect.stringContaining(`number 4, with the hash ${log[3]?.hash}`),
  })
  expect(await bionic('--verify', altered)).toEqual({
    failed: true,
    said: expect.stringMatching(/^Fault in row 2: This row was altered/),
  })
  expect(await bionic('--verify', cut, '--beside', whole)).toEqual({
    failed: true,
    said: expect.stringMatching(/^Fault in row 4: .*cut off/),
  })
  await expect(bionic('--verify', wrong)).rejects.toThrow(/^Line 1 of .* is no row/)
  await expect(bionic('--verify', join(folder, 'none.jsonl'))).rejects.toThrow(/^There is no file/)
})
