import { existsSync, readdirSync } from 'node:fs'
import { chmod, copyFile, constants as fileModes, realpath, stat } from 'node:fs/promises'
import { constants as priorities, setPriority } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Manifest } from '../db/backup/manifest.ts'
import { paced } from '../db/backup/paced-source.ts'
import { verifyArchive } from '../db/backup/read-archive.ts'
import {
  openBackupSource,
  streamBackup,
  type WrittenBackup,
  writeBackupFile,
} from '../db/backup/write-backup.ts'
import { openFileStore } from '../domain/files/open-file-store.ts'
import type { Operator, RunCommand } from './command.ts'
import { withFileRows } from './file-rows.ts'
import { OperatorError } from './operator-error.ts'

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
        options.verify ? verify(operator, file) : backup(operator, file, options),
      ),
    )
}

async function backup(operator: Operator, file: string, { secrets }: Options): Promise<void> {
  const { env, say, note, result, fail } = operator
  letServersGoBefore()
  const target = file === '-' ? null : await placeOf(file)
  if (secrets !== undefined) refuseSecret(operator, secrets)
  const opened = await openBackupSource({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR })
  const missing: string[] = []
  const source = withFileRows(paced(opened, { signal: endedByHand() }), openFileStore(env), (hash) =>
    missing.push(hash),
  )
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
      `${missing.length} files are not in it, because the store of files has lost or damaged them (${missing.slice(0, 5).join(', ')}): run bionic check.`,
    )
    fail()
  }
  result({ ...resultOf(file, written), missingFiles: missing.length })
}

/**
 * The path of the file itself, where the given one is a link to it: what has the name in the end takes its place.
 * @throws {OperatorError} if that would be a folder or a device, or there is no folder for it
 */
async function placeOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => null)
  if (found?.isDirectory()) throw new OperatorError(`${file} is a folder: name a file in it.`)
  if (found?.isFile()) return realpath(file)
  if (found)
    throw new OperatorError(
      `${file} is no file, and would be replaced by one: name a file, or - for standard output.`,
    )
  const folder = dirname(resolve(file))
  const isThere = await stat(folder).then(
    (of) => of.isDirectory(),
    () => false,
  )
  if (!isThere) throw new OperatorError(`There is no folder ${folder}: make it first.`)
  return file
}

/** So that nothing half-written is left. Who asks twice is obeyed at once. */
function endedByHand(): AbortSignal {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
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

/** Before a backup that may take long: the secret is copied when that is whole. */
function refuseSecret({ env }: Operator, file: string): void {
  if (existsSync(file)) throw new OperatorError(`${file} is there already: name a file that is not.`)
  if (env.SECRET_KEY === undefined && !existsSync(join(env.DATA_DIR, 'secret.key')))
    throw new OperatorError(
      'There is no secret.key in DATA_DIR, so there is none to copy: leave --secrets out.',
    )
}

async function copySecret({ env, say }: Operator, file: string): Promise<void> {
  if (env.SECRET_KEY !== undefined)
    return say('The secret is in SECRET_KEY, so there is no file of it to copy.')
  try {
    await copyFile(join(env.DATA_DIR, 'secret.key'), file, fileModes.COPYFILE_EXCL)
    await chmod(file, 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new OperatorError(`${file} is there already: name a file that is not.`)
    throw new OperatorError(`The secret can't be copied from DATA_DIR (${code}).`, { cause: error })
  }
}

async function verify({ say, result }: Operator, file: string): Promise<void> {
  const manifest: Manifest = await verifyArchive(file)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  say(
    `${file} is whole: ${rows.toLocaleString('en-US')} rows of ${manifest.tables.length} tables, as of ${manifest.madeAt}.`,
  )
  result({ file, whole: true, madeAt: manifest.madeAt, tables: manifest.tables.length, rows })
}
