import { axeViolations } from './axe-violations.ts'
import { composer, copyReply, meridian, say } from './chat-page.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { stickingOut } from './sticking-out.ts'

test('anything is found from every screen by its name, with keys alone and on a phone, and a shared text waits for whom it is for', async ({
  page,
  person: _,
}) => {
  await visit(page, meridian)
  await say(page, 'What is light?')
  await expect(copyReply(page)).toBeVisible()

  // The shortcut works during typing, and the draft stays.
  await composer(page).fill('A draft')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Find anything' })
  const field = palette.getByRole('combobox', { name: 'Find anything' })
  await expect(field).toBeFocused()
  // The last used entry is first.
  const first = palette.getByRole('option').first()
  await expect(first).toContainText('What is light?')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(composer(page)).toBeFocused()
  await expect(composer(page)).toHaveValue('A draft')

  await page.keyboard.press('Control+k')
  // What keys do is found by any of the words for it.
  await field.fill('keyboard')
  await expect(palette.getByRole('option', { name: /Finds anything/ })).toBeVisible()
  await field.fill('')
  await palette.getByRole('option', { name: /What keys do here/ }).click()
  await expect(field).toHaveValue('Keyboard')
  await expect(palette.getByRole('option', { name: /Sends a message/ })).toBeVisible()

  await field.fill('glossary')
  await expect(palette.getByRole('option')).toHaveText([/Cryptic/])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/cryptic')
  await expect(palette).toHaveCount(0)

  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('banner').getByRole('button', { name: 'Find anything' }).click()
  // Other rows come in above those that are there; the first one is chosen, and in sight.
  await expect(palette.getByRole('option').first()).toContainText('What is light?')
  for (const letter of 'er') {
    await page.keyboard.type(letter)
    await expect(palette.getByRole('option', { selected: true })).toBeInViewport({ ratio: 1 })
  }
  await field.fill('pencil')
  await expect(palette.getByRole('option', { name: /Lattice/ })).toBeVisible()
  await field.fill('nothing of that kind')
  await expect(palette.getByText('Nothing found by that name.')).toBeVisible()
  await page.route('**/api/agents?*', (route) => route.abort())
  await field.fill('lattic')
  await expect(palette.getByRole('alert')).toContainText('Some things could not be searched.')
  await page.unroute('**/api/agents?*')
  await palette.getByRole('button', { name: 'Try again' }).click()
  await palette.getByRole('option', { name: /Lattice/ }).click()
  await expect(composer(page)).toHaveAccessibleName('Message to Lattice')

  await visit(page, '/chat?title=News&text=Light%20bends')
  const shared = page.getByRole('region', { name: 'Shared text' })
  await expect(shared).toContainText('Light bends')
  await expect(page).toHaveURL('/chat')
  expect(await stickingOut(page)).toEqual([])
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('searchbox', { name: 'Conversations and agents' }).fill('Ovid')
  await page.getByRole('link', { name: /^Ovid/ }).first().click()
  await expect(composer(page)).toHaveValue('News\nLight bends')
  await expect(page.getByRole('log', { name: 'Conversation' }).getByText('Light bends')).toHaveCount(0)
  await page.goto('/chat')
  await expect(shared).toHaveCount(0)
})
