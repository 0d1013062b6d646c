import { createHash, type Hash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { BackupError } from './backup-error.ts'
import {
  type ArchivedTable,
  entryOf,
  FORMAT,
  FORMAT_VERSION,
  MANIFEST_NAME,
  type Manifest,
} from './manifest.ts'
import {
  copyStatement,
  findSchemaTime,
  findSequences,
  findTables,
  knownMigrations,
  type TableToCopy,
} from './read-schema.ts'
import { refuseHalfRestoredSource } from './restore-state.ts'
import type { RowsSource } from './rows-source.ts'
import { Seal, unsealed } from './seal.ts'

const NEWLINE = 0x0a

/** zlib's fastest: of four times the time, the slowest saves a tenth. */
const COMPRESSION = 1

/**
 * Writes a whole database as one archive: the rows of each table, then the manifest, then the seal. Only what lies between
 * database and output is in memory.
 * @throws the errors of the source and of the output, which then has no whole archive; {DatabaseError} for half a database
 */
export async function writeArchive(
  source: RowsSource,
  output: Writable,
): Promise<{ manifest: Manifest; bytes: number }> {
  if ((await findSchemaTime(source)) === 0)
    throw new BackupError('This database has no tables of Bionic, so there is nothing to back up.')
  await refuseHalfRestoredSource(source)
  const zip = new ZipFile()
  const packed = zip.outputStream as Readable
  const seal = new Seal()
  zip.on('error', (error: Error) => packed.destroy(error))
  const written = pipeline(packed, seal, output)
  const failed = written.then(() => new Promise<never>(() => {}))
  failed.catch(() => {})
  try {
    const tables: ArchivedTable[] = []
    for (const table of await findTables(source)) tables.push(await addTable(zip, source, table, failed))
    const manifest = await manifestOf(source, tables)
    zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`), MANIFEST_NAME, { mtime: source.at })
    zip.end({ forceZip64Format: true, comment: unsealed })
    await written
    return { manifest, bytes: seal.bytes }
  } catch (error) {
    packed.destroy(error instanceof Error ? error : new Error('the archive was not written'))
    await written.catch(() => {})
    throw error
  }
}

async function manifestOf(source: RowsSource, tables: ArchivedTable[]): Promise<Manifest> {
  const when = await findSchemaTime(source)
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    madeAt: source.at.toISOString(),
    source: source.kind,
    schema: { when, name: knownMigrations().find((known) => known.when === when)?.name ?? null },
    tables,
    sequences: await findSequences(source),
  }
}

async function addTable(
  zip: ZipFile,
  source: RowsSource,
  table: TableToCopy,
  failed: Promise<never>,
): Promise<ArchivedTable> {
  const measure = new Measure()
  const content = Readable.from(measure.through(source.copyOut(copyStatement(table))), { objectMode: false })
  zip.addReadStream(content, entryOf(table.name), {
    mtime: source.at,
    compressionLevel: COMPRESSION,
    forceZip64Format: true,
  })
  // The next table is only asked for when this one was read.
  try {
    await Promise.race([finished(content), failed])
  } finally {
    content.destroy()
  }
  return { name: table.name, columns: table.columns, ...measure.result() }
}

/** Counts and hashes rows as they pass; a line feed only ends a row, because COPY escapes those of texts. */
export class Measure {
  readonly #hash: Hash = createHash('sha256')
  #rows = 0
  #bytes = 0

  async *through(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of rows) {
      this.add(piece)
      yield piece
    }
  }

  /** @throws for what no COPY writes: a mistake in how rows are read must not become a backup whose hashes are right */
  add(piece: Buffer): void {
    if (piece.includes(0)) throw new BackupError('Rows were not read as the database wrote them.')
    this.#hash.update(piece)
    this.#bytes += piece.length
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) this.#rows += 1
  }

  /** To be called once, at the end. */
  result(): Pick<ArchivedTable, 'rows' | 'bytes' | 'sha256'> {
    return { rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}
