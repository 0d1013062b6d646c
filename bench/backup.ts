import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillEmbedded } from './backup/fill-embedded.ts'
import { type Run, runBionic } from './backup/run-bionic.ts'
import { temporaryDatabase } from './temporary-database.ts'

/** How long a move from embedded to PostgreSQL takes, and what memory: `node bench/backup.ts [agents and messages]`. */
const each = Number(process.argv[2] ?? 1_000_000)
const serverUrl = process.env.DATABASE_URL
if (!serverUrl) throw new Error('DATABASE_URL is needed: a PostgreSQL in which databases may be created')

const folder = mkdtempSync(join(tmpdir(), 'bionic-backup-'))
const database = await temporaryDatabase(serverUrl)
const file = join(folder, 'backup.zip')
const said = ({ seconds, cpuSeconds, memory }: Run) =>
  `${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of its processor), ${memory.toFixed(0)} MB of memory at most`
try {
  const start = performance.now()
  await fillEmbedded(folder, each, each)
  console.log(
    `${each} agents and ${each} messages made in ${((performance.now() - start) / 1000).toFixed(0)} s`,
  )
  const backup = await runBionic(['backup', file], { DATA_DIR: folder })
  console.log(`backup, embedded: ${said(backup)}, ${(statSync(file).size / 1e6).toFixed(0)} MB of archive`)
  console.log(`verify: ${said(await runBionic(['backup', '--verify', file], {}))}`)
  const restore = await runBionic(['restore', file], { DATABASE_URL: database.url })
  console.log(`restore, PostgreSQL: ${said(restore)}`)
  console.log(`the move in all: ${(backup.seconds + restore.seconds).toFixed(1)} s`)
} finally {
  await database.remove()
  rmSync(folder, { recursive: true, force: true })
}
