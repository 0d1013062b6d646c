import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The protocol's own suite is fetched into a folder that git ignores: it brings a hundred packages, and no test needs them. */
const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
const folder = fileURLToPath(new URL('../../.cache/mcp-conformance', import.meta.url))

/** The revisions of the protocol, whose scenarios are frozen. */
export type Revision = '2026-07-28' | '2025-11-25'

interface Counted {
  passed: string[]
  failed: string[]
}

async function runProgram(command: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', process.argv.includes('--verbose') ? 'inherit' : 'ignore'],
    env: { ...process.env, ...env },
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { output, code }
}

/** Ends the process if the suite is not there and can't be fetched. @param what is not examined then */
export async function installSuite(what: string): Promise<string> {
  const program = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
  if (existsSync(program)) return program
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  await runProgram('npm', ['install', '--no-save', SUITE])
  if (existsSync(program)) return program
  console.log(`The suite can not be fetched, so ${what} is not examined with it.`)
  process.exit()
}

/** Runs what a revision requires of a side. */
export async function runSuite(
  program: string,
  side: 'server' | 'client',
  { revision, args, env = {} }: { revision: Revision; args: string[]; env?: Record<string, string> },
): Promise<Counted> {
  const all = [program, side, ...args, '--requirements', revision]
  const { output } = await runProgram(process.execPath, all, env)
  if (process.argv.includes('--verbose')) process.stdout.write(output)
  return count(output)
}

/** Whether one scenario of a client passes. */
export async function passes(
  program: string,
  scenario: string,
  command: string,
  env: Record<string, string>,
) {
  const args = [program, 'client', '--command', command, '--scenario', scenario]
  const { code, output } = await runProgram(process.execPath, args, env)
  if (process.argv.includes('--verbose')) process.stdout.write(output)
  return code === 0
}

/** Counts the scenarios that are scored; the suite lists those that are not once more, below its summary. */
function count(output: string): Counted {
  const unscored = new Set([...output.matchAll(/^ {2}[✓✗] (\S+) \(/gm)].map(([, name]) => name))
  const scored = [...output.matchAll(/^([✓✗]) (\S+): /gm)].filter(([, , name]) => !unscored.has(name))
  const named = (wanted: string) =>
    scored.flatMap(([, mark, name]) => (mark === wanted && name !== undefined ? [name] : []))
  return { passed: named('✓'), failed: named('✗') }
}
