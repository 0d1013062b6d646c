import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { type LogRow, logRowSchema } from '../../shared/trust/desk.ts'
import { readLog } from '../db/trust/desk-log.ts'
import { type CheckedChain, compareLogs, verifyLog } from '../domain/trust/verify-log.ts'
import type { Operator, RunCommand } from './command.ts'
import { openPlace } from './open-place.ts'
import { OperatorError } from './operator-error.ts'

interface DeskLogOptions {
  verify?: string
  beside?: string
}

export function addDeskLog(program: Command, run: RunCommand): void {
  program
    .command('desk-log')
    .description(
      'check that the log of the desk is as it was written: each row, its place, and none missing; beside servers',
    )
    .option('--verify <file>', 'check an exported log, without a database')
    .option(
      '--beside <file>',
      'also compare with a log that was exported earlier, which alone shows whether the end was cut off or all was made anew',
    )
    .action(run((operator, options: DeskLogOptions) => checkLog(operator, options)))
}

async function checkLog(operator: Operator, { verify, beside }: DeskLogOptions): Promise<void> {
  if (verify !== undefined) return tell(operator, () => readFile(verify), beside)
  const database = await openPlace(operator, { readsCopy: true })
  try {
    await tell(operator, () => readLog(database.db), beside)
  } finally {
    await database.close()
  }
}

async function tell(
  { say, result, fail }: Operator,
  read: () => AsyncIterable<LogRow>,
  beside: string | undefined,
): Promise<void> {
  const checked = await verifyLog(read())
  const other = beside === undefined ? null : await compareLogs(readFile(beside), read())
  const faults = [...checked.faults, ...(other ? [other] : [])]
  for (const { number, problem } of faults) say(`Fault in row ${number}: ${problem}`)
  if (faults.length === 0) say(whole(checked))
  result({ ...checked, faults })
  if (faults.length > 0) fail()
}

function whole({ rows, head }: CheckedChain): string {
  if (!head) return 'The log is empty.'
  return `The log is whole: ${rows} rows. The last one is number ${head.number}, with the hash ${head.hash}. Keep that line, or an export: beside it, it shows later whether rows were cut off at the end.`
}

/** @throws {OperatorError} for a line that is no row */
async function* readFile(file: string): AsyncGenerator<LogRow> {
  const stream = createReadStream(file, 'utf8')
  let line = 0
  try {
    for await (const text of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      line += 1
      if (text.trim() !== '') yield rowOf(text, file, line)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new OperatorError(`There is no file ${file}.`)
    throw error
  }
}

function rowOf(text: string, file: string, line: number): LogRow {
  try {
    return logRowSchema.parse(JSON.parse(text))
  } catch {
    throw new OperatorError(`Line ${line} of ${file} is no row of a log.`)
  }
}
