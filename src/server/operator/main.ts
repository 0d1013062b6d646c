import { Command, CommanderError } from 'commander'
import { safeMessage } from '../base/describe-error.ts'
import { EnvError } from '../base/env.ts'
import { BackupError } from '../db/backup/backup-error.ts'
import { DatabaseError } from '../db/connect/database-error.ts'
import { Failure } from '../domain/failure.ts'
import { type AddCommand, createOperator, exitCodes, type RunCommand } from './command.ts'
import { OperatorError } from './operator-error.ts'

/** Only the one that is asked for is loaded: a backup runs beside servers that need the processor. */
const commands = new Map<string, () => Promise<AddCommand>>([
  ['backup', async () => (await import('./backup.ts')).addBackup],
  ['restore', async () => (await import('./restore.ts')).addRestore],
  ['move-files', async () => (await import('./move-files.ts')).addMoveFiles],
  ['check', async () => (await import('./check.ts')).addCheck],
  ['repair', async () => (await import('./check.ts')).addRepair],
  ['upgrade', async () => (await import('./upgrade.ts')).addUpgrade],
  ['doctor', async () => (await import('./doctor.ts')).addDoctor],
  ['desk-log', async () => (await import('./desk-log.ts')).addDeskLog],
  ['rotate-keys', async () => (await import('./rotate-keys.ts')).addRotateKeys],
  ['renew-receipt-key', async () => (await import('./renew-receipt-key.ts')).addRenewReceiptKey],
])

/** The operator's program: `npm run bionic -- <command>`, or `bionic <command>` in the image. */
export async function runOperator(
  words: readonly string[],
  variables: Record<string, string | undefined>,
): Promise<void> {
  const program = new Command('bionic')
    .description('Looks after a place of Bionic: its database, its backups, its settings.')
    .option('--json', 'print one JSON value for programs in place of lines for people')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
  const run: RunCommand =
    (action) =>
    async (...given) => {
      const { json = false } = program.opts<{ json?: boolean }>()
      await action(createOperator(variables, { json, toFile: given[0] === '-' }), ...given)
    }
  const asked = commands.get(words.find((word) => commands.has(word)) ?? '')
  for (const load of asked ? [asked] : commands.values()) {
    const add = await load()
    add(program, run)
  }
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    process.exitCode = exitCodeOf(error)
  }
}

/** Says what went wrong, unless the parser of arguments has said it. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
  const isSaid = [OperatorError, EnvError, DatabaseError, BackupError, Failure].some(
    (kind) => error instanceof kind,
  )
  process.stderr.write(`${isSaid ? (error as Error).message : `Not done: ${safeMessage(error)}`}\n`)
  return error instanceof EnvError ? exitCodes.usage : exitCodes.failed
}

if (import.meta.main) await runOperator(process.argv.slice(2), process.env)
