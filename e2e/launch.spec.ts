import { expect, requestTest } from './fixtures.ts'
import { test } from './kept-page.ts'

// §2.18, §2.85, §2.86, §2.87, §2.88
test('the header’s App button opens the three cards: two lead to the creation of an agent, Social Graph is coming soon and leads nowhere', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'App' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Commence Website',
    'Ignite Agent',
    'Social Graph',
  ])
  await expect(page).toHaveURL('/launch')
  const card = page.getByRole('group', { name: 'Social Graph' })
  await expect(card).toBeDisabled()
  await expect(card.getByText('COMING SOON', { exact: true })).toBeVisible()
  await expect(card.getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Ignite Agent' })).toBeEnabled()
  await card.getByText('Social Graph').click({ force: true })
  await expect(page).toHaveURL('/launch')
  for (const name of ['Commence Website', 'Ignite Agent']) {
    await main.getByRole('link', { name }).click()
    await expect(page).toHaveURL('/create')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Neural Agent Synthesis Protocol')
    await page.goBack()
  }
})

requestTest('the launch choice is served whole, under its title', async ({ request }) => {
  const html = await (await request.get('/launch')).text()
  expect(html).toContain('<title>Choose a launch sequence · Bionic</title>')
  expect(html).toMatch(/<main.*<a [^>]*href="\/create"[^>]*>(?:(?!<\/a>).)*Ignite Agent/s)
})
