import { spawn } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { writeInOneByte } from './one-byte.ts'
import { buildServiceWorker } from './service-worker.ts'

/**
 * Builds both bundles of the web into `folder` (`client` for browsers, `server` for first paints), the service worker,
 * and the compressed variants of the files.
 * @throws {Error} with one plain sentence, after the bundler's own output
 */
export async function buildWeb(folder: string): Promise<void> {
  const client = join(folder, 'client')
  const server = join(folder, 'server')
  await Promise.all([
    vite('build', '--outDir', client)
      .then(() => buildServiceWorker(client))
      .then(() => compressFolder(client)),
    vite('build', '--ssr', '--outDir', server).then(() => writeInOneByte(server)),
  ])
}

async function vite(...args: string[]): Promise<void> {
  const program = join(dirname(fileURLToPath(import.meta.resolve('vite/package.json'))), 'bin', 'vite.js')
  const child = spawn(process.execPath, [program, ...args, '--logLevel', 'warn'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('exit', resolve).on('error', reject),
  )
  if (code !== 0) throw new Error('The web could not be built; the lines above say why.')
}

const compressible = new Set(['.css', '.js', '.json', '.svg', '.webmanifest'])

async function compressFolder(folder: string): Promise<void> {
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

if (import.meta.main) await buildWeb(process.argv[2] ?? '')
