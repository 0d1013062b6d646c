import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { hostileTexts } from '../../../../../test/hostile-markdown.ts'
import { commonmark, ReactMarkdown, remarkGfm } from '../../../../../tools/referees/markdown.ts'
import MarkdownContent from '../content.tsx'
import { safeUrl } from './addresses.ts'
import { splitBlocks } from './blocks.ts'
import { readMarkdown } from './read.ts'
import { readPiece, settledLength } from './reading.ts'
import type { Block, Inline } from './tree.ts'

const render = (text: string, growing = false) =>
  renderToStaticMarkup(createElement(MarkdownContent, { text, growing }))

/** The page's own rendering of another parser's plain HTML, so that both can be compared. */
const own = (text: string) =>
  bare(
    render(text)
      .replace(
        /<figure class="prose-code"><figcaption>.*?<\/figcaption><pre tabindex="0">(.*?)<\/pre><\/figure>/gis,
        '<pre>$1</pre>',
      )
      .replace(/<section class="prose-table".*?>(.*?)<\/section>/gs, '$1')
      .replace(/<span class="prose-picture">(?:Picture: |Picture)(.*?)<\/span>/gs, '<i>$1</i>')
      .replace(/<span role="img" aria-label="(Done|To do)">.<\/span>/g, '[$1]'),
  )
const reference = (text: string) =>
  bare(
    renderToStaticMarkup(
      createElement(
        ReactMarkdown,
        {
          remarkPlugins: [remarkGfm],
          urlTransform: safeUrl,
          components: {
            ...{ h1: 'h2', h3: 'h2', h4: 'h3', h5: 'h4', h6: 'h5' },
            img: ({ alt }) => createElement('i', null, alt),
          },
        },
        text,
      ),
    )
      .replace(/<input type="checkbox" disabled=""( checked="")?\/>/g, (_, done) =>
        done ? '[Done]' : '[To do]',
      )
      .replace(/<a(?: href="")?(?: title="[^"]*")?>(.*?)<\/a>/gs, '<span>$1</span>'),
  )

function bare(html: string): string {
  return html
    .replace(/ (?:title|class|target|rel|dir)="[^"]*"/g, '')
    .replace(/\s+<\/code><\/pre>/g, '</code></pre>')
    .replace(/<td[^>]*><\/td>/g, '<td></td>')
    .replace(/\s*\n\s*/g, '\n')
    .replace(/>\n/g, '>')
    .replace(/\n</g, '<')
    .trim()
}

test('the examples of CommonMark’s specification mean what its reference reader makes of them, raw HTML and rare entities aside', () => {
  const isRare = (text: string) => /<|&(?!nbsp|amp|copy|quot|#)/.test(text)
  const examples = commonmark.map(({ markdown }) => markdown).filter((text) => !isRare(text))
  expect(examples.length).toBeGreaterThan(500)
  const different = examples.filter((text) => own(text) !== reference(text))
  expect(different).toEqual([])
})

const prose = fc.constantFrom(
  'Some *words* and **more** of _them_.',
  'A ***very*** snake_case_name, 2 * 3 * 4, and ~~no~~ ~one~.',
  '`code` and ``a ` tick``, \\*no emphasis\\*, &amp; &lt;b&gt;.',
  'See [a *link*](https://x.example/a_b "Title"), <https://y.example/>, and https://z.example/a_(b)_c.',
  'Write to www.x.example or to me@x.example, please.',
  '![a chart](https://x.example/a.png) [![x](y)](https://x.example)',
  'Two lines\nof words,  \nand a third\\\none.',
  '# Title #',
  'Setext\n---',
  '***',
  '- a\n- b\n  - c\n    1. d\n\n       more\n- e',
  '* loose\n\n* list',
  '1. three\n2. four',
  '- [x] done\n- [ ] to *do*\n- plain',
  '> quoted\nlazily\n> - with\n>   a list\n\n> another',
  '| a | b \\| c |\n|:--|--:|\n| `1` | **2** |\n| 3 |',
  '```js\nlet a = 1\n\n  let b\n```',
  '    indented\n\n    code',
  '[word]: https://x.example "Title"\n\n[word] and [that][word]',
)

test('what people and models write means what the reference reader makes of it, whatever stands beside it', () => {
  fc.assert(
    fc.property(fc.array(prose, { minLength: 1, maxLength: 6 }), (pieces) => {
      const text = pieces.join('\n\n')
      expect(own(text)).toBe(reference(text))
    }),
    { numRuns: 80 },
  )
})

const signs = [
  '>',
  '-',
  '*',
  '_',
  '[',
  ']',
  '(',
  ')',
  '!',
  '#',
  '|',
  '~',
  '`',
  '<',
  '&',
  '1.',
  '\t',
  ' ',
  '\n',
  '\\',
  '^',
  ':',
]
const words = [
  'a',
  'bc',
  'www.',
  'https://x.y',
  'javascript:',
  'data:',
  '<script>',
  '<img src=x>',
  '](',
  '[a]:',
  '@',
  '"',
  '😀',
  '\u0301',
]
const hostile = fc
  .array(
    fc.record({
      unit: fc.array(fc.constantFrom(...signs, ...signs, ...words), { minLength: 1, maxLength: 5 }),
      times: fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: 1, max: 8 }) },
        fc.integer({ min: 1, max: 4_000 }),
      ),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) =>
    parts
      .map(({ unit, times }) => unit.join('').repeat(times))
      .join('')
      .slice(0, 20_000),
  )

