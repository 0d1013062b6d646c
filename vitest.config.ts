import { globSync, readFileSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'

/** Tests of the server that use a database: each of them runs on every one there is. The others are units and run once. */
const server = globSync('src/server/**/*.test.ts').filter((file) =>
  /test\/(database|app|kill-rounds|server-pair)\.ts'/.test(readFileSync(file, 'utf8')),
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
  },
})

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['**/*.test.{ts,tsx}'], exclude: [...exclude, ...server] } },
      onDatabase('pglite'),
      ...(process.env.DATABASE_URL ? [onDatabase('postgresql', [embedded])] : []),
    ],
  },
})
