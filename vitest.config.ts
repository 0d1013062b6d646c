import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { bringTools } from './scripts/bring-tools.ts'
import { LongestFirst } from './test/longest-first.ts'
import { compileCache } from './test/server-process.ts'

await bringTools('referees')
// Each process imports most of the product. What one has compiled, the next one reads.
process.env.NODE_COMPILE_CACHE ??= compileCache

/** The files among some whose text has a pattern. */
const filesWith = (glob: string, pattern: RegExp) =>
  globSync(glob, { exclude: ['**/node_modules/**', 'dist/**'] }).filter((file) =>
    pattern.test(readFileSync(file, 'utf8')),
  )

/** Tests of whole programs in processes of their own, which take seconds; `npm run check` leaves them out. */
const programs = [
  'lab/planted/planted.test.ts',
  'scripts/dev/*.test.ts',
  'scripts/report-units.test.ts',
  'src/server/base/redis/shards.test.ts',
  'src/server/db/embedded/power-cut.test.ts',
  'src/server/domain/knowledge/extract/hostile-documents.test.ts',
  'src/server/domain/mcp/reference-servers.test.ts',
  'src/server/domain/operation/doctor/look-at-redis.test.ts',
  'src/server/http/edge/limits-on-cluster.test.ts',
  'src/server/llm/local/local-model.test.ts',
  'src/server/leaving-server.test.ts',
  'src/server/operator/backup.test.ts',
  'src/server/operator/main.test.ts',
  'src/server/realtime/bus/bus-failover.test.ts',
  'src/server/realtime/bus/streams-on-cluster.test.ts',
  'src/server/realtime/bus/wal-positions-on-cluster.test.ts',
  'src/server/redis-failover.test.ts',
  'src/server/replicas.test.ts',
  'src/server/rolling-update.test.ts',
  'test/deploy/proxies.test.ts',
]
/** Tests of the server that use a database: each of them runs on every one there is. The others are units and run once. */
const server = filesWith(
  'src/server/**/*.test.ts',
  /test\/(database|app|kill-rounds|server-pair|realm-servers)\.ts'/,
).filter((file) => !programs.includes(file))
const hasPostgresql = Boolean(process.env.DATABASE_URL)
/** Those that say themselves that one kind is enough for them (`anyDatabase`): PostgreSQL, where there is one. */
const once = filesWith('src/server/**/*.test.ts', /\banyDatabase\(/)
/** Units that put something in the place of a module, which files that run after them would have, too. */
const mocking = filesWith('{src,test,scripts,bench,lab}/**/*.test.{ts,tsx}', /\bvi\.mock\(/)
const embedded = 'src/server/db/embedded/**'
const exclude = [...configDefaults.exclude, 'e2e/**']

/**
 * For files that need nothing of Vite and put nothing in the place of a module: Node imports them itself, as it does
 * everything else here, which costs less for each import and for each name that is used of one.
 */
const byNode = { viteModuleRunner: false, nodeLoader: false }
/** What each process does before its first test file. */
const setupFiles = ['scripts/quick-imports.ts', 'test/property-tests.ts']

/** On a machine that others use, too, a failed test may be tried once more; it is told then, see `scripts/test.ts`. */
const retry = process.env.RETRY_FAILED === '1' ? 1 : 0

/** Nothing is asserted about time, and a machine can be busy: only a test that fails waits as long. */
const slow = { poll: { timeout: 60_000 } }

const units = (
  name: string,
  options: {
    include: string[]
    exclude: string[]
    isolate?: boolean
    experimental?: typeof byNode
  },
) => ({
  test: {
    name,
    retry,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: slow,
    setupFiles,
    ...options,
  },
})

const onDatabase = (name: 'pglite' | 'postgresql', without: string[] = []) => ({
  test: {
    name,
    include: server,
    exclude: [...exclude, ...without],
    globalSetup: 'test/prepare-database.ts',
    env: { TEST_DATABASE: name },
    // Each file loads the whole server; loaded once for many of them, it is a third of the time less.
    isolate: false,
    experimental: byNode,
    retry,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: slow,
    setupFiles,
  },
})

export default defineConfig({
  test: {
    // Many tests wait for a process or a timer: two workers more than there are cores keep these busy.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      // What units import costs more than all that they do.
      units('unit', {
        include: ['**/*.test.{ts,tsx}'],
        exclude: [...exclude, ...server, ...mocking, ...programs],
        isolate: false,
      }),
      units('unit alone', { include: mocking, exclude }),
      units('programs', {
        include: programs,
        exclude,
        experimental: byNode,
      }),
      onDatabase('pglite', hasPostgresql ? once : []),
      ...(hasPostgresql ? [onDatabase('postgresql', [embedded])] : []),
    ],
  },
})
