import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { nameSources } from './source-stack.ts'

test('a fault in a bundle is logged with the file and the line of its source', async () => {
  const folder = temporaryFolder()
  const source = join(folder, 'src', 'fault.ts')
  mkdirSync(join(folder, 'src'))
  writeFileSync(
    source,
    'interface Unseen {\n  gone: string\n}\n\nexport function fail(_: Unseen | null) {\n  throw new Error("x")\n}\n',
  )
  const bundle = await rolldown({ input: source, platform: 'node' })
  await bundle.write({ dir: join(folder, 'dist'), sourcemap: true, sourcemapExcludeSources: true })
  await bundle.close()
  // Runs in a separate process, because the test runner maps the stacks of what it loads itself.
  const program = `
    import { describeError } from ${JSON.stringify(new URL('./describe-error.ts', import.meta.url).href)}
    import { fail } from ${JSON.stringify(pathToFileURL(join(folder, 'dist', 'fault.js')).href)}
    try { fail(null) } catch (error) { console.log(describeError(error).stack) }`
  const stack = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const [top] = stack.split('\n')
  expect(top).toBe(`    at fail (${pathToFileURL(source).href}:6:9)`)
})

test('frames that no map knows stay as they are', () => {
  const stack = '    at run (node:internal/main:1:2)\n    at file:///nowhere/bundle.js:3:4'
  expect(nameSources(stack)).toBe(stack)
})
