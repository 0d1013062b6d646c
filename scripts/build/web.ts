import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type BuildEnvironmentOptions, build } from 'vite'
import { buildServiceWorker } from './service-worker.ts'
import { buildVerifyPage } from './verify-page.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Builds both bundles of the web into `folder` (`client` for browsers, `server` for first paints), the service worker,
 * and the compressed variants of the files.
 * @throws {Error} with one plain sentence, after the bundler's own output
 */
export async function buildWeb(folder: string): Promise<void> {
  const client = join(folder, 'client')
  const server = join(folder, 'server')
  await Promise.all([
    bundle({ outDir: client })
      .then(() => Promise.all([buildServiceWorker(client), buildVerifyPage(client)]))
      .then(() => compressFolder(client)),
    bundle({ outDir: server, ssr: true }),
  ])
}

/** Both in this process: loading the bundler and its plugins costs nearly as much as what one bundle takes. */
const bundle = (options: BuildEnvironmentOptions) =>
  build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn', build: options })

const compressible = new Set(['.css', '.html', '.js', '.json', '.svg', '.webmanifest'])

async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const bytes = await readFile(path)
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
        // Smaller blocks suit scripts better than the usual 8.
        promisify(gzip)(bytes, { level: 9, memLevel: 7 }),
      ])
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
    }),
  )
}

if (import.meta.main) await buildWeb(process.argv[2] ?? '')
