import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { programs } from '../../src/server/base/files.ts'
import { compact, refuseWideCharacters } from './compact.ts'

/** Packages that stay outside the bundle, because they load files from their own folder. The image brings them along. */
export const externalPackages = [
  '@electric-sql/pglite', // its WebAssembly, its file system, its extensions
  'sharp', // its native library
  '@a2a-js/sdk', // it tells its errors by the names of their classes, which a bundle changes
] as const

const external = (id: string) => externalPackages.some((name) => id === name || id.startsWith(`${name}/`))

/**
 * Bundles the server into `folder`, so that a start reads a dozen files instead of hundreds and strips no types. Source
 * maps are beside them.
 */
export async function buildServer(folder: string): Promise<void> {
  const bundle = await rolldown({
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    input: Object.fromEntries(['main', ...programs].map((name) => [name, `src/server/${name}.ts`])),
    external,
    platform: 'node',
    plugins: [refuseWideCharacters],
  })
  try {
    await bundle.write({
      ...compact,
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      sourcemap: true,
      sourcemapExcludeSources: true,
    })
  } finally {
    await bundle.close()
  }
}

if (import.meta.main) await buildServer(process.argv[2] ?? '')
