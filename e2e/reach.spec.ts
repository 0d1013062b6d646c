import { axeViolations } from './axe-violations.ts'
import { expect } from './fixtures.ts'
import { test } from './kept-page.ts'
import { enterState, sampleReply, screenStates } from './screen-states.ts'
import { smallTargets } from './small-targets.ts'
import { stickingOut } from './sticking-out.ts'

/**
 * WCAG 2.2 AA as far as it can be checked automatically, targets of 24 px at least, and no horizontal overflow, on every screen in the states of
 * `screen-states.ts`.
 */
const sizes = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1280, height: 860 },
] as const

for (const [name, state] of Object.entries(screenStates))
  test(`${name}: axe finds nothing, nothing overflows, and what is tapped is large enough, at 360, 768 and 1280 px`, async ({
    page,
    product,
    model,
  }) => {
    model.use({ name: 'words', words: sampleReply })
    await page.setViewportSize(sizes[0])
    await enterState(page, product.address, state)
    for (const size of sizes) {
      await page.setViewportSize(size)
      expect(await axeViolations(page), `${size.width} px`).toEqual([])
      expect(await stickingOut(page), `${size.width} px`).toEqual([])
      expect(await smallTargets(page), `${size.width} px`).toEqual([])
    }
    model.use('words')
  })