test('no text makes the renderer fail, run anything, load anything, or lead anywhere but to whole web and mail addresses', () => {
  fc.assert(
    fc.property(hostile, fc.boolean(), (text, growing) => {
      const html = render(text, growing)
      const tags = html.match(/<[a-z][^>]*>/gi) ?? []
      for (const tag of tags) {
        expect(tag).toMatch(
          /^<(a|blockquote|br|button|code|del|em|figcaption|figure|h[2-5]|hr|li|ol|p|path|pre|rect|section|span|strong|sup|svg|table|tbody|td|th|thead|tr|ul)[ />]/,
        )
        expect(tag).not.toMatch(/ (?:on\w+|src|srcset)=/i)
        const href = / href="([^"]*)"/.exec(tag)?.[1]
        if (href !== undefined) expect(href).toMatch(/^(?:https?:\/\/|mailto:)/)
      }
    }),
    { numRuns: 60 },
  )
})

/** The size of a parsed text: the number of its nodes, their depth, and their characters. */
function measure(blocks: readonly Block[]) {
  let nodes = 0
  let deepest = 0
  let characters = 0
  const visit = (node: Block | Inline | { children: Block[] }, depth: number) => {
    nodes++
    deepest = Math.max(deepest, depth)
    if ('text' in node) characters += node.text.length
    if ('href' in node) characters += node.href?.length ?? 0
    if ('label' in node) characters += node.label.length
    if ('children' in node) for (const child of node.children) visit(child, depth + 1)
    if ('items' in node) for (const item of node.items) visit(item, depth + 1)
    if ('rows' in node)
      for (const row of node.rows) for (const cell of row) for (const child of cell) visit(child, depth + 1)
    if ('notes' in node) for (const note of node.notes) for (const child of note) visit(child, depth + 1)
  }
  for (const block of blocks) visit(block, 1)
  return { nodes, deepest, characters }
}

test('what any text is read to nests to a bounded depth, and is no larger than the text allows', () => {
  const check = (text: string) => {
    const { nodes, deepest, characters } = measure(readMarkdown(text))
    expect(deepest).toBeLessThan(90)
    expect(nodes).toBeLessThan(3 * text.length + 10)
    // A link contains its address twice, as text and as target, in which a character can take nine.
    expect(characters).toBeLessThan(12 * text.length + 40_000)
  }
  fc.assert(fc.property(hostile, check), { numRuns: 60 })
  for (const [, text] of hostileTexts(20_000)) check(text)
})

// If the work grew with the square of the length, each of these would take minutes and the test would time out.
test.each(hostileTexts(100_000))(
  'a text ten times as long as an answer may be, of %s, is read',
  (_, text) => {
    expect(splitBlocks(text).join('')).toBe(text)
    expect(measure(readMarkdown(text)).nodes).toBeGreaterThanOrEqual(0)
  },
)

