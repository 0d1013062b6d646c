import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '../../../../shared/common/limits.ts'
import { type Block, type CutPassage, PassageCutter } from './cut-passages.ts'
import { detectLanguage, guessLanguage, searchConfigOf } from './detect-language.ts'
import { searchWords } from './search-words.ts'

function cut(blocks: readonly Block[], language: string | null = 'en'): CutPassage[] {
  const passages: CutPassage[] = []
  const cutter = new PassageCutter(language, (passage) => passages.push(passage))
  for (const block of blocks) cutter.add(block)
  cutter.end()
  return passages
}

const sentence = (about: string) => `This sentence says something about ${about} and then it ends.`

test('a long text is cut at ends of sentences, between 800 and 1,200 characters, with a little repeated', () => {
  const text = Array.from({ length: 100 }, (_, index) => sentence(`item ${index}`)).join(' ')
  const passages = cut([{ text }])
  for (const [index, passage] of passages.entries()) {
    expect(passage.text).toBe(text.slice(passage.from, passage.to))
    expect(passage.text).toMatch(/ends\.$/)
    expect(passage.text.length).toBeLessThanOrEqual(limits.passage.max)
    const next = passages[index + 1]
    if (!next) continue
    expect(passage.text.length).toBeGreaterThanOrEqual(limits.passage.min)
    expect(next.from).toBeLessThan(passage.to)
  }
})

test('a passage over the end of a page names both pages, and one that begins a page names it alone', () => {
  const passages = cut([
    { text: `${sentence('one')} ${sentence('two')} And this sentence goes`, page: 1 },
    { text: 'on over the end of the page.', page: 2, continues: true },
    { text: sentence('three'), page: 3 },
  ])
  expect(passages.map(({ page, lastPage }) => [page, lastPage])).toEqual([
    [1, 2],
    [3, null],
  ])
  expect(passages[0]?.text).toContain('goes on over')
})

test('a heading begins a passage, and one with nothing under it goes with the next', () => {
  const passages = cut([
    { text: 'The title', isHeading: true },
    { text: 'The first part', isHeading: true },
    { text: `${sentence('one')} ${sentence('two')} ${sentence('three')}` },
    { text: 'The second part', isHeading: true },
    { text: sentence('four') },
  ])
  expect(passages.map(({ heading }) => heading)).toEqual(['The first part', 'The second part'])
})

test('whatever the blocks, every passage is where it says it is, and nothing that is said is left out', () => {
  const block = fc.record({
    text: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 3_000 })
      .filter((text) => text.trim() !== ''),
    isHeading: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), (blocks) => {
      const whole = blocks.map(({ text }) => text).join('\n\n')
      const passages = cut(blocks)
      let end = 0
      for (const { from, to, text } of passages) {
        expect(text).toBe(whole.slice(from, to))
        expect(text.isWellFormed()).toBe(true)
        expect(whole.slice(end, Math.max(end, from)).trim()).toBe('')
        end = to
      }
      expect(whole.slice(end).trim()).toBe('')
    }),
  )
})

test.each([
  ['The keeper of the light is in the tower and that is all.', 'en', 'english'],
  ['Der Wärter des Lichts ist nicht in dem Turm, und das ist alles.', 'de', 'german'],
  ['Le gardien est dans la tour et il ne descend pas pour les visiteurs.', 'fr', 'french'],
  ['灯台の守り人は塔にいます。', 'ja', 'simple'],
  ['حارس المنارة في البرج', 'ar', 'arabic'],
  ['Сторож маяка живет в башне и не спускается, как это было раньше.', 'ru', 'russian'],
  ['ผู้ดูแลประภาคารอยู่ในหอคอย', 'th', 'simple'],
  ['xyzzy 42 {}', null, 'simple'],
])('the language of “%s” is %s', (text, language, config) => {
  expect(detectLanguage(text)).toBe(language)
  expect(searchConfigOf(language)).toBe(config)
})

test.each([
  ['Wie heißt mein Hund?', 'de'],
  ['What is my dog called?', 'en'],
  ['Как зовут мою собаку?', 'ru'],
  ['Как се зове мој пас?', 'sr'],
  ['Жучка', 'ru'],
  ['Comment s’appelle mon chien ?', 'fr'],
  ['¿Cómo se llama mi perro?', 'es'],
  ['Hur gammal är min hund?', 'sv'],
  ['Rex?', null],
])('the language of a text as short as “%s” is likely %s', (text, language) => {
  expect(guessLanguage(text)).toBe(language)
})

test('words are divided alike whatever signs stand between them, and by twos where no spaces are written', () => {
  expect(searchWords('Well—“said”, DON’T: ﬁve (5)')).toBe('well said don t five 5')
  expect(searchWords('東京タワーへ行く PDFを読む')).toBe('東京 京タ タワ ワー ーへ へ行 行く pdf を読 読む')
})
