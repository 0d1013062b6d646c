import { applyMigrations } from './apply-migrations.ts'
import { BackupError } from './backup-error.ts'
import { loadTable } from './load-table.ts'
import type { LoadTarget } from './load-target.ts'
import { DefinitionMaker } from './make-definitions.ts'
import type { ArchivedTable, Manifest } from './manifest.ts'
import { checkWhole, type OpenedArchive, openArchive } from './read-archive.ts'
import {
  copyStatement,
  findSchemaTime,
  findTables,
  knownMigrations,
  type Migration,
  type TableToCopy,
} from './read-schema.ts'
import { RestoreState } from './restore-state.ts'
import { quoteName, quoteText } from './rows-source.ts'
import { emptyTables, setAside } from './set-aside.ts'

/** Counted and hashed on both sides, with the same result. */
export type RestoredTable = Pick<ArchivedTable, 'name' | 'rows' | 'sha256'>

interface Restored {
  tables: RestoredTable[]
  /** The tables of others, which stay in the archive. */
  leftOut: string[]
}

interface RestoreOptions {
  file: string
  /** Called once the archive is known to be whole; a new database may have the tables of this version if the archive has. */
  openTarget: (may: { hasTables: boolean }) => Promise<LoadTarget>
  note: (line: string) => void
}

/**
 * Fills an empty database from an archive. Interrupted at any point, it goes on from there when it is called again with
 * the same archive; until it has come to its end, no server starts on the target.
 * @throws {BackupError} if the archive is damaged or later than this program, or the target is not empty
 */
export async function restore({ file, openTarget, note }: RestoreOptions): Promise<Restored> {
  const archive = await openArchive(file)
  try {
    const known = knownMigrations()
    refuseLater(archive.manifest, known)
    await checkWhole(file)
    const target = await openTarget({ hasTables: archive.manifest.schema.when === known.at(-1)?.when })
    try {
      return await fill({ archive, target, known, note })
    } finally {
      await target.close()
    }
  } finally {
    archive.close()
  }
}

async function fill(options: {
  archive: OpenedArchive
  target: LoadTarget
  known: readonly Migration[]
  note: (line: string) => void
}): Promise<Restored> {
  const { archive, target, known, note } = options
  const state = new RestoreState(target)
  const step = await beginOrResume(state, target, archive.manifest)
  if (step === 'migrate') {
    note('Making the tables.')
    await prepare(target, state, archive.manifest, known)
  }
  const left = await state.leftOut()
  for (const name of left)
    note(`“${name}” is no table of Bionic: it is not restored, and stays in the backup.`)
  const own = archive.manifest.tables.filter(({ name }) => !left.has(name))
  const manifest = { ...archive.manifest, tables: own }
  if (step !== 'end') {
    const maker = new DefinitionMaker(target, await state.leftDefinitions())
    try {
      if (step !== 'index') {
        for (const table of manifest.tables) {
          await loadTable({ archive, target, state, table, note })
          maker.loaded(table.name)
        }
        await target.transaction(async () => {
          await setSequences(target, manifest)
          await state.goTo('index')
        })
      }
      note('Making the indexes.')
      const made = maker.finish()
      if (!target.another) await made
      note('Comparing.')
      await Promise.all([compare(target, manifest), made])
    } finally {
      await maker.close()
    }
    await state.goTo('end')
  }
  await applyMigrations(target, known)
  await target.query('analyze')
  await state.end()
  const tables = manifest.tables.map(({ name, rows, sha256 }) => ({ name, rows, sha256 }))
  return { tables, leftOut: [...left] }
}

async function prepare(
  target: LoadTarget,
  state: RestoreState,
  manifest: Manifest,
  known: readonly Migration[],
): Promise<void> {
  await applyMigrations(
    target,
    known.filter(({ when }) => when <= manifest.schema.when),
  )
  const tables = await findTables(target)
  const others = matchTables(manifest, tables)
  await target.transaction(async () => {
    await state.leaveOut(others)
    await state.keepDefinitions(await setAside(target))
    await emptyTables(
      target,
      tables.map(({ name }) => name),
    )
    await state.goTo('load')
  })
}

function refuseLater({ schema }: Manifest, known: readonly Migration[]): void {
  if (known.some(({ when }) => when === schema.when)) return
  throw new BackupError(
    'This backup was made by a later version of Bionic, or another one: restore it with the version that made it.',
  )
}

async function beginOrResume(state: RestoreState, target: LoadTarget, manifest: Manifest) {
  const id = `${manifest.madeAt} ${manifest.tables.map(({ sha256 }) => sha256.slice(0, 8)).join('')}`
  const begun = await state.find()
  if (begun) {
    if (begun.archive === id) {
      await target.marked()
      return begun.step
    }
    throw new BackupError(
      'This database is half restored from another backup: run the restore with that one again, or make the database anew.',
    )
  }
  const tables = await findTables(target)
  await refuseFilled(target, tables)
  const applied = await findSchemaTime(target)
  if (applied === 0 && tables[0])
    throw new BackupError(
      `This database has tables of something else (“${tables[0].name}”), and nothing of it was changed: restore into a new one.`,
    )
  if (applied > manifest.schema.when)
    throw new BackupError(
      'The tables of this database are of a later version than the backup: make the database anew, so that restore makes its tables.',
    )
  await target.transaction(() => state.begin(id))
  await target.marked()
  return 'migrate'
}

async function refuseFilled(target: LoadTarget, tables: readonly TableToCopy[]): Promise<void> {
  for (const { name } of tables) {
    const [row] = await target.query(`select exists (select from public.${quoteName(name)}) as filled`)
    if (row?.filled === true)
      throw new BackupError(
        `This database is not empty (“${name}” has rows), and nothing of it was changed: restore into a new one.`,
      )
  }
}

/**
 * @returns the tables that somebody else has made beside those of Bionic
 * @throws {BackupError} if one of this version is not in the backup, or has other columns there
 */
function matchTables({ tables }: Manifest, found: readonly TableToCopy[]): string[] {
  const archived = new Map(tables.map((table) => [table.name, table]))
  const shapeOf = (columns: readonly string[] | undefined) => columns?.toSorted().join()
  for (const { name, columns } of found) {
    if (shapeOf(archived.get(name)?.columns) !== shapeOf(columns))
      throw new BackupError(`The tables of this version are not those of the backup (“${name}” differs).`)
    archived.delete(name)
  }
  return [...archived.keys()]
}

async function setSequences(target: LoadTarget, { sequences }: Manifest): Promise<void> {
  for (const { name, value } of sequences)
    if (value !== null)
      await target.query(`select setval(to_regclass(${quoteText(`public.${quoteName(name)}`)}), ${value})`)
}

/** @throws {BackupError} if any table is not what the archive has */
async function compare(target: LoadTarget, manifest: Manifest): Promise<void> {
  const tables = new Map((await findTables(target)).map((table) => [table.name, table]))
  for (const { name, columns, rows, sha256 } of manifest.tables) {
    const table = tables.get(name)
    if (!table) throw new BackupError(`The table “${name}” is gone: restore into a new database.`)
    const stored = await target.measure(copyStatement({ ...table, columns }))
    if (stored.rows !== rows || stored.sha256 !== sha256)
      throw new BackupError(
        `What was stored of “${name}” is not what the backup has (${stored.rows} rows of ${rows}): restore into a new database.`,
      )
  }
}
