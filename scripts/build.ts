import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

interface About {
  says: string
  /** Files and folders; a change in one of them has the part built again. */
  inputs: readonly string[]
  /** Of its program, for Node. */
  flags?: readonly string[]
}

/**
 * What `npm start` needs: each part is built from its inputs into `dist/<name>` by a program of its own, see `build/`.
 */
const parts = {
  web: {
    says: 'Building the web',
    inputs: [
      'src/web',
      'src/shared',
      'vite.config.ts',
      'package-lock.json',
      'scripts/build/web.ts',
      'scripts/build/chunks.ts',
      'scripts/build/compact.ts',
      'scripts/build/own-texts.ts',
      'scripts/build/service-worker.ts',
      'scripts/build/syntax.ts',
      'scripts/build/verify-page.ts',
    ],
  },
  server: {
    says: 'Building the server',
    inputs: [
      'src/server',
      'src/shared',
      'package-lock.json',
      'scripts/build/server.ts',
      'scripts/build/compact.ts',
    ],
  },
  database: {
    says: 'Making an empty database',
    flags: [
      // It runs once: compiling its WebAssembly a second time, to be faster, would cost more than that saves.
      '--liftoff-only',
      `--import=${new URL('quick-imports.ts', import.meta.url).href}`,
    ],
    inputs: [
      'drizzle',
      'src/server/db/embedded/open-pglite.ts',
      'node_modules/@electric-sql/pglite/package.json',
      'scripts/build/database.ts',
    ],
  },
} as const satisfies Record<string, About>

export type Part = keyof typeof parts

const everything = Object.keys(parts) as Part[]

/**
 * Builds each of these parts whose inputs changed since the last time, in parallel. A new build replaces the old one
 * atomically, so that a concurrent start never sees a partial one.
 * @param say called with a line for each step
 * @throws {Error} with one plain sentence, after the output of the part's program
 */
export async function build(say: (line: string) => void, names: readonly Part[] = everything): Promise<void> {
  await Promise.all(names.map((name) => buildPart(name, say)))
}

async function buildPart(name: Part, say: (line: string) => void): Promise<void> {
  const output = join(root, 'dist', name)
  const files = filesOf(parts[name].inputs)
  // Equal sizes and times mean that nothing changed; if they differ, as in a copy, the contents are compared.
  const quick = quickDigest(files)
  const stamp = readStamp(output)
  if (stamp?.quick === quick) return
  const content = contentDigest(files)
  if (stamp?.content === content) return writeStamp(output, { quick, content })

  const started = performance.now()
  const fresh = `${output}-${randomUUID()}`
  say(`${parts[name].says} …`)
  try {
    await mkdir(fresh, { recursive: true })
    await runProgram(name, fresh)
    writeStamp(fresh, { quick, content })
    await rm(output, { recursive: true, force: true })
    await rename(fresh, output).catch((error: unknown) => {
      // Another process built the same meanwhile.
      if (readStamp(output)?.content !== content) throw error
    })
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  say(`${parts[name].says} took ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

interface Stamp {
  quick: string
  content: string
}

function readStamp(output: string): Stamp | undefined {
  try {
    return JSON.parse(readFileSync(join(output, 'inputs.json'), 'utf8'))
  } catch {
    return undefined
  }
}

function writeStamp(output: string, stamp: Stamp): void {
  writeFileSync(join(output, 'inputs.json'), JSON.stringify(stamp))
}

function filesOf(inputs: readonly string[]): string[] {
  return inputs.flatMap((path) => {
    const full = join(root, path)
    if (!statSync(full).isDirectory()) return [full]
    const entries = readdirSync(full, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    return files.map((entry) => join(entry.parentPath, entry.name)).sort()
  })
}

function quickDigest(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${file.slice(root.length)} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function contentDigest(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file.slice(root.length)}\n`).update(readFileSync(file))
  return hash.digest('hex')
}

/** In a separate process: bundlers use hundreds of megabytes, which a long-running server would keep. */
async function runProgram(name: Part, folder: string): Promise<void> {
  const program = join(root, 'scripts', 'build', `${name}.ts`)
  const { says, flags = [] }: About = parts[name]
  const child = spawn(process.execPath, [...flags, program, folder], {
    cwd: root,
    // A build for a test run is also a production build. The bundler's allocator asks for pages of 2 MB, of which it
    // uses a part: clearing them is a fifth of a build.
    env: { ...process.env, NODE_ENV: 'production', MIMALLOC_ALLOW_THP: '0' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const end = () => {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', end)
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('exit', resolve).on('error', reject),
  ).finally(() => process.off('exit', end))
  if (code !== 0) throw new Error(`${says} failed; the lines above say why.`)
}

if (import.meta.main) await build(console.log)
