import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { workingFolder } from './working-folder.ts'

/** An empty folder that goes when the running test is done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(workingFolder, 'bionic-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
