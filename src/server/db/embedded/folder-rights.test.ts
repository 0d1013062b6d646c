import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'

const NOBODY = 65_534

/** Root may use everything, so that it asks as somebody else. @returns what the program writes */
function askAsNobody(module: string, program: string): string {
  const imported = `import * as asked from ${JSON.stringify(import.meta.resolve(module))}`
  const args = ['--input-type=module', '--eval', `${imported}\nprocess.setuid(${NOBODY})\n${program}`]
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout
}

const isRoot = process.getuid?.() === 0

test.runIf(isRoot)('what is another user’s is told as that, and not as damage', () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'db'))
  writeFileSync(join(folder, 'db', 'PG_VERSION'), '18')
  chmodSync(join(folder, 'db', 'PG_VERSION'), 0o666)
  const program = `
    let said = ''
    try { asked.refuseClosedFolder(${JSON.stringify(folder)}) } catch (error) { said = error.message }
    process.stdout.write(JSON.stringify([asked.hasOthersFiles(${JSON.stringify(join(folder, 'db'))}), said]))`
  const ask = () => JSON.parse(askAsNobody('./folder-rights.ts', program)) as [boolean, string]
  expect(ask()).toEqual([false, ''])
  chmodSync(join(folder, 'db', 'PG_VERSION'), 0o600)
  expect(ask()).toEqual([true, ''])
  chmodSync(folder, 0o700)
  expect(ask()[1]).toMatch(/^This user may not read and write everything in .*chown -R/)
})

test.runIf(isRoot)('who backs up another user’s place is told that, and not that there is none', () => {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'db'))
  chmodSync(dataDir, 0o700)
  const program = `
    await asked.openBackupSource(${JSON.stringify({ dataDir })}).catch((error) => process.stdout.write(error.message))`
  expect(askAsNobody('../backup/write-backup.ts', program)).toMatch(/^This user may not read and write /)
})
