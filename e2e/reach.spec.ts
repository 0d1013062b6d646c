import { axeViolations, cameToRest } from './axe-violations.ts'
import { expect } from './fixtures.ts'
import { test } from './kept-page.ts'
import { looksNew } from './looks.ts'
import { enterStates, sampleReply, statePaths } from './screen-states.ts'
import { smallTargets } from './small-targets.ts'
import { stickingOut } from './sticking-out.ts'

/**
 * WCAG 2.2 AA as far as it can be checked automatically, targets of 24 px at least, and no horizontal overflow, on every screen in the states of
 * `screen-states.ts`. At a further width axe runs where something looks as it has not seen it, which is what its rules depend on.
 */
const sizes = [
  { width: 360, height: 780 },
  { width: 1280, height: 860 },
  // Last: what it shows is nearly always seen by then.
  { width: 768, height: 1024 },
] as const

for (const names of statePaths())
  test(`${names.join(', ')}: axe finds nothing, nothing overflows, and what is tapped is large enough, at 360, 768 and 1280 px`, async ({
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
        // A chart takes its new width a frame later.
        await expect.poll(() => stickingOut(page), `${name} at ${size.width} px`).toEqual([])
        expect(await smallTargets(page), `${name} at ${size.width} px`).toEqual([])
      }
      await page.setViewportSize(sizes[0])
    })
    model.use('words')
  })
