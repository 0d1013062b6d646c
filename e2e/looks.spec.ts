import { expect } from './fixtures.ts'
import { test } from './kept-page.ts'
import { looksNew } from './looks.ts'

/** What a style sheet can do at a width alone, and whether axe has to go through the page again. */
const changes = [
  ['nothing', '', false],
  ['something else has another place', 'p { position: absolute; top: 100px }', false],
  ['something appears', 'aside { display: block }', true],
  ['a text has another colour', 'p { color: gray }', true],
  ['a text lies on another colour', 'main { background: silver }', true],
  ['a large text is small', 'h1 { font-size: 12px }', true],
  ['a button shows less of its name', 'span { display: none }', true],
  ['something scrolls', 'main { overflow: auto; height: 20px }', true],
] as const

test('what appears, has other colours, another name or size at a width, or scrolls there, looks new; nothing does that was seen before', async ({
  page,
}) => {
  await page.goto('about:blank')
  for (const [name, css, isNew] of changes) {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.setContent(
      `<style>aside { display: none } @media (min-width: 700px) { ${css} }</style>
       <main><h1>Skerry</h1><p>The lamp is lit.</p><button>Keep <span>the light</span></button><aside>At dusk.</aside></main>`,
    )
    expect(await looksNew(page), name).toBe(true)
    expect(await looksNew(page), name).toBe(false)
    await page.setViewportSize({ width: 768, height: 1024 })
    expect(await looksNew(page), name).toBe(isNew)
    await page.setViewportSize({ width: 360, height: 780 })
    expect(await looksNew(page), name).toBe(false)
  }
})
