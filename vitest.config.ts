import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

/** Tests of the server that use a database: each of them runs on every one there is. The others are units and run once. */
const server = globSync('src/server/**/*.test.ts').filter((file) =>
  /test\/(database|app|kill-rounds|server-pair|realm-servers)\.ts'/.test(readFileSync(file, 'utf8')),
)
const embedded = 'src/server/db/embedded/**'
const exclude = [...configDefaults.exclude, 'e2e/**']

const onDatabase = (name: 'pglite' | 'postgresql', without: string[] = []) => ({
  test: {
    name,
    include: server,
    exclude: [...exclude, ...without],
    globalSetup: 'test/prepare-database.ts',
    env: { TEST_DATABASE: name },
    // Each file loads the whole server; loaded once for many of them, it is a third of the time less.
    isolate: false,
    // Starting a database takes its time on a busy machine; nothing is asserted about it.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
})

export default defineConfig({
  test: {
    // On two cores the default is one worker, which waits as long as its test does.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, ...server],
          // Nothing is asserted about time, and a machine can be busy.
          testTimeout: 20_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      onDatabase('pglite'),
      ...(process.env.DATABASE_URL ? [onDatabase('postgresql', [embedded])] : []),
    ],
  },
})
