import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import MarkdownContent from './content.tsx'
import { drawFormula } from './draw-formula.tsx'
import { readMarkdown } from './parser/read.ts'
import type { Inline } from './parser/tree.ts'

const formulas = (text: string) =>
  readMarkdown(text)
    .flatMap((block) => (block.kind === 'paragraph' ? block.children : []))
    .filter((child): child is Inline & { kind: 'formula' } => child.kind === 'formula')
    .map(({ source, display }) => (display ? `[${source}]` : source))
const draw = (source: string) => {
  const drawn = drawFormula(source, true)
  return drawn && renderToStaticMarkup(drawn)
}

test.each([
  ['Then $E = mc^2$ holds, and $x$.', ['E = mc^2', 'x']],
  ['$$a_1 + b$$', ['[a_1 + b]']],
  ['So:\n\n$$\na\n= b\n- c\n# d\n$$\n\nDone', ['[a\n= b\n- c\n# d]']],
  ['\\[ x^2 \\]', ['[x^2]']],
  ['\\[\nx^2\n\\].', ['[x^2]']],
  ['Where \\(a*b*c\\) is', ['a*b*c']],
  ['$\\$5 + x$', ['\\$5 + x']],
])('a formula is read as one: %j', (text, read) => {
  expect(formulas(text)).toEqual(read)
})

test.each([
  'It costs $5 and $10.',
  'From $5-$10, or $ 5.',
  'A price of $20,000 and another of $30,000',
  '`$x$` and ``$$y$$``',
  '$a `b$c` d',
  '\\$x$',
  'A list \\[1\\] and \\[2\\] of brackets',
  '$$$x$$$',
  '\\(\\)',
  '$$\nnot closed',
  '$x',
])('what is no formula stays text: %j', (text) => {
  expect(formulas(text)).toEqual([])
})

test('code never has formulas', () => {
  expect(readMarkdown('```\n$x$\n```\n\n    $$y$$').map(({ kind }) => kind)).toEqual(['code', 'code'])
})

test('the source of a formula that is not closed yet is shown as it is', () => {
  const html = renderToStaticMarkup(
    createElement(MarkdownContent, { text: 'So:\n\n$$\na *b* \\\\\n- c', growing: true }),
  )
  expect(html).toBe('<p>So:</p><p>$$\na *b* \\\\\n- c</p>')
})

test('the first paint shows the source', () => {
  const html = renderToStaticMarkup(createElement(MarkdownContent, { text: 'Is $x<1$.', growing: false }))
  expect(html).toBe('<p>Is <span class="prose-formula-source">$x&lt;1$</span>.</p>')
})

test('ordinary formulas are drawn', () => {
  for (const source of [
    'x = \\frac{-b \\pm \\sqrt{b^2-4ac}}{2a}',
    '\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}',
    '\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}',
    '\\begin{pmatrix} 1 & 0 \\\\ 0 & 1 \\end{pmatrix}',
    '\\sum_{i=1}^n i \\text{ for } n \\in \\mathbb{N}',
    '\\vec{a} \\cdot \\hat{b} \\cancel{x} \\boxed{y} \\color{red} z',
    '\\begin{cases} 1 & x>0 \\\\ 0 \\end{cases}',
  ])
    expect([source, draw(source)]).toEqual([source, expect.stringMatching(/^<math/)])
})

test('what fails is not drawn, so that its source is shown', () => {
  for (const source of ['\\frac{1', '\\nonsense', 'a_b_c', '}', '\\begin{x}'])
    expect(draw(source)).toBeUndefined()
})

test('a hostile formula leads nowhere, loads nothing, and marks nothing', () => {
  for (const source of [
    '\\href{javascript:alert(1)}{x}',
    '\\href{https://evil.example}{x}',
    '\\url{https://evil.example}',
    '\\includegraphics{https://evil.example/a.png}',
    '\\class{fixed inset-0}{x}',
    '\\id{main}{x}',
    '\\style{position:fixed}{x}',
    '\\data{a=b}{x}',
    '\\htmlStyle{color:red}{x}',
    '\\htmlClass{a}{x}',
    '\\color{url(https://evil.example)} x',
    '\\text{<img src=x onerror=alert(1)>}',
    '\\def\\a{\\href{https://evil.example}{x}}\\a',
  ]) {
    const html = draw(source) ?? ''
    expect(html).not.toMatch(/ (?:href|src|class|id|on\w+|data-\w+)=|<(?:a|img|mglyph)\b|position|url\(/i)
  }
})

test('a formula that would go on for ever, or fill the page, ends', () => {
  for (const source of [
    '\\def\\a{\\a\\a}\\a',
    '\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b}\\c\\c\\c\\c\\c\\c\\c\\c',
    '\\sqrt{'.repeat(300) + '}'.repeat(300),
  ])
    expect(draw(source)).toBeUndefined()
  expect(draw('\\rule{9999em}{9999em}') ?? '').not.toContain('9999')
})

test('one formula’s macros are unknown to the next', () => {
  draw('\\gdef\\mine{x}\\mine')
  expect(draw('\\mine')).toBeUndefined()
})

test('no formula makes the drawing fail or hold anything but MathML', () => {
  const piece = fc.constantFrom(
    ...[
      '\\frac',
      '\\sqrt',
      '{',
      '}',
      '^',
      '_',
      'x',
      '1',
      '&',
      '\\\\',
      '\\left(',
      '\\right)',
      '\\text',
      '<b>',
    ],
    ...[
      '\\begin{matrix}',
      '\\end{matrix}',
      '\\href',
      '\\tag{1}',
      '\\color{red}',
      '\\hline',
      '\\not',
      '\\big',
      '%',
    ],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      for (const tag of (draw(pieces.join(' ')) ?? '').match(/<[a-z]\w*/g) ?? [])
        expect(tag).toMatch(/^<(?:m\w+|none|semantics)$/)
    }),
    { numRuns: 80 },
  )
})
