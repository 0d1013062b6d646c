import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { compileCache } from './server-process.ts'

/** As it is built: from its sources each start would take seconds. */
const program = fileURLToPath(new URL('../dist/server/operator/main.js', import.meta.url))

/**
 * Starts the operator's program, which has to be built (`scripts/build.ts`), with these settings alone.
 * @param output where its standard output goes: a pipe, or an open file
 */
export function startBionic(
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
  output: 'pipe' | number = 'pipe',
) {
  const { PATH = '', HOME = '' } = process.env
  return spawn(process.execPath, [program, ...words], {
    env: { PATH, HOME, NODE_COMPILE_CACHE: compileCache, LOG_LEVEL: 'silent', ...variables },
    stdio: ['ignore', output, 'pipe'],
  }) as ChildProcess & { stdout: Readable; stderr: Readable }
}

/** Runs a command of the operator to its end. @returns its exit code, and all that it printed */
export async function bionic(
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; out: string; error: string }> {
  const child = startBionic(words, variables)
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (child.exitCode === null) await once(child, 'exit')
  return { code: child.exitCode, out, error }
}
