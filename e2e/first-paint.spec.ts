import { expect, test } from './fixtures.ts'
import { measureWeight } from './measure-weight.ts'

/** What arrives before any script runs, and what it weighs. */
test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the home screen has its shell, tagline and rooms', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'THE NEXT QUANTUM LLM', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Vacant' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Swarm Room' })).toBeVisible()
  })

  test('the matrix has its first agents', async ({ page }) => {
    await page.goto('/vacant')
    await expect(page.getByRole('heading', { name: 'Meridian' })).toBeVisible()
  })

  test('a link to a search shows what it finds', async ({ page }) => {
    await page.goto('/vacant?query=PENCIL&category=quantum')
    await expect(page.getByRole('heading', { name: 'Lattice' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Meridian' })).toHaveCount(0)
  })
})

test('the page is taken over without a fault, a warning or a second question', async ({ page }) => {
  const said: string[] = []
  const asked: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()))
  for (const path of ['/', '/vacant', '/create', '/management', '/isolated']) {
    await page.goto(path, { waitUntil: 'networkidle' })
  }
  expect(said).toEqual([])
  expect(asked).toEqual([])
})

test('an unknown address is a 404 in the look, with a way home', async ({ page }) => {
  const response = await page.goto('/no/such/place')
  expect(response?.status()).toBe(404)
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
})

test('the first load of the home screen stays within 120 KB of JavaScript', async ({ browser, product }) => {
  const { script } = await measureWeight(browser, `${product.address}/`)
  expect(script).toBeGreaterThan(50 * 1024)
  expect(script).toBeLessThan(120 * 1024)
})

test('assets are kept for ever, pages are not', async ({ request }) => {
  const page = await request.get('/')
  expect(page.headers()['cache-control']).toContain('no-cache')
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? ''
  const asset = await request.get(script)
  expect(asset.headers()['cache-control']).toContain('immutable')
  expect(asset.headers()['content-encoding']).toBe('br')
})
