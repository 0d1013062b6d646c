import { startVitest } from 'vitest/node'

/**
 * Runs tests again whenever one of their imports changes: unit tests, or with words every test file that has one of
 * them in its path, on all available databases.
 */
const words = process.argv.slice(2)
await startVitest('test', words, { watch: true, ...(words.length === 0 && { project: ['unit*'] }) })
