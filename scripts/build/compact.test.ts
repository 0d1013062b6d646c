import { readFileSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type OutputOptions, rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { compact, refuseWideCharacters } from './compact.ts'

const source = `
export const texts = ['it’s here …', \`\${'…'}’ ü\`, '😀', '\\u2026', '\\\\…'] // “quoted”
export const größe = 'ß', 日本 = '日'
export const backslashed = [/(?<größe>\\…)/.exec('…')?.groups?.größe, /[\\…]/.test('…'), '\\…']
export const isEnd = (text: string) => /^[’…😀]+$/u.test(text) && !/[“-”]/.test(text)
export function fail() {
  const word = '…’…'; throw new Error(word + '…')
}
`

async function bundled(text: string, options: OutputOptions) {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'given.ts'), text)
  const bundle = await rolldown({ input: join(folder, 'given.ts'), plugins: [refuseWideCharacters] })
  const file = join(folder, 'built.js')
  await bundle.write({ ...options, file, sourcemap: true }).finally(() => bundle.close())
  return {
    code: readFileSync(file, 'utf8'),
    map: readFileSync(`${file}.map`, 'utf8'),
    url: pathToFileURL(file).href,
  }
}

test('code says and does the same, is a byte for each character, and its faults still name their place', async () => {
  const { code, map, url } = await bundled(source, compact)
  expect(code).not.toMatch(/[^\0-\xff]/)
  const built = await import(url)
  expect(built.texts).toEqual(['it’s here …', '…’ ü', '😀', '…', '\\…'])
  expect(built.backslashed).toEqual(['…', true, '…'])
  expect([built.größe, built.日本]).toEqual(['ß', '日'])
  expect(['’…', '😀', '“', 'a'].map(built.isEnd)).toEqual([true, true, false, false])
  expect(built.fail.name).toBe('fail')

  const places = new SourceMap(JSON.parse(map))
  const lines = code.split('\n')
  for (const word of ['throw', 'fail()', '/^[']) {
    const line = lines.findIndex((text) => text.includes(word))
    const entry = places.findEntry(line, lines[line]?.indexOf(word) ?? 0)
    if (!('originalLine' in entry)) throw new Error(`The map has no entry for ${word}.`)
    expect(source.split('\n')[entry.originalLine]?.slice(entry.originalColumn)).toSatisfy((text: string) =>
      text.startsWith(word),
    )
  }
})

test('a bundle with a character that cannot be escaped is refused, and the fault shows it', async () => {
  const tagged = 'export const pattern = String.raw`an end …`'
  await expect(bundled(tagged, compact)).rejects.toThrow(
    'tagged template: const pattern=String.raw`an end …`',
  )
  await expect(bundled('export const end = `an end …`', compact)).resolves.toBeDefined()
})
