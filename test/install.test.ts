import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { weighInstall } from '../scripts/measure-install.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Lock {
  packages: Record<string, { version?: string; integrity?: string; engines?: unknown; inBundle?: boolean }>
}
const locks = globSync(['package-lock.json', 'tools/*/package-lock.json'], { cwd: root }).map((path) => ({
  path,
  packages: Object.entries((JSON.parse(readFileSync(join(root, path), 'utf8')) as Lock).packages).filter(
    ([name]) => name !== '',
  ),
}))

test('no lock file names the Node that a package wants, as npm would take its own for the one that is meant', () => {
  const wanting = locks.flatMap(({ path, packages }) =>
    packages.filter(([, { engines }]) => engines).map(([name]) => `${path}: ${name}`),
  )
  expect(wanting).toEqual([])
})

test('every package is fetched by its content, whatever the machine', () => {
  expect(locks.length).toBeGreaterThan(1)
  const unknown = locks.flatMap(({ path, packages }) =>
    packages
      .filter(([, { integrity, inBundle }]) => !integrity && !inBundle)
      .map(([name]) => `${path}: ${name}`),
  )
  expect(unknown).toEqual([])
})

/** In megabytes on the disk: whoever gets well below lowers the figure. */
const HEAVIEST = 480
test('an install is no heavier than it was', () => {
  const bytes = weighInstall(root).reduce((sum, one) => sum + one.bytes, 0)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes / 1024 ** 2).toBeLessThan(HEAVIEST)
})

test('no compiler has written among the sources', () => {
  const written = ['src', 'scripts', 'test', 'e2e', 'bench', 'lab'].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?:\.d\.ts|\.map|\.js|\.jsx|\.tsbuildinfo)$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  expect(written).toEqual([])
})