test('behind any such text, words are still shown', () => {
  for (const [name, text] of hostileTexts(2_400))
    for (const gap of ['\n\n', '\n', ' ']) expect(render(`${text}${gap}The end.`), name).toContain('The end.')
})

test('words that another reader leaves out are shown: cells beyond the heads, and a second footnote of one label', () => {
  const table = render('|a|b|\n|-|-|\n|1|2|3 *more*|4|\n|5|')
  expect(table).toContain('<tr><td>1</td><td>2 | 3 <em>more</em> | 4</td></tr>')
  expect(table.match(/<td/g)).toHaveLength(4)
  expect(render('|\n|\nThe end.')).toContain('The end.')
  const notes = render('One[^1] and two[^1].\n\n[^1]: The first.\n[^1]: The second.')
  expect(notes).toContain('<ol dir="auto"><li>The first.</li><li>The second.</li></ol>')
  expect(notes.match(/<sup>1<\/sup>/g)).toHaveLength(2)
})

test('what holds several paragraphs runs in the direction of its own first letters: marks, numbers and columns stand there', () => {
  const html = render('> a\n\n1. a\n\n- a\n\n|a|\n|-|\n\n[^1]\n\n[^1]: a')
  const held = html.match(/<(?:blockquote|ol|ul|table)\b[^>]*>/g) ?? []
  expect(held).toHaveLength(5)
  for (const tag of held) expect(tag).toContain(' dir="auto"')
})

test('marks that nest deeper than anybody means are shown as they were written', () => {
  const quotes = render(`${'>'.repeat(7_990)} the end`)
  expect(quotes.match(/<blockquote/g)?.length).toBeLessThan(30)
  expect(quotes).toContain(`${'&gt;'.repeat(100)} the end`)
  expect(render(`${'1. '.repeat(2_660)}the end`)).toContain('1. 1. 1. the end')
  expect(render('*a_'.repeat(2_660))).toContain('_')
})

test('a text of more elements than prose has is shown as it was written, from where it is too much', () => {
  const html = render(`${'*a* '.repeat(500)}\n\n${'*b* '.repeat(1_200)}`)
  expect(html.match(/<em>a<\/em>/g)).toHaveLength(500)
  expect(html).not.toContain('<em>b</em>')
  expect(html).toContain('*b* *b*')
})

test('a piece that grows is read a few times for each doubling of its length, and what is not read yet is little', () => {
  const text = 'words and 😀 '.repeat(1_300)
  const settled = new Set<number>()
  for (let length = 1_024; length < 16_384; length += 3) {
    const read = settledLength(text.slice(0, length))
    settled.add(read)
    expect(length - read).toBeLessThanOrEqual(length / 15)
    if (read < length) expect(text.slice(0, read).isWellFormed()).toBe(true)
  }
  // Sixteen for each doubling; a step that would split a character counts twice.
  expect(settled.size).toBeLessThanOrEqual(2 * 16 * 4)
})

test.each([
  ['of words', 'word *and* '.repeat(200), '</p>'],
  ['of items', '- word\n'.repeat(300), '</li></ul>'],
  ['of code', `\`\`\`\n${'let a = 1\n'.repeat(200)}`, '</code></pre></figure>'],
  ['of rows', `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(300)}`, '</td></tr></tbody></table></section>'],
  ['of quotes', '> word\n'.repeat(300), '</p></blockquote>'],
])('the newest words of a long piece %s stand at its end while it grows', (_, text, end) => {
  const html = render(`${text}the newest`, true)
  expect(html.endsWith(`the newest${end}`)).toBe(true)
})

test('a piece that can’t be read is shown as it was written', () => {
  const fail = () => {
    throw new RangeError('Maximum call stack size exceeded')
  }
  const written = { kind: 'written', children: [{ kind: 'text', text: '*words*' }] }
  expect(readPiece('*words*', false, fail)).toEqual({ blocks: [written], elements: 1 })
})
