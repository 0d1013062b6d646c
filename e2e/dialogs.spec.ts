import type { Page } from '@playwright/test'
import { composer, copyReply, history, meridian, say } from './chat-page.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'

/**
 * Stops the timers of the page, as if the browser were busy. If the time to pause at is already over when it is
 * requested, the clock is already stopped and the next try is in time.
 */
async function holdTimers(page: Page) {
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  }).toPass()
}

const backdrop = { x: 8, y: 60 }

test('a press beside a dialog closes it however early it comes', async ({ page, wallet }) => {
  await page.clock.install()
  await wallet()
  await visit(page, '/social')
  const opener = page.getByRole('button', { name: 'Choose an agent' })
  await opener.click()
  await page.getByRole('dialog').getByRole('searchbox').press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await holdTimers(page)
  await opener.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.mouse.click(backdrop.x, backdrop.y)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('banner').getByRole('button', { name: 'Select Wallet' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.mouse.click(backdrop.x, backdrop.y)
  await expect(page.getByRole('dialog')).toHaveAttribute('data-closing')
})

test('a press that begins inside a dialog and ends beside it, or the other way round, leaves it open', async ({
  page,
}) => {
  await visit(page, '/social')
  await page.getByRole('button', { name: 'Choose an agent' }).click()
  const dialog = page.getByRole('dialog')
  // Once its agents have loaded, it has its final height and stays in place.
  await expect(dialog.getByRole('button', { name: /^Choose / }).first()).toBeVisible()
  const inside = await dialog.getByRole('heading', { name: 'Choose an agent' }).boundingBox()
  if (!inside) throw new Error('The dialog has no heading.')
  for (const { from, to } of [
    { from: inside, to: backdrop },
    { from: backdrop, to: inside },
  ]) {
    await page.mouse.move(from.x + 4, from.y + 4)
    await page.mouse.down()
    await page.mouse.move(to.x + 4, to.y + 4)
    await page.mouse.up()
    await expect(dialog.getByRole('searchbox')).toBeVisible()
  }
  await page.mouse.click(backdrop.x, backdrop.y)
  await expect(dialog).toHaveCount(0)
})

test('a press beside a menu that is open in a sheet closes the menu, and the next one the sheet', async ({
  page,
  person: _,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await visit(page, meridian)
  await say(page, 'What is light?')
  await expect(copyReply(page)).toBeVisible()
  const opener = page.getByRole('button', { name: 'History' })
  await opener.click()
  const sheet = page.getByRole('dialog', { name: 'Conversations' })
  await history(page)
    .getByRole('button', { name: /^Options of/ })
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.mouse.click(backdrop.x, 10)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(sheet).toBeVisible()
  await page.mouse.click(backdrop.x, 10)
  await expect(sheet).toHaveCount(0)
  await expect(composer(page)).toBeVisible()
  await expect(opener).toBeFocused()

  // A dialog of a menu gives the focus back to the menu's button, whether its code is there already or comes later.
  const options = page.getByRole('button', { name: /^Options of/ })
  for (const item of ['Rename', 'What it remembers of you', 'Rename']) {
    await options.press('Enter')
    await page.getByRole('menuitem', { name: item }).press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(options).toBeFocused()
  }
})

test('who presses an agent while what was typed is not searched for yet gets that agent', async ({
  page,
}) => {
  await page.clock.install()
  await visit(page, '/social')
  await page.getByRole('button', { name: 'Choose an agent' }).click()
  const choices = page.getByRole('dialog').getByRole('button', { name: /^Choose / })
  await expect(choices.last()).toBeVisible()
  // By its index: once it is visible, more agents may be appended.
  const last = choices.nth((await choices.count()) - 1)
  const name = (await last.textContent())?.replace('Choose ', '') ?? ''
  const searches: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('query=')) searches.push(request.url())
  })
  await last.scrollIntoViewIfNeeded()
  await holdTimers(page)
  await page.getByRole('searchbox').pressSequentially('quantum')
  await last.hover()
  await page.mouse.down()
  // A tap takes time, and search results must not arrive in between.
  await page.waitForTimeout(500)
  await page.mouse.up()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('group', { name: /Agent/ })).toContainText(name)
  expect(searches).toEqual([])
})

test('on a phone a message stands above a sheet, whose title and close button stay while it is scrolled', async ({
  page,
  wallet,
}) => {
  await wallet()
  await page.setViewportSize({ width: 360, height: 640 })
  await visit(page, `/vacant?agent=${meridian.split('/').at(-1)}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Copy link' }).click()
  const message = page.locator('[data-sonner-toast]')
  await expect(message).toBeVisible()
  // Where it is once it has come to rest.
  const bottom = await message.evaluate((it: HTMLElement) => {
    const { top = 0 } = it.offsetParent?.getBoundingClientRect() ?? {}
    return top + it.offsetHeight
  })
  // The highest sheet: the agent's, below that of its link.
  const sheet = await page.locator('[role=dialog]').first().boundingBox()
  expect(bottom).toBeLessThanOrEqual(sheet?.y ?? 0)
  for (const _ of ['the link', 'the agent']) await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.getByRole('banner').getByRole('button', { name: 'Select Wallet' }).click()
  await dialog.getByRole('button', { name: 'More options' }).click()
  await expect(dialog.getByRole('button', { name: /^Backpack/ })).toBeInViewport({ ratio: 1 })
  for (const it of [dialog.getByRole('heading').first(), dialog.getByRole('button', { name: 'Close' })])
    await expect(it).toBeInViewport({ ratio: 1 })
})
