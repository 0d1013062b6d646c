import { expect } from './fixtures.ts'
import { test } from './kept-page.ts'
import { enterPlace, makeLongWords, placesOf } from './long-words.ts'
import { stickingOut } from './sticking-out.ts'

const sizes = [
  { width: 360, height: 780 },
  { width: 1280, height: 860 },
] as const

test('no name and no words, however long and without a space, push anything out of the window, at 360 and 1280 px', async ({
  page,
  model,
  person,
}) => {
  test.setTimeout(300_000)
  const world = await makeLongWords(page, person, model)
  for (const [name, place] of Object.entries(placesOf(world))) {
    // Otherwise the previous page would be laid out once more.
    await page.goto('/robots.txt')
    await page.setViewportSize(sizes[0])
    await enterPlace(page, place)
    for (const size of sizes) {
      await page.setViewportSize(size)
      expect(await stickingOut(page), `${name} at ${size.width} px`).toEqual([])
      const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
      if ((await close.count()) > 0) await expect(close.last()).toBeInViewport({ ratio: 1 })
    }
  }
})
