import type { Page } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { chooseAction, makeAgent } from './make-agent.ts'
import { stickingOut } from './sticking-out.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name })
const version = (page: Page, number: number) =>
  dialog(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: new RegExp(`^Version ${number}\\b`) }) })

const unfold = (page: Page, number: number) => version(page, number).getByRole('button').first().click()

/** Opens the form of an agent. */
async function edit(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(field(page, 'Personality')).not.toHaveValue('')
}

const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save changes' }).click()

/** Checks on a phone and on a desktop that no element covers another. */
async function isInReach(page: Page): Promise<void> {
  for (const size of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size)
    // If there is no room for both sides, they are in tabs.
    await expect(dialog(page).getByRole('tab', { name: 'Try out' })).toHaveCount(size.width < 1024 ? 1 : 0)
    expect(await axeViolations(page)).toEqual([])
    expect(await stickingOut(page)).toEqual([])
  }
}

test('edited twice, an agent shows what changed, goes back, and forward again, and what is typed meanwhile stays', async ({
  page,
  person: _,
}) => {
  const { id } = await makeAgent(page, { name: 'Ferry', personality: 'You are a slow ferry.' })
  await visit(page, '/')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('Neural Asset')
  await page.getByRole('option', { name: /^Management/ }).click()
  await expect(page).toHaveURL('/management')
  await edit(page, 'Ferry')
  await field(page, 'Personality').fill('You are a quick ferry.')
  await save(page)
  await expect(dialog(page)).toHaveCount(0)
  await edit(page, 'Ferry')
  await field(page, 'Capabilities').fill('Walking, Sailing')
  await save(page)
  await expect(dialog(page)).toHaveCount(0)

  await edit(page, 'Ferry')
  await field(page, 'Description').fill('Unsaved words.')
  await dialog(page).getByRole('button', { name: 'History' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Back to editing' })).toBeFocused()
  await expect(version(page, 3)).toContainText('Changed: capabilities')
  await unfold(page, 3)
  await expect(version(page, 3).getByRole('insertion')).toContainText('Sailing')
  await unfold(page, 2)
  await expect(version(page, 2).getByRole('deletion')).toContainText('slow')
  await expect(version(page, 2).getByRole('insertion')).toContainText('quick')
  await isInReach(page)

  await unfold(page, 1)
  await version(page, 1).getByRole('button', { name: 'Restore this version' }).click()
  await expect(dialog(page).getByText('Version 1 was restored as version 4.')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Undo' })).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Back to editing' }).click()
  await expect(dialog(page).getByRole('button', { name: 'History' })).toBeFocused()
  await expect(field(page, 'Personality')).toHaveValue('You are a slow ferry.')
  await expect(field(page, 'Capabilities')).toHaveValue('Walking')
  await expect(field(page, 'Description')).toHaveValue('Unsaved words.')

  await dialog(page).getByRole('button', { name: 'History' }).click()
  await unfold(page, 3)
  await version(page, 3).getByRole('button', { name: 'Restore this version' }).click()
  await expect(dialog(page).getByText('Version 3 was restored as version 5.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page).getByText('Your changes are not saved.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Keep editing' }).click()
  // Back asks as well, and what it asked about is still there.
  await page.goBack()
  await expect(dialog(page).getByText('Your changes are not saved.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(field(page, 'Description')).toHaveValue('Unsaved words.')
  await save(page)
  await expect(dialog(page)).toHaveCount(0)
  expect(await (await page.request.get(`/api/agents/${id}`)).json()).toMatchObject({
    personality: 'You are a quick ferry.',
    capabilities: ['Walking', 'Sailing'],
    description: 'Unsaved words.',
    version: 6,
  })

  // Once it is saved, Back leaves the page as ever.
  await page.goBack()
  await expect(page).toHaveURL('/')

  // Who is signed out meanwhile, and does not sign in again, is told that nothing was saved.
  await visit(page, '/management')
  await edit(page, 'Ferry')
  await field(page, 'Description').fill('Words of a session that has ended.')
  await page.context().clearCookies()
  await save(page)
  await page.getByRole('button', { name: 'Continue without' }).click()
  await expect(dialog(page).getByText('You did not sign in, so nothing was changed.')).toBeVisible()
  await expect(field(page, 'Description')).toHaveValue('Words of a session that has ended.')
})

test('what another tab saved meanwhile is shown before one’s own words, which stay, replace it', async ({
  page,
  person: _,
}) => {
  const { id } = await makeAgent(page, { name: 'Lens', personality: 'You are a clear lens.' })
  await visit(page, '/management')
  await edit(page, 'Lens')
  await field(page, 'Personality').fill('You are a bright lens.')

  // Another tab's request, sent without its screen.
  const other = await page.request.patch(`/api/agents/${id}`, {
    data: { personality: 'You are a broken lens.', capabilities: ['Bending'], basedOn: 1 },
  })
  expect(other.ok()).toBe(true)

  await save(page)
  const notice = dialog(page).getByRole('alert').filter({ hasText: 'It was changed in the meantime' })
  await expect(notice).toContainText('overwrites these changes: personality.')
  await expect(field(page, 'Personality')).toHaveValue('You are a bright lens.')
  await expect(field(page, 'Capabilities')).toHaveValue('Bending')
  await dialog(page).getByRole('button', { name: 'Show changes' }).click()
  await expect(dialog(page).getByRole('deletion').first()).toContainText('clear')
  await expect(dialog(page).getByRole('insertion').first()).toContainText('broken')
  await isInReach(page)
  await field(page, 'Name').press('Enter')
  await expect(notice).toBeVisible()

  await dialog(page).getByRole('button', { name: 'Overwrite and save' }).click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await (await page.request.get(`/api/agents/${id}`)).json()).toMatchObject({
    personality: 'You are a bright lens.',
    capabilities: ['Bending'],
    version: 3,
  })
})

test('a duplicate is a draft that is edited at once, and a lost answer makes no second one', async ({
  page,
  person: _,
}) => {
  await makeAgent(page, { name: 'Anvil' })
  await visit(page, '/management')
  await page.route('**/duplicate', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await chooseAction(page, 'Anvil', 'Duplicate')
  await expect(page.getByText('Anvil could not be duplicated.')).toBeVisible()
  await page.unroute('**/duplicate')
  await chooseAction(page, 'Anvil', 'Duplicate')
  await expect(page.getByText('Copy of Anvil is a draft of yours now.')).toBeVisible()
  await field(page, 'Name').fill('Hammer')
  await save(page)
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More actions for Anvil' })).toBeFocused()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('article').filter({ hasText: 'Hammer' }).getByText('Draft')).toBeVisible()
})
