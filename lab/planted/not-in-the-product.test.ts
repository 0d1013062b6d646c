import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { plantedFaults } from './planted-faults.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the product imports nothing of the laboratory, and knows no planted fault and no setting of it', () => {
  const files = globSync(['src/**/*.{ts,tsx}', 'scripts/**/*.ts', 'dist/server/**/*.js'], { cwd: root })
  expect(files.length).toBeGreaterThan(500)
  const words = new RegExp(`LAB_PLANTED|LAB_SLOW_FSYNC|/lab/(?:planted|faults)|${plantedFaults.join('|')}`)
  expect(files.filter((file) => words.test(readFileSync(`${root}${file}`, 'utf8')))).toEqual([])
})
