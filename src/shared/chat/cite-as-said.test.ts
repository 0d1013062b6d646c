import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { citedSource } from '../../../test/cited-source.ts'
import { readCitations } from '../knowledge/citations.ts'
import { citeAsSaid } from './cite-as-said.ts'

const given = [citedSource(1), citedSource(2), citedSource(3)]

/** What leaves of a text in these pieces: all of it, and the numbers of the passages in the order in which they leave. */
function leaves(pieces: readonly string[], sources = given) {
  const cite = citeAsSaid(sources)
  const said = [...pieces.map(cite.take), cite.rest()]
  return {
    text: said.map(({ text }) => text).join(''),
    sources: said.flatMap((one) => one.sources.map(({ n }) => n)),
  }
}

test('a passage leaves with the first words that cite it, and one that is not cited never does', () => {
  const cite = citeAsSaid(given)
  expect(cite.take('At dusk')).toEqual({ text: 'At dusk', sources: [] })
  expect(cite.take(' [2')).toEqual({ text: '', sources: [] })
  expect(cite.take(']. At')).toEqual({ text: ' [2]. At', sources: [given[1]] })
  expect(cite.take(' dawn [2][1].')).toEqual({ text: ' dawn [2][1].', sources: [given[0]] })
  expect(cite.rest()).toEqual({ text: '', sources: [] })
})

test.each([
  ['At dusk [99].', 'At dusk.', []],
  ['At dusk [1, 99].', 'At dusk [1].', [1]],
  ['At dusk [2–4].', 'At dusk [2][3].', [2, 3]],
  ['`lamps[1]` and `lamps[99]` [2]', '`lamps[1]` and `lamps[99]` [2]', [2]],
  ['| Lamp [99] | Bell [1] |', '| Lamp | Bell [1] |', [1]],
  ['At dusk [1', 'At dusk', []],
  ['At dusk [99', 'At dusk', []],
  ['Nested [[99]] and [[99]98] and [1[99]]', 'Nested […] and […98] and [1…]', []],
])('of %j leaves %j', (text, expected, numbers) => {
  expect(leaves([text])).toEqual({ text: expected, sources: numbers })
  expect(leaves([...text])).toEqual({ text: expected, sources: numbers })
})

test('a reply that was given no passages leaves as it was said', () => {
  expect(leaves(['An array [1, ', '2] and a[99', ']'], [])).toEqual({
    text: 'An array [1, 2] and a[99]',
    sources: [],
  })
})

test('however a text is divided the same leaves, and all citations in it are of passages that left', () => {
  const piece = fc.constantFrom(
    ...['[1]', '[99]', '[1, 99]', ' [3]', ' [42]', '[', ']', '9', ',', 'so! ', '(', '\\', '[^1]', '[0]', ' '],
    ...['`code[99]` so', '\n```\na[99]\n```\n', '\n', '\n\n', '- ', 'word', 'at dusk ', '💡'],
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 30 }),
      fc.array(fc.nat(), { maxLength: 20 }),
      (pieces, places) => {
        const text = pieces.join('')
        const at = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b)
        const whole = leaves([text])
        expect(leaves([0, ...at].map((from, index) => text.slice(from, at[index])))).toEqual(whole)
        const cited = readCitations(whole.text).flatMap(({ numbers }) => numbers)
        expect(new Set(cited)).toEqual(new Set(whole.sources))
      },
    ),
  )
})
