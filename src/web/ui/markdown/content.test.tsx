import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { renderToReadableStream } from 'react-dom/server.edge'
import { expect, test } from 'vitest'
import MarkdownContent from './content.tsx'
import { Marks, writeMark } from './marks.ts'
import { NamedTexts } from './named-texts.tsx'
import { splitBlocks } from './parser/blocks.ts'
import { readMarkdown } from './parser/read.ts'

const render = (text: string) =>
  renderToStaticMarkup(createElement(MarkdownContent, { text, growing: false }))
/** The meaning of pieces of markdown; whether a code block is closed matters only while it grows. */
const meaning = (...texts: string[]) =>
  texts.flatMap(readMarkdown).map((block) => (block.kind === 'code' ? { ...block, open: false } : block))

const pieces = fc.constantFrom(
  'Some words.',
  'Two lines\nof words.',
  '# Title',
  'Setext\n---',
  '---',
  '- a\n- b',
  '* loose\n\n* list',
  '1. one\n\n   more of one\n\n2. two',
  '7) seven',
  '- item\n\n  ```js\n  let a = 1\n\n  let b\n  ```',
  '```\ncode\n\n- no item\n\n# no title\n```',
  '~~~md\n```\n\nstill code\n~~~',
  '````\n```\n\nstill code\n````',
  '    indented\n\n    code',
  '> quoted\n\n> another',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '- [x] done\n- [ ] to do',
  '``` not `a` fence',
  '[word]: https://x.example\n\n[word]',
  'Note[^1].\n\n[^1]: The note.',
)

test('cutting markdown into blocks changes nothing of what it means', () => {
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 7 }),
      fc.constantFrom('\n\n', '\n\n\n', '\n \n'),
      (texts, gap) => {
        const text = texts.join(gap)
        const blocks = splitBlocks(text)
        expect(blocks.join('')).toBe(text)
        expect(meaning(...blocks)).toEqual(meaning(text))
      },
    ),
    { numRuns: 150 },
  )
})

test('a block that is over does not change while words arrive after it', () => {
  expect(splitBlocks('One.\n\nTwo.\n\n```\na\n\nb\n```\n\nThr').slice(0, 3)).toEqual([
    'One.\n\n',
    'Two.\n\n',
    '```\na\n\nb\n```\n\n',
  ])
})

test('a break of HTML is one, as no other way breaks a line within a cell', () => {
  expect(render('| a |\n|---|\n| one<br>two<BR/>three<br /> |')).toContain('one<br/>two<br/>three<br/>')
  expect(render('a <br class="x"> b')).not.toContain('<br')
})

test('raw HTML stays text', () => {
  const html = render('<script>alert(1)</script>\n\nwords <b onclick="x()">bold</b>')
  expect(html).not.toMatch(/<(script|b)\b/)
  expect(html).toContain('&lt;b onclick=')
})

test('nothing within raw HTML is a mark, or leads anywhere', () => {
  const html = render(
    'words <img src="https://evil.example/a.png" alt="*x*"> and <!-- www.evil.example --> *more*',
  )
  expect(html).not.toContain('<a ')
  expect(html).toContain('alt=&quot;*x*&quot;&gt;')
  expect(html).toContain('<em>more</em>')
})

test('a picture is never loaded; its label is shown', () => {
  const html = render('![a chart](https://evil.example/a.png) ![](data:image/png;base64,AAAA)')
  expect(html).not.toContain('<img')
  expect(html).not.toContain('evil.example')
  expect(html).toContain('Picture: a chart')
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://x.example/1',
  '/api/session',
  '//evil.example',
  '#main',
])('a link to %s is no link', (url) => {
  expect(render(`[words](<${url}>)`)).toBe('<p><span>words</span></p>')
})

test('a safe link opens in a new tab that knows nothing of this page', () => {
  expect(render('[words](https://x.example/a?b=1)')).toBe(
    '<p><a href="https://x.example/a?b=1" target="_blank" rel="noopener noreferrer nofollow">words</a></p>',
  )
})

test('a link of an agent with a query to a host that nobody named is text, and says where it would lead', async () => {
  const draw = async (text: string, ...named: string[]) => {
    const content = createElement(MarkdownContent, { text, growing: false })
    const stream = await renderToReadableStream(createElement(NamedTexts, { value: named }, content))
    await stream.allReady
    return (await new Response(stream).text()).replaceAll(/<!--.*?-->/g, '')
  }
  const link = '[the report](https://evil.example/?q=secret)'
  expect(await draw(link)).toContain('<p><span>the report (https://evil.example/?q=secret)</span></p>')
  expect(await draw(link, 'Look at https://good.example')).not.toContain('<a ')
  expect(await draw(link, 'Look at evil.example')).toContain('href="https://evil.example/?q=secret"')
  expect(await draw('See https://evil.example/?q=1.')).toContain('<span>https://evil.example/?q=1</span>.')
  for (const hidden of [
    'https:\\\\evil.example\\?q=1',
    'https://a:secret@evil.example/',
    'mailto:a@evil.example?body=x',
  ])
    expect(await draw(`[words](<${hidden}>)`)).not.toContain('<a ')
  expect(await draw('[words](https://evil.example/page)')).toContain('href="https://evil.example/page"')
})

test('a word without an end, which is slow to lay out with kerning, is set without it', () => {
  const endless = 'W'.repeat(500)
  expect(render(`Ada *${endless}* says`)).toBe(
    `<p>Ada <em><span class="endless">${endless}</span></em> says</p>`,
  )
  expect(render(`Ada ${endless}${writeMark(1, 0)}`)).toContain(`<span class="endless">Ada ${endless}`)
  expect(render(`${'W'.repeat(499)} ${'W'.repeat(499)}`)).not.toContain('endless')
})

test('a mark is drawn where its number stands, beside emphasis and in tables, and never within a link or code', () => {
  const draw = (text: string) =>
    renderToStaticMarkup(
      createElement(
        Marks,
        { value: (n: number) => createElement('b', null, n) },
        createElement(MarkdownContent, { text, growing: false }),
      ),
    )
  const mark = writeMark(1, 0)
  expect(draw(`**At dusk.**${mark} And ${mark}${writeMark(23, 10)}.`)).toBe(
    '<p><strong>At dusk.</strong><b>1</b> And <b>1</b><b>23</b>.</p>',
  )
  expect(draw(`| a |\n|---|\n| x ${mark} |`)).toContain('<td>x <b>1</b></td>')
  expect(draw(`[see ${mark}](https://x.example) \`${mark}\``)).not.toContain('<b>')
  expect(render(`At dusk ${mark}`)).toBe('<p>At dusk </p>')
})
