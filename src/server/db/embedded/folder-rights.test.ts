import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'

const NOBODY = 65_534

/** Root may use everything, so that it asks as somebody else. */
test.runIf(process.getuid?.() === 0)('what is another user’s is told as that, and not as damage', () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'db'))
  writeFileSync(join(folder, 'db', 'PG_VERSION'), '18')
  chmodSync(join(folder, 'db', 'PG_VERSION'), 0o666)
  const ask = () => {
    const module = JSON.stringify(import.meta.resolve('./folder-rights.ts'))
    const program = `
      process.setuid(${NOBODY})
      const { hasOthersFiles, refuseClosedFolder } = rights
      let said = ''
      try { refuseClosedFolder(${JSON.stringify(folder)}) } catch (error) { said = error.message }
      process.stdout.write(JSON.stringify([hasOthersFiles(${JSON.stringify(join(folder, 'db'))}), said]))`
    const args = ['--input-type=module', '--eval', `import * as rights from ${module}\n${program}`]
    return JSON.parse(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout) as [boolean, string]
  }
  expect(ask()).toEqual([false, ''])
  chmodSync(join(folder, 'db', 'PG_VERSION'), 0o600)
  expect(ask()).toEqual([true, ''])
  chmodSync(folder, 0o700)
  expect(ask()[1]).toMatch(/^This user may not read and write everything in .*chown -R/)
})
