import type { Db } from '../../db/connect/connect.ts'
import { listOwnRatings, listReported } from '../../db/own-data/own-trust.ts'
import type { ZipEntry } from '../zip/write-zip.ts'
import { document } from './export-json.ts'
import { exportBlocks } from './exported-blocks.ts'

/** Whom a wallet leaves out, what it thinks of agents, and what it reported. */
export async function* exportTrust(db: Db, wallet: string): AsyncGenerator<ZipEntry> {
  yield document('blocks.json', await exportBlocks(db, wallet))
  yield document('ratings.json', { ratings: await listOwnRatings(db, wallet) })
  yield document('reports.json', { reports: await listReported(db, wallet) })
}
