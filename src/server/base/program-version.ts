import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { packageFile } from './files.ts'

const packageSchema = z.object({ version: z.string() })

/** The version of this program, as its package names it. */
export function programVersion(): string {
  return packageSchema.parse(JSON.parse(readFileSync(packageFile, 'utf8'))).version
}
