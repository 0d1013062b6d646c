import { Command } from 'commander'
import { type AddCommand, createOperator, type Output, type RunCommand } from './command.ts'
import { heedOutput, sayFailure, tellFullDisk } from './say-failure.ts'

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
  const output = outputOf(words)
  heedOutput(output)
  const program = new Command('bionic')
    .description('Looks after a place of Bionic: its database, its backups, its settings.')
    .option('--json', 'print one JSON value for programs in place of lines for people')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
  const run: RunCommand =
    (action) =>
    async (...given) => {
      const operator = createOperator(variables, output)
      await action(operator, ...given).catch((error: unknown) => {
        throw tellFullDisk(error, operator.env)
      })
    }
  const asked = commands.get(words.find((word) => commands.has(word)) ?? '')
  for (const load of asked ? [asked] : commands.values()) {
    const add = await load()
    add(program, run)
  }
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    process.exitCode = sayFailure(error, output)
  }
}

/** Known from the words themselves, because it also says how a mistake in them is told. */
function outputOf(words: readonly string[]): Output {
  const isArchive = words.includes('backup') && words.includes('-') && !words.includes('--verify')
  return { json: words.includes('--json'), toFile: isArchive }
}

if (import.meta.main) await runOperator(process.argv.slice(2), process.env)
