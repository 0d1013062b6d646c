import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killRounds } from '../test/kill-rounds.ts'

/** `node bench/kill.ts [rounds]`: kill -9 during writes; afterwards all acknowledged rows must exist. */
const rounds = Number(process.argv[2] ?? 20)
const dataDir = mkdtempSync(join(tmpdir(), 'bionic-kill-'))
try {
  const { acknowledged, missing } = await killRounds(dataDir, rounds)
  console.log(
    `kill -9 during writes: ${rounds} rounds, ${acknowledged} rows acknowledged, ${missing} missing`,
  )
  process.exitCode = missing === 0 ? 0 : 1
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
