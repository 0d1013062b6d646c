import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `.ts` where the sources run, `.js` where the bundle does, which lies in `dist/server`, all in one folder. */
const extension = extname(import.meta.url)
const server = new URL(extension === '.ts' ? '../' : './', import.meta.url)
const root = new URL('../../', server)

/** Where the web is built. */
export const webFolder = fileURLToPath(new URL('dist/web', root))

/** The migrations, in the order of their names. */
export const migrationsFolder = fileURLToPath(new URL('drizzle', root))

/** The fonts that pictures are drawn with, as fontconfig wants to hear of them. */
export const pictureFontsFile = fileURLToPath(new URL('src/server/domain/unfurl/fonts.conf', root))

/** Every character that these fonts have. */
export const pictureCharactersFile = fileURLToPath(new URL('src/server/domain/unfurl/characters.txt', root))

/** An empty, migrated data folder that the build made; a new one is a copy of it. It may be missing. */
export const preparedDataFolder = fileURLToPath(new URL('dist/database', root))

/** The programs that run in a thread or a process of their own. Each is an entry of the bundle by the same name. */
export const programs = [
  'db/embedded/worker',
  'domain/pictures/decode-child',
  'domain/unfurl/draw-child',
] as const

/** Where a program is: beside the sources, or beside the bundle's other files. */
export function programUrl(name: (typeof programs)[number]): URL {
  return new URL(name + extension, server)
}
