import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const migrationsFolder = join(root, 'drizzle')

/**
 * Where a migrated, empty data folder is kept between runs, for copies: another place as soon as something changes that
 * it is made from. It may be there or not.
 */
export async function placeOfMigratedFolder(): Promise<string> {
  const sources = [
    join(root, 'src/server/db/embedded/open-pglite.ts'),
    join(root, 'node_modules/@electric-sql/pglite/package.json'),
    ...(await readdir(migrationsFolder))
      .sort()
      .flatMap((name) => (name.endsWith('.sql') ? join(migrationsFolder, name) : [])),
  ]
  const hash = createHash('sha256')
  for (const source of sources) hash.update(await readFile(source))
  return join(root, '.cache', 'test-database', hash.digest('hex').slice(0, 16))
}
