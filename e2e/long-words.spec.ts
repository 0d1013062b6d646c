import type { Locator } from '@playwright/test'
import { say } from './chat-page.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { enterPlace, makeLongWords, placesOf } from './long-words.ts'
import { makeAgent } from './make-agent.ts'
import { bringAgents, makeRealm, panel } from './realm-page.ts'
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

test('a right-to-left name that is too long for its line loses its end, and a short one begins where others do', async ({
  page,
  person: _,
}) => {
  const name = 'ספרן הלילה של המצפה הישן על הגבעה'
  const realm = await makeRealm(page.request, 'מצפה')
  await bringAgents(page.request, realm, [name])
  await visit(page, `/realm/${realm.id}`)
  const long = await letters(panel(page, 'Agents').getByText(name, { exact: true }))
  expect(long.first.right).toBeLessThanOrEqual(long.line.right)
  const short = await letters(page.getByRole('heading', { name: realm.name, level: 1 }))
  expect(short.last.left).toBe(short.line.left)
})

/** Where the first and the last letter of a line are, and the line itself. */
function letters(line: Locator) {
  return line.evaluate((element) => {
    const { length } = element.textContent
    const sides = (box: DOMRect) => ({ left: Math.round(box.left), right: Math.round(box.right) })
    const letter = (at: number) => {
      const range = document.createRange()
      range.setStart(element.firstChild ?? element, at)
      range.setEnd(element.firstChild ?? element, at + 1)
      return sides(range.getBoundingClientRect())
    }
    return { first: letter(0), last: letter(length - 1), line: sides(element.getBoundingClientRect()) }
  })
}

test('the head of a chat shows a whole name beside what is said about saving, at 768 px', async ({
  page,
  person: _,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  const { id, name } = await makeAgent(page, { name: 'Keeper of Skerry Point' })
  await visit(page, `/chat/${id}`)
  await page.getByRole('switch', { name: 'Don’t save' }).click()
  await say(page, 'When is the lamp lit?')
  await expect(page.getByText('Not saved: ends when you close this page')).toBeVisible()
  const title = page.getByRole('heading', { name, level: 1 })
  expect(await title.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
})
