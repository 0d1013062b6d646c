import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import type { Manifest } from '../../src/server/http/pages/document.ts'
import type { Build } from '../../src/web/service-worker/messages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Builds the service worker of a built web into its folder, with the names of the files that it caches.
 * @param client the folder that is served to browsers, with the bundler's manifest
 */
export async function buildServiceWorker(client: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(client, 'manifest.json'), 'utf8')) as Manifest
  const entry = `/${manifest['main.tsx']?.file}`
  const files = keptFiles(manifest)
  const bundle = await rolldown({ cwd: root, input: 'src/web/service-worker/service-worker.ts' })
  try {
    const { output } = await bundle.generate({ format: 'iife', minify: true })
    const hash = createHash('sha256').update(JSON.stringify(files)).update(output[0].code)
    const build: Build = { version: hash.digest('base64url').slice(0, 16), entry, files }
    await bundle.write({
      file: join(client, 'service-worker.js'),
      format: 'iife',
      minify: true,
      banner: `const BUILD = ${JSON.stringify(build)};`,
    })
  } finally {
    await bundle.close()
  }
}

/**
 * The files that a page without a network needs: the entry and every screen with all their imports, their fonts and
 * drawings, and the product's own modules that these load on demand. What packages load on demand, such as a language for highlighting, is cached
 * after its first use.
 */
export function keptFiles(manifest: Manifest): string[] {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    files.add(`/${chunk.file}`)
    for (const asset of chunk.assets ?? []) if (/\.(?:woff2|svg)$/.test(asset)) files.add(`/${asset}`)
    chunk.imports?.forEach(visit)
    for (const later of chunk.dynamicImports ?? []) if (!isOptional(later)) visit(later)
  }
  visit('main.tsx')
  return [...files].sort()
}

/** Large, and not needed for reading: syntax highlighting, charts, and the adapter of wallet apps. */
const optional = ['node_modules/', 'highlighter.ts', 'draw-chart.ts', 'mobile-wallet.ts']
const isOptional = (name: string) => optional.some((part) => name.includes(part))
