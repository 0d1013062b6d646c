import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { closedFunctions, ownTexts, withOwnTexts } from './own-texts.ts'

const texts = `
import { counted } from './counted.js'
export const title = 'Title'
export const named = (name) => "Named " + name
export const many = (count) => counted(count, 'thing')
export const shown = (count) => count.toLocaleString('en-US') + String({ count }.count)
export const loud = ({ name }) => name
export const nested = (all) => all.map((one) => one + title).join()
export const later = (all) => all.map((one) => one + '!').join()
export const kinds = { one: (name) => name }
export let changing = () => 'now'
`

test('only what needs nothing else of its file is copied', () => {
  expect([...closedFunctions(texts).keys()]).toEqual(['named', 'shown', 'later'])
})

test('a module gets what it calls once, and keeps the rest of what it imports', () => {
  const code =
    "import * as texts from './texts.ts'\nexport const all = [texts.named('a'), texts.title, texts.named]\n"
  expect(withOwnTexts(code, 'texts', closedFunctions(texts))).toBe(
    'const texts$named = (name) => "Named " + name;\n' +
      "import * as texts from './texts.ts'\nexport const all = [texts$named('a'), texts.title, texts$named]\n",
  )
})

test.each([
  ['a parameter of the same name', 'export const say = (texts) => texts.named(1)'],
  ['a variable of the same name', '{ const texts = {}; texts.named(1) }'],
  ['the whole namespace', 'export const one = (key) => use(texts).named(1) + texts.named(key)'],
  ['a text that is computed', "export const one = (key) => texts[key] + texts.named('a')"],
  ['no function', 'export const one = texts.title + texts.many(2) + own.texts.named'],
])('%s leaves a module as it is', (_, code) => {
  const whole = `import * as texts from './texts.ts'\n${code}`
  expect(withOwnTexts(whole, 'texts', closedFunctions(texts))).toBe(whole)
})

test('a screen is built without the functions that only another one calls, and says the same', async () => {
  const root = join(temporaryFolder(), 'src/web')
  const write = (name: string, code: string) => writeFileSync(join(root, name), code)
  mkdirSync(root, { recursive: true })
  write(
    'texts.ts',
    'export const one = (name: string) => "One " + name\nexport const other = (name: string) => "Other " + name\n',
  )
  const screen = (name: string) => `import * as texts from './texts.ts'\nexport default texts.${name}('a')\n`
  write('one.ts', screen('one'))
  write('other.ts', screen('other'))
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [ownTexts()],
    build: {
      write: false,
      minify: false,
      lib: { entry: [join(root, 'one.ts'), join(root, 'other.ts')], formats: ['es'] },
    },
  })
  const output = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const codeOf = (name: string) =>
    output.flatMap((file) => (file.type === 'chunk' && file.name === name ? file.code : []))[0]
  expect(output).toHaveLength(2)
  expect(codeOf('one')).not.toContain('Other')
  const { default: said } = await import(`data:text/javascript,${encodeURIComponent(codeOf('other') ?? '')}`)
  expect(said).toBe('Other a')
})
