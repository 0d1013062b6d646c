import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openPng } from '../src/server/domain/cards/open-card.ts'
import { pngCard, someCard } from '../test/cards.ts'
import { somePicture } from '../test/own-world.ts'
import { dropFile } from './drop-file.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { chooseAction } from './make-agent.ts'
import { openSections } from './open-section.ts'

const card = async () => pngCard({ chara: someCard }, await somePicture('#ff3fd8'))
const dialog = (page: Page) => page.getByRole('dialog')

test('a card is dropped on /create, looked at, made a draft, and exported again with all that was in it', async ({
  page,
  person: _,
}) => {
  await visit(page, '/create')
  // A file that a place of its own takes is no card.
  const form = page.getByRole('form', { name: 'New agent' })
  await openSections(form, 'Documents to answer from')
  await dropFile(form.getByText('or drop them here'), 'SKILL.md', Buffer.from('# Tides'))
  await expect(form.getByText('SKILL.md')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await dropFile(page.locator('main'), 'Wren.png', await card())
  await expect(dialog(page).getByText('The lamp is lit. Come in, {{user}}.')).toBeVisible()
  await expect(dialog(page).getByText('2 other greetings, 1 lorebook entry')).toBeVisible()
  await expect(dialog(page).getByRole('region', { name: 'Used' })).toContainText('Portrait')
  await expect(dialog(page).getByRole('region', { name: 'Kept' })).toContainText('unknown_field')
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Wren of Skerry')
  await dialog(page).getByRole('button', { name: 'Create the draft' }).click()
  await expect(page).toHaveURL(/\/management$/)
  const made = page.getByRole('article').filter({ hasText: 'Wren of Skerry' })
  await expect(made.getByText('Just initialized')).toBeVisible()

  await chooseAction(page, 'Wren of Skerry', 'Export as a card')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('link', { name: 'Download as PNG' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Wren of Skerry.png')
  const { json } = openPng(await readFile(await download.path()))
  const { name: __, extensions, ...others } = someCard.data
  expect(json.data).toMatchObject({ ...others, name: 'Wren of Skerry', extensions })
})

test('a visitor drops a card on the matrix, connects, and has lost nothing; what is no card says why', async ({
  page,
  wallet,
}) => {
  await wallet()
  await visit(page, '/vacant')
  const main = page.locator('main')
  await dropFile(main, 'notes.txt', Buffer.from('Some notes.'))
  await expect(dialog(page).getByRole('alert')).toContainText(
    'This isn’t a character card: it is neither JSON nor a SKILL.md.',
  )
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(dialog(page)).toHaveCount(0)
  await dropFile(main, 'Wren.png', await card())
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Wren the second')
  await dialog(page).getByRole('button', { name: 'Connect a wallet and create the draft' }).click()
  await page.getByRole('button', { name: /Detected/ }).click()
  await expect(page).toHaveURL(/\/management$/)
  await expect(page.getByRole('article').filter({ hasText: 'Wren the second' })).toBeVisible()
})
