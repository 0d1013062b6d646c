import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

test('the lock file names no Node that a package wants, as npm would take its own for the one that is meant', () => {
  const lock: { packages: Record<string, { engines?: unknown }> } = JSON.parse(
    readFileSync(`${root}package-lock.json`, 'utf8'),
  )
  const wanting = Object.entries(lock.packages).filter(([name, { engines }]) => name !== '' && engines)
  expect(wanting.map(([name]) => name)).toEqual([])
})

test('no compiler has written among the sources', () => {
  const written = ['src', 'scripts', 'test', 'e2e', 'bench'].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?:\.d\.ts|\.map|\.js|\.jsx|\.tsbuildinfo)$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  expect(written).toEqual([])
})
