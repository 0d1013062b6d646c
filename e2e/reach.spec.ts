import { axeViolations, cameToRest } from './axe-violations.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { looksNew } from './looks.ts'
import { enterStates, sampleReply, statePaths } from './screen-states.ts'
import { smallTargets } from './small-targets.ts'
import { stickingOut, withSpacedText } from './sticking-out.ts'

/**
 * WCAG 2.2 AA as far as it can be checked automatically, targets of 24 px at least, and no horizontal overflow, with spaced text neither, on every
 * screen in the states of `screen-states.ts`. At a further width axe runs where something looks as it has not seen it, which is what its rules depend on.
 */
const sizes = [
  { width: 360, height: 780 },
  { width: 1280, height: 860 },
  // Last: what it shows is nearly always seen by then.
  { width: 768, height: 1024 },
] as const

for (const names of statePaths())
  test(`${names.join(', ')}: axe finds nothing, nothing overflows, its text spaced or not, and what is tapped is large enough, at 360, 768 and 1280 px`, async ({
    page,
    product,
    model,
  }) => {
    test.setTimeout(60_000 + names.length * 60_000)
    model.use({ name: 'words', words: sampleReply })
    await page.setViewportSize(sizes[0])
    await enterStates(page, product.address, names, async (name) => {
      for (const [index, size] of sizes.entries()) {
        await page.setViewportSize(size)
        await cameToRest(page)
        if ((await looksNew(page)) || index === 0)
          expect(await axeViolations(page), `${name} at ${size.width} px`).toEqual([])
        // A chart takes its new width, and an open menu its new place, a frame later.
        const nothingSticksOut = (as: string) =>
          expect.poll(() => stickingOut(page), `${name} ${as}`).toEqual([])
        await nothingSticksOut(`at ${size.width} px`)
        expect(await smallTargets(page), `${name} at ${size.width} px`).toEqual([])
        if (index === 0) await withSpacedText(page, () => nothingSticksOut('with its text spaced'))
      }
      await page.setViewportSize(sizes[0])
    })
    model.use('words')
  })

test('who goes back through a page by the keyboard sees what has the focus: nothing that sticks to the top lies over it', async ({
  page,
  person: _,
}) => {
  await page.setViewportSize(sizes[0])
  for (const path of ['/nest', '/settings']) {
    await visit(page, path)
    const covered: string[] = []
    for (let where = ''; where !== 'HEADER'; ) {
      await page.keyboard.press('Shift+Tab')
      const at = await page.evaluate(() => {
        const has = document.activeElement ?? document.body
        const { left, right, top, bottom, width } = has.getBoundingClientRect()
        // Of a row that scrolls sideways a part may be out of the window.
        const across = (Math.max(left, 0) + Math.min(right, window.innerWidth)) / 2
        const sees = [1, (bottom - top) / 2, bottom - top - 1].some((down) =>
          has.contains(document.elementFromPoint(across, top + down)),
        )
        return {
          where: has.closest('header')?.tagName ?? '',
          name: has.outerHTML.slice(0, 90),
          sees: sees || width <= 1,
        }
      })
      if (!at.sees) covered.push(`${path}: ${at.name}`)
      where = at.where
    }
    expect(covered).toEqual([])
  }
})
