import { limits } from '../src/shared/common/limits.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { makeAgent } from './make-agent.ts'

// §2.77, §2.79, §2.81, §2.83, §2.84, §6.3, §6.4
test('a session is enough: with no agents a button leads to the launch, a card shows what its agent is, can be hidden, and opens its chat', async ({
  page,
  person: _,
}) => {
  await visit(page, '/management')
  await expect(page.getByRole('heading', { name: 'No neural assets yet' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Launch an agent' }).click()
  await expect(page).toHaveURL('/launch')
  await page.getByRole('main').getByRole('link', { name: 'Ignite Agent' }).click()
  await expect(page.getByRole('button', { name: 'Initialize agent' })).toBeVisible()

  const agent = await makeAgent(page, { name: 'Lantern', description: 'Lights the way.' })
  const html = await (await page.request.get('/management')).text()
  expect(html).toContain('Lantern')
  await visit(page, '/management')
  const card = page.getByRole('article')
  await expect(card.locator('img')).toHaveAttribute('src', '/images/default.webp')
  await expect(card.getByRole('heading', { name: 'Lantern' })).toBeVisible()
  await expect(card.getByText('Lights the way.', { exact: true })).toBeVisible()
  await expect(card.getByText('Neural Link', { exact: true })).toBeVisible()
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: /Hide/ }).click()
  await expect(card.getByText('Dormant', { exact: true })).toBeVisible()
  await card.click({ position: { x: 40, y: 40 } })
  await expect(page).toHaveURL(`/chat/${agent.id}`)
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/settings')
})

test('more than a page of agents can be searched, those of that name first, and told apart where they share it', async ({
  page,
  person: _,
}) => {
  await visit(page, '/management')
  const box = page.getByRole('searchbox', { name: 'Search agents by name or description' })
  await expect(page.getByRole('heading', { name: 'No neural assets yet' })).toBeVisible()
  await expect(box).toHaveCount(0)
  for (let n = 0; n <= limits.listPage; n += 1)
    await makeAgent(page, { name: n < 2 ? 'Lantern' : `Keeper ${n}`, description: 'Tends a lantern.' })
  await visit(page, '/management')
  await box.fill('LANTERN')
  await expect(page).toHaveURL('/management?query=LANTERN')
  const cards = page.getByRole('article')
  await expect(cards.nth(0)).toContainText(/Lantern@lantern/)
  await expect(cards.nth(1)).toContainText(/Lantern@lantern/)
  await expect(cards.nth(2)).toContainText('Keeper')
  await box.fill('nothing of that kind')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(box).toBeFocused()
  await expect(page).toHaveURL('/management')
  await expect(cards.first()).toContainText('Keeper')
})

test('two quick clicks hide an agent once, which shows even if the list does not load again', async ({
  page,
  person: _,
}) => {
  await makeAgent(page, { name: 'Beacon' })
  await visit(page, '/management')
  const changes: string[] = []
  page.on('request', (request) => void (request.method() === 'PATCH' && changes.push(request.url())))
  await page.route('**/api/me/agents?*', (route) => route.abort())
  // Both before anything is rendered.
  await page.getByRole('button', { name: 'Hide Beacon' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(page.getByText('Neural pattern hidden')).toBeVisible()
  await expect(page.getByText('Dormant', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show Beacon' })).toBeVisible()
  expect(changes).toHaveLength(1)
  await page.unroute('**/api/me/agents?*')
})

// §4.17
test('the toggle loads the list again, so that what changed elsewhere shows too', async ({
  page,
  person: _,
}) => {
  await makeAgent(page, { name: 'Beacon' })
  await visit(page, '/management')
  await expect(page.getByRole('article')).toHaveCount(1)
  await makeAgent(page, { name: 'Meanwhile' })
  await Promise.all([
    expect(page.getByText('Neural pattern hidden')).toBeVisible(),
    page.getByRole('button', { name: 'Hide Beacon' }).click(),
  ])
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('article').filter({ hasText: 'Beacon' }).getByText('Dormant')).toBeVisible()
})
