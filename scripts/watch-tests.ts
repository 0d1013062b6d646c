import { startVitest } from 'vitest/node'

/**
 * Runs tests again whenever what they import changes: units, or with words every test file, on every database there is,
 * that has one of them in its path.
 */
const words = process.argv.slice(2)
await startVitest('test', words, { watch: true, ...(words.length === 0 && { project: ['unit*'] }) })
