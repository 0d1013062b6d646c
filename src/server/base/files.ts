import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `.js` when the bundle runs, which is in a single folder, `dist/server`. */
const extension = extname(import.meta.url)
const server = new URL(extension === '.ts' ? '../' : './', import.meta.url)
const root = new URL('../../', server)

export const webFolder = fileURLToPath(new URL('dist/web', root))

export const migrationsFolder = fileURLToPath(new URL('drizzle', root))

export const packageFile = fileURLToPath(new URL('package.json', root))

export const pictureFontsFile = fileURLToPath(new URL('src/server/domain/unfurl/fonts.conf', root))

export const pictureCharactersFile = fileURLToPath(new URL('src/server/domain/unfurl/characters.txt', root))

/** An empty, migrated data folder of the build, which a new one is copied from. It may be missing. */
export const preparedDataFolder = fileURLToPath(new URL('dist/database', root))

/** Where the engine of models on this machine is installed, which `npm ci` does not do. */
export const modelEngineFolder = fileURLToPath(new URL('tools/model', root))

/** The programs that run in a thread or process of their own. Each is an entry of the bundle with the same name. */
export const programs = [
  'operator/main',
  'db/backup/read-worker',
  'db/embedded/worker',
  'domain/pictures/decode-child',
  'domain/pictures/fit-child',
  'domain/pictures/resize-child',
  'domain/pictures/png-child',
  'domain/pictures/look-child',
  'domain/unfurl/draw-child',
  'domain/knowledge/extract/extract-child',
  'domain/lorebook/scan-worker',
  'domain/tools/web/page/page-child',
  'llm/local/engine-child',
] as const

export function programUrl(name: (typeof programs)[number]): URL {
  return new URL(name + extension, server)
}
