import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const output = join(root, 'dist', 'web')
const stamp = join(output, 'inputs.sha256')

/** What the built web is made from; when none of it has changed, it is not built again. */
const inputs = ['src/web', 'src/shared', 'vite.config.ts', 'package-lock.json']

/**
 * Builds the web where its sources have changed since the last time: both bundles, and the compressed forms beside
 * the files. The new build takes the old one's place in one step, so a server that is starting never sees half of it.
 * @param say gets a line for each step
 * @throws {Error} in one plain sentence, after the bundler's own output
 */
export async function buildWeb(say: (line: string) => void): Promise<void> {
  const digest = await digestOf(inputs)
  if ((await readFile(stamp, 'utf8').catch(() => '')) === digest) return
  const started = performance.now()
  const fresh = join(root, 'dist', `web-${process.pid}`)
  try {
    say('Building the web: the browser’s part (1 of 3)')
    await vite('build', '--outDir', join(fresh, 'client'))
    say('Building the web: the first paint (2 of 3)')
    await vite('build', '--ssr', '--outDir', join(fresh, 'server'))
    say('Building the web: compressing (3 of 3)')
    await compressFolder(join(fresh, 'client'))
    await writeFile(join(fresh, 'inputs.sha256'), digest)
    await rm(output, { recursive: true, force: true })
    await rename(fresh, output)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  say(`The web is built (${((performance.now() - started) / 1000).toFixed(1)} s).`)
}

async function digestOf(paths: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) {
    const full = join(root, path)
    const entries = await readdir(full, { recursive: true, withFileTypes: true }).catch(() => undefined)
    const files = entries?.filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    const names = files?.map((entry) => join(entry.parentPath, entry.name)).sort() ?? [full]
    for (const name of names) hash.update(name.slice(root.length)).update(await readFile(name))
  }
  return hash.digest('hex')
}

async function vite(...args: string[]): Promise<void> {
  const program = join(dirname(fileURLToPath(import.meta.resolve('vite/package.json'))), 'bin', 'vite.js')
  const child = spawn(process.execPath, [program, ...args, '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('exit', resolve).on('error', reject),
  )
  if (code !== 0) throw new Error('The web could not be built; the lines above say why.')
}

const compressible = new Set(['.css', '.js', '.json', '.svg', '.webmanifest'])

async function compressFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const bytes = await readFile(path)
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
        promisify(gzip)(bytes, { level: 9 }),
      ])
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
    }),
  )
}

if (import.meta.main) await buildWeb(console.log)
