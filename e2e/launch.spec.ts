import { expect } from './fixtures.ts'
import { test } from './kept-page.ts'

// §2.86, §2.87
for (const name of ['Commence Website', 'Ignite Agent'])
  test(`${name} leads to the creation of an agent`, async ({ page }) => {
    await page.goto('/launch')
    await page.getByRole('main').getByRole('link', { name }).click()
    await expect(page).toHaveURL('/create')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Neural Agent Synthesis Protocol')
  })

// §2.88
test('Social Graph is coming soon: disabled, and it leads nowhere', async ({ page }) => {
  await page.goto('/launch')
  const card = page.getByRole('group', { name: 'Social Graph' })
  await expect(card).toBeDisabled()
  await expect(card.getByText('COMING SOON', { exact: true })).toBeVisible()
  await expect(card.getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Ignite Agent' })).toBeEnabled()
  await card.getByText('Social Graph').click({ force: true })
  await expect(page).toHaveURL('/launch')
})

// §2.18, §2.85
test('the header’s App button opens the three cards', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'App' }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Commence Website',
    'Ignite Agent',
    'Social Graph',
  ])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the launch choice is served whole, under its title', async ({ page }) => {
    await page.goto('/launch')
    await expect(page).toHaveTitle('Choose a launch sequence · Bionic')
    await expect(page.getByRole('main').getByRole('link', { name: 'Ignite Agent' })).toBeVisible()
  })
})
