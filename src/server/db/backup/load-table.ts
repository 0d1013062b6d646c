import type { LoadTarget } from './load-target.ts'
import type { ArchivedTable } from './manifest.ts'
import type { OpenedArchive } from './read-archive.ts'
import type { RestoreState } from './restore-state.ts'
import { quoteName } from './rows-source.ts'

/** In bytes of rows: what a batch has, and what is done again at most after an interruption. */
const BATCH_BYTES = 4 * 1024 * 1024

const NEWLINE = 0x0a

/** Stores the rows that are not stored yet, in batches, each with how far it has come. */
export async function loadTable(options: {
  archive: OpenedArchive
  target: LoadTarget
  state: RestoreState
  table: ArchivedTable
  note: (line: string) => void
}): Promise<void> {
  const { archive, target, state, table, note } = options
  let stored = await state.rowsOf(table.name)
  if (stored === table.rows) return
  note(`${table.name}: ${(table.rows - stored).toLocaleString('en-US')} rows`)
  const columns = table.columns.map(quoteName).join(', ')
  const into = `public.${quoteName(table.name)} (${columns})`
  for await (const batch of batches(withoutFirst(stored, archive.rows(table.name)))) {
    stored += countRows(batch)
    await target.transaction(async () => {
      await target.copyIn(into, batch)
      await state.setRows(table.name, stored)
    })
    await target.wrote(batch.length)
  }
}

/** Leaves out so many rows. */
async function* withoutFirst(count: number, rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = count
  for await (const piece of rows) {
    let at = 0
    while (left > 0) {
      const end = piece.indexOf(NEWLINE, at)
      if (end < 0) break
      at = end + 1
      left -= 1
    }
    if (left === 0 && at < piece.length) yield piece.subarray(at)
  }
}

/** Whole rows. */
async function* batches(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of rows) {
    const end = bytes + piece.length < BATCH_BYTES ? 0 : piece.lastIndexOf(NEWLINE) + 1
    if (end > 0) {
      yield Buffer.concat([...pieces, piece.subarray(0, end)])
      pieces = []
      bytes = 0
    }
    pieces.push(piece.subarray(end))
    bytes += piece.length - end
  }
  if (bytes > 0) yield Buffer.concat(pieces)
}

function countRows(batch: Buffer): number {
  let count = 0
  for (let at = batch.indexOf(NEWLINE); at >= 0; at = batch.indexOf(NEWLINE, at + 1)) count += 1
  return count
}
