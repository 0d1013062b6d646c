import { existsSync, readdirSync } from 'node:fs'
import { constants as priorities, setPriority } from 'node:os'
import type { Command } from 'commander'
import { BackupError } from '../db/backup/backup-error.ts'
import type { Manifest } from '../db/backup/manifest.ts'
import { verifyArchive } from '../db/backup/read-archive.ts'
import type { RowsSource } from '../db/backup/rows-source.ts'
import {
  openBackupSource,
  streamBackup,
  type WrittenBackup,
  writeBackupFile,
} from '../db/backup/write-backup.ts'
import { openFileStore } from '../domain/files/open-file-store.ts'
import { copySecret, placeOf, refuseSecret, refuseUnreadable } from './backup-files.ts'
import type { Operator, RunCommand } from './command.ts'
import { pacedWithFiles } from './file-rows.ts'
import { OperatorError, UsageError } from './operator-error.ts'

/** Linux alone lists them. */
const THREADS = '/proc/self/task'

interface Options {
  verify?: true
  secrets?: string
}

export function addBackup(program: Command, run: RunCommand): void {
  program
    .command('backup')
    .description('write everything of the database into one file, while servers run')
    .argument('<file>', 'where to, or - for standard output; with --verify the backup to read')
    .option('--verify', 'read all of a backup and say whether it is whole')
    .option(
      '--secrets <file>',
      'also copy the secret that people’s keys are encrypted under into a file of its own',
    )
    .addHelpText(
      'after',
      '\nA server makes backups itself where BACKUP_EVERY is set, such as to 6h, and keeps them for BACKUP_KEEP.',
    )
    .action(
      run((operator: Operator, file: string, options: Options) =>
        options.verify ? verify(operator, file, options) : backup(operator, file, options),
      ),
    )
}

async function backup(operator: Operator, file: string, { secrets }: Options): Promise<void> {
  const { env, say, note, result, fail } = operator
  // Before the database is opened: while a server makes a copy for it, a signal would end the process without a word.
  const signal = endedByHand()
  letServersGoBefore()
  const target = file === '-' ? null : await placeOf(file)
  if (secrets !== undefined) await refuseSecret(operator, secrets, target)
  const opened = await openUnlessEnded(operator, signal)
  const missing: string[] = []
  const onMissing = (hash: string) => void missing.push(hash)
  const source = pacedWithFiles(opened, openFileStore(env), { signal, onMissing })
  const written =
    target === null ? await streamBackup(source, process.stdout) : await writeBackupFile(source, target)
  if (secrets !== undefined) await copySecret(operator, secrets)
  say(`${file} has everything up to ${written.manifest.madeAt}: ${summaryOf(written)}.`)
  if (env.SECRET_KEY === undefined && secrets === undefined)
    note(
      'Not in it: secret.key of DATA_DIR, without which people’s own keys can’t be read. --secrets FILE copies it.',
    )
  if (missing.length > 0) {
    note(
      `${missing.length} files are not in it, because the store of files has lost or damaged them, or can’t read them (${missing.slice(0, 5).join(', ')}): run bionic check.`,
    )
    fail()
  }
  result({ ...resultOf(file, written), missingFiles: missing.length })
}

/** What was opened goes again, with the copy that a server made for it, where the backup was ended meanwhile. */
async function openUnlessEnded({ env }: Operator, signal: AbortSignal): Promise<RowsSource> {
  const opened = await openBackupSource({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR })
  if (signal.aborted) await opened.close()
  signal.throwIfAborted()
  return opened
}

/** So that nothing half-written is left. Who asks twice is obeyed at once. */
function endedByHand(): AbortSignal {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () =>
      ending.abort(new OperatorError('Ended before the backup was whole, so there is none.')),
    )
  return ending.signal
}

/**
 * Threads that begin later inherit it. Linux has a priority for each thread, and those in which V8 compiles and collects
 * garbage are there before any code of ours.
 */
function letServersGoBefore(): void {
  const { PRIORITY_BELOW_NORMAL } = priorities.priority
  setPriority(PRIORITY_BELOW_NORMAL)
  if (!existsSync(THREADS)) return
  for (const thread of readdirSync(THREADS)) setPriority(Number(thread), PRIORITY_BELOW_NORMAL)
}

function summaryOf({ manifest: { tables }, bytes }: WrittenBackup): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows.toLocaleString('en-US')} rows of ${tables.length} tables in ${(bytes / 1024 / 1024).toFixed(1)} MB`
}

function resultOf(file: string, { manifest, bytes }: WrittenBackup) {
  const { madeAt, source, schema, tables } = manifest
  return {
    file,
    bytes,
    madeAt,
    source,
    schema,
    tables: tables.map(({ name, rows, sha256 }) => ({ name, rows, sha256 })),
  }
}

async function verify(operator: Operator, file: string, { secrets }: Options): Promise<void> {
  const { say, note, result, fail } = operator
  if (secrets !== undefined)
    throw new UsageError('--verify reads a backup and copies nothing: leave --secrets out.')
  await refuseUnreadable(file)
  let manifest: Manifest
  try {
    manifest = await verifyArchive(file)
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    note(error.message)
    result({ file, whole: false, error: error.message })
    return fail()
  }
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  say(
    `${file} is whole: ${rows.toLocaleString('en-US')} rows of ${manifest.tables.length} tables, as of ${manifest.madeAt}.`,
  )
  result({ file, whole: true, madeAt: manifest.madeAt, tables: manifest.tables.length, rows })
}
