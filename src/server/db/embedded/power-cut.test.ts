import { beforeAll, test } from 'vitest'
import { build } from '../../../../scripts/build.ts'
import { cutFirstStart, cutUnderLoad } from '../../../../test/power-cuts.ts'

// A few rounds with different values each time; `npm run bench power-cut` runs a hundred.
const seed = Date.now() % 1_000_000

beforeAll(() => build((line) => process.stdout.write(`${line}\n`), ['database']), 300_000)

test('a power cut under load, or while one before is recovered from, loses no row that was acknowledged', {
  timeout: 300_000,
}, async () => {
  await cutUnderLoad(3, seed)
})

test('a first start that loses its power at any step is begun anew by the next one', {
  timeout: 300_000,
}, async () => {
  await cutFirstStart(2, seed)
})
