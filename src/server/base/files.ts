import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `.ts` when the sources run, `.js` when the bundle runs; the bundle is in a single folder, `dist/server`. */
const extension = extname(import.meta.url)
const server = new URL(extension === '.ts' ? '../' : './', import.meta.url)
const root = new URL('../../', server)

/** The folder of the built web. */
export const webFolder = fileURLToPath(new URL('dist/web', root))

/** The folder of the migrations, which run in the order of their names. */
export const migrationsFolder = fileURLToPath(new URL('drizzle', root))

/** The fontconfig file for the fonts that pictures are drawn with. */
export const pictureFontsFile = fileURLToPath(new URL('src/server/domain/unfurl/fonts.conf', root))

/** The list of all characters that these fonts have. */
export const pictureCharactersFile = fileURLToPath(new URL('src/server/domain/unfurl/characters.txt', root))

/** An empty, migrated data folder that the build made; a new data folder is a copy of it. It may be missing. */
export const preparedDataFolder = fileURLToPath(new URL('dist/database', root))

/** The programs that run in a thread or process of their own. Each is an entry of the bundle with the same name. */
export const programs = [
  'db/embedded/worker',
  'domain/pictures/decode-child',
  'domain/pictures/fit-child',
  'domain/pictures/resize-child',
  'domain/pictures/png-child',
  'domain/unfurl/draw-child',
  'domain/knowledge/extract/extract-child',
  'domain/lorebook/scan-worker',
] as const

/** Returns the address of a program: beside the sources, or beside the bundle's other files. */
export function programUrl(name: (typeof programs)[number]): URL {
  return new URL(name + extension, server)
}
