import { expect, test } from 'vitest'
import { readableHtml } from './readable-html.ts'

const read = (body: string, head = '') =>
  readableHtml(
    `<html><head><title>A page</title>${head}</head><body>${body}</body></html>`,
    'https://x.example/a/b?c',
  )

test('headings, lists, code, tables and links are read as they are meant', () => {
  const page = read(`
    <h2>Rates</h2><p>Read <a href="../terms#x">the   terms</a>,<br>please.</p>
    <ul><li>one</li><li>two <a href="https://y.example/?q=1&amp;r">there</a></li></ul>
    <pre>
  if (a) {
    b()
  }
</pre>
    <table><tr><th>Name</th><th>Price</th></tr><tr><td><a href="/n">Nail</a></td><td>3</td></tr></table>
    <p><a href="#top">up</a> <a href="javascript:x()">do</a> <a href="mailto:a@b.example">mail</a></p>`)
  expect(page).toEqual({
    title: 'A page',
    hidden: 0,
    text: [
      '## Rates',
      'Read the terms <https://x.example/terms#x>,\nplease.',
      '- one',
      '- two there <https://y.example/?q=1&r>',
      '```\n  if (a) {\n    b()\n  }\n```',
      'Name: Nail; Price: 3.',
      '- Nail <https://x.example/n>',
      'up do mail',
    ].join('\n\n'),
  })
})

test('addresses are meant from the base that a page names', () => {
  expect(read('<p><a href="c">c</a>', '<base href="/d/">').text).toBe('c <https://x.example/d/c>')
})

/** What a person would not see, each with the word `secret` in it. */
const unseen = [
  '<p hidden>secret</p>',
  '<div style="display:none"><p>secret</p></div>',
  '<p style="DISPLAY : NONE !important">secret</p>',
  '<p style="visibility:hidden">secret</p>',
  '<p style="opacity:0">secret</p>',
  '<p style="font-size:0">secret</p>',
  '<p style="font-size:1px">secret</p>',
  '<p style="height:0;overflow:hidden">secret</p>',
  '<p style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)">secret</p>',
  '<p style="position:absolute;left:-9999px">secret</p>',
  '<p style="text-indent:-9999px">secret</p>',
  '<p style="color:#fff;background-color:#fff">secret</p>',
  '<p style="color:transparent">secret</p>',
  '<p style="color:transparent;background-clip:text">secret</p>',
  '<p style="color:transparent;background:linear-gradient(red,blue)">secret</p>',
  '<p style="transform:scale(0)">secret</p>',
  '<p style="clip-path:inset(100%)">secret</p>',
  '<style>.x, .y { color: red; display: none }</style><p class="y">secret</p>',
  '<style>@media screen { .x { color: red } } /* } */ #z{visibility:hidden}</style><p id="z">secret</p>',
  '<dialog>secret</dialog>',
  '<!-- secret -->',
  '<script>secret()</script>',
  '<noscript>secret</noscript>',
  '<template><p>secret</p></template>',
  '<textarea>secret</textarea>',
  '<img alt="secret" src="x.png">',
  '<p title="secret" data-x="secret" aria-label="secret">seen</p>',
  '<meta name="description" content="secret">',
  '<svg><text>secret</text></svg>',
  '<iframe srcdoc="secret">secret</iframe>',
]

test.each(unseen)('%s is not read', (html) => {
  const { text } = read(`<p>before</p>${html}<p>after</p>`)
  expect(text).not.toContain('secret')
  expect(text).toMatch(/^before\n\n(?:seen\n\n)?after$/)
})

test('hidden elements are counted, and what a page shows is read', () => {
  expect(read('<p>a<p hidden>b<p style="display:none">c<p hidden></p>').hidden).toBe(2)
  const shown = [
    '<p style="display:block;opacity:0.9">seen</p>',
    '<div style="height:0;padding-bottom:50%">seen</div>',
    '<style>.tab{display:none}.tab.open{display:block}</style><p class="tab open">seen</p>',
    '<style>.menu:hover{display:none} @media print { p { display: none } }</style><p class="menu">seen</p>',
    '<style>body{opacity:0}</style><p>seen</p>',
    '<style>p{color:inherit;background:inherit}</style><p>seen</p>',
    '<p style="color:unset;background-color:unset">seen</p>',
    '<style>p{background-image:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent}</style><p>seen</p>',
    '<p style="background:linear-gradient(red,blue) text;color:rgba(0,0,0,0)">seen</p>',
    '<style>]] { display:none } p[ {display:none}</style><p>seen</p>',
    '<details><summary>seen</summary></details>',
    '<form><p>seen</p><input value="x"></form>',
  ]
  for (const html of shown) expect(read(html).text, html).toBe('seen')
})

test('the main part of an article is read without what stands around it', () => {
  const paragraph = `<p>${'A long sentence of the article, with commas, and more words than a menu has. '.repeat(8)}</p>`
  const menu = `<nav>${'<a href="/x">Menu entry</a>'.repeat(20)}</nav>`
  const { text } = read(
    `${menu}<article><h2>Title</h2>${paragraph.repeat(6)}</article><footer>All rights</footer>`,
  )
  expect(text).toContain('A long sentence')
  expect(text).not.toContain('Menu entry')
})

test('a page of links alone is read whole', () => {
  const links = Array.from({ length: 30 }, (_, n) => `<li><a href="/${n}">Entry ${n}</a></li>`)
  expect(read(`<ul>${links.join('')}</ul>`).text).toContain('- Entry 29 <https://x.example/29>')
})

test('what is nested deeper than any stack is read', () => {
  const depth = 3_000
  expect(read(`${'<div>'.repeat(depth)}deep${'</div>'.repeat(depth)}`).text).toBe('deep')
})
