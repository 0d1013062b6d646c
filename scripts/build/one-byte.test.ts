import { readFileSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { escaped, minify, writeInOneByte } from './one-byte.ts'

const source = `
export const texts = ['it’s here …', \`\${'…'}’ ü\`, '😀', '\\u2026'] // “quoted”
export const größe = 'ß', 日本 = '日'
export const isEnd = (text: string) => /^[’…😀]+$/u.test(text) && !/[“-”]/.test(text)
export function fail() {
  const word = '…’…'; throw new Error(word + '…')
}
`

test('code says and does the same, is a byte for each character, and its faults still name their place', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'given.ts'), source)
  const bundle = await rolldown({ input: join(folder, 'given.ts') })
  const { output } = await bundle.write({ file: join(folder, 'built.js'), sourcemap: true, minify })
  await bundle.close()
  const before = await import(pathToFileURL(join(folder, 'built.js')).href)

  await writeInOneByte(folder)
  const code = readFileSync(join(folder, 'built.js'), 'utf8')
  expect(output[0].code).toMatch(/[^\0-\xff]/)
  expect(code).not.toMatch(/[^\0-\xff]/)
  const after = await import(`${pathToFileURL(join(folder, 'built.js')).href}?again`)
  expect(after.texts).toEqual(before.texts)
  expect([after.größe, after.日本]).toEqual(['ß', '日'])
  for (const text of ['’…', '😀', '“', 'a']) expect(after.isEnd(text)).toBe(before.isEnd(text))

  const map = new SourceMap(JSON.parse(readFileSync(join(folder, 'built.js.map'), 'utf8')))
  const lines = code.split('\n')
  for (const word of ['throw new Error', 'fail()', '/^[']) {
    const line = lines.findIndex((text) => text.includes(word))
    const entry = map.findEntry(line, lines[line]?.indexOf(word) ?? 0)
    if (!('originalLine' in entry)) throw new Error(`The map has no entry for ${word}.`)
    expect(source.split('\n')[entry.originalLine]?.slice(entry.originalColumn)).toSatisfy((text: string) =>
      text.startsWith(word),
    )
  }
})

test('a text is the same as an escaped one, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      expect(JSON.parse(escaped(JSON.stringify(text)))).toBe(text)
    }),
  )
})

test('what an escape would change the meaning of is refused, not written', async () => {
  expect(() => escaped('/\\…/')).toThrow("can't be escaped")
  expect(escaped('/\\\\…/')).toBe('/\\\\\\u2026/')

  const folder = temporaryFolder()
  const code = 'export const 𠮷 = 1'
  writeFileSync(join(folder, 'name.js'), code)
  writeFileSync(join(folder, 'name.js.map'), '{"mappings":""}')
  await expect(writeInOneByte(folder)).rejects.toThrow()
  expect(readFileSync(join(folder, 'name.js'), 'utf8')).toBe(code)
})
