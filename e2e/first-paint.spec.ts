import type { Page } from '@playwright/test'
import { firstQuestion } from '../test/conversation-client.ts'
import { composer, meridian, say } from './chat-page.ts'
import { expect, isAlive, test } from './fixtures.ts'
import { measureWeight } from './measure-weight.ts'
import { makeSpokenWorld } from './spoken-world.ts'

/** What arrives before any script runs, and its size. */
test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  // §1.10
  test('the home screen has its shell, tagline and rooms', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'THE NEXT QUANTUM LLM', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Vacant' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Swarm Room' })).toBeVisible()
  })

  // §1.1, §2.92, §6.8
  test('the matrix has its first agents', async ({ page }) => {
    await page.goto('/vacant')
    await expect(page.getByRole('article').getByRole('heading').first()).toBeVisible()
  })

  // §2.90, §5.35
  test('a link to a search shows what it finds, and orders and tags are links', async ({ page }) => {
    await page.goto('/vacant?query=PENCIL&category=quantum')
    await expect(page.getByRole('article')).toHaveText([/Lattice/])
    await page.getByRole('link', { name: 'Rising' }).click()
    await expect(page).toHaveURL('/vacant?query=PENCIL&category=quantum&order=rising')
    await expect(page.getByRole('article')).toHaveText([/Lattice/])
    await page.goto('/vacant')
    await page.getByRole('navigation', { name: 'Tags' }).getByRole('link', { name: 'Debugging' }).click()
    await expect(page).toHaveURL('/vacant?tag=Debugging')
    await expect(page.getByRole('article')).toHaveText([/Keel/, /Ansatz/])
    await page.getByRole('link', { name: 'Remove the tag Debugging' }).click()
    await expect(page).toHaveURL(/\/vacant\??$/)
    // Other journeys create agents besides the twelve samples.
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThanOrEqual(12)
  })
})

test('the page is taken over without a fault, a warning or a second question', async ({
  page,
  wallet,
  model,
}) => {
  await wallet({ refuses: ['connect'] })
  const said: string[] = []
  const asked: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()))
  for (const path of [
    '/',
    '/vacant',
    '/create',
    '/management',
    '/settings',
    '/isolated',
    '/launch',
    '/nest',
    '/archives',
    '/realm',
    '/realm?show=yours',
    '/join',
    '/join?realm=e5f86b3d-56aa-41ea-bdd0-687ce15f6d16',
    '/realm/e5f86b3d-56aa-41ea-bdd0-687ce15f6d16',
    '/chat',
    '/social',
    '/control',
    '/swarm',
    meridian,
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' })
  }
  expect(asked).toEqual([])

  // Styles that libraries add later also have to follow the page's policy: highlighted code, a dialog, a toast, a menu.
  model.next({ name: 'words', words: ['```ts\nconst light = 299_792_458\n```\n'] })
  await say(page, 'How fast is light?')
  await expect(page.locator('.prose-code span[style]').first()).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Model providers' }).locator('svg').first()).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Select Wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Detected/ })
    .click()
  const toast = page.getByText('Failed to connect wallet. Please try again.', { exact: true })
  await expect(toast).toBeVisible()
  await expect(page.locator('[data-sonner-toaster]')).toHaveCSS('position', 'fixed')
  expect(said).toEqual([])
})

/** Holds back the page's code until the returned function is called. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/main-*.js', async (route) => {
    await held
    await route.continue()
  })
  return release
}

test('what is typed into the search before the page comes alive is searched for', async ({ page }) => {
  const release = await holdCode(page)
  await page.goto('/vacant', { waitUntil: 'commit' })
  await page.getByPlaceholder('Initialize search sequence...').fill('pencil')
  release()
  await expect(page).toHaveURL(/query=pencil/)
  await expect(page.getByRole('article')).toHaveText([/Lattice/])
})

test('a search that is emptied before the page comes alive is over', async ({ page }) => {
  const release = await holdCode(page)
  await page.goto('/vacant?query=pencil', { waitUntil: 'commit' })
  await page.getByPlaceholder('Initialize search sequence...').fill('')
  release()
  await expect(page).toHaveURL('/vacant')
  await expect(page.getByRole('article')).not.toHaveCount(1)
})

test('what is sent before the page comes alive is not lost: it stands in the field', async ({ page }) => {
  const release = await holdCode(page)
  await page.goto(meridian, { waitUntil: 'commit' })
  await composer(page).fill('What is light?')
  await page.getByRole('button', { name: 'Send' }).click()
  release()
  await isAlive(composer(page))
  await expect(composer(page)).toHaveValue('What is light?')
  await expect(page).toHaveURL(meridian)
})

test('no words of an agent keep a page from being painted: a conversation, a realm and a shared run show them', async ({
  page,
  model,
  person,
}) => {
  const { agent, conversationId, realm, run } = await makeSpokenWorld(
    page,
    person,
    model,
    `${'>'.repeat(7_900)} the end`,
  )
  const isPainted = async (path: string) => {
    const answer = await page.request.get(path)
    expect(answer.status(), path).toBe(200)
    expect(await answer.text(), path).toMatch(/the end<\/p>/)
  }
  for (const path of [`/chat/${agent.id}/${conversationId}`, `/realm/${realm.id}`, `/swarm/${run.id}`])
    await isPainted(path)
  for (const unit of ['1. ', '*a_', '[', '`a``', '|']) {
    const conversation = crypto.randomUUID()
    model.use({ name: 'words', words: [unit.repeat(8_000 / unit.length), '\n\nthe end'] })
    await (await person.conversations.ask(conversation, firstQuestion(agent.id))).text()
    await isPainted(`/chat/${agent.id}/${conversation}`)
  }
})

// §2.15
test('an unknown address is a 404 in the look, with a way home', async ({ page }) => {
  const response = await page.goto('/no/such/place')
  expect(response?.status()).toBe(404)
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
})

const kilobytes = 1024

for (const [path, scriptBudget, pageBudget] of [
  ['/', 110, 180],
  [meridian, 140, 190],
  ['/vacant', 140, 190],
  ['/create', 140, 190],
  ['/realm', 140, 190],
  // A live realm with people and agents is the richest screen.
  ['/realm/e5f86b3d-56aa-41ea-bdd0-687ce15f6d16', 145, 195],
  ['/join', 140, 190],
  ['/chat', 140, 195],
  ['/social', 140, 195],
  ['/control', 140, 190],
  ['/swarm', 140, 195],
] as const)
  test(`a first visit to ${path} keeps its budget: ${scriptBudget} KB of JavaScript, ${pageBudget} KB without agents' pictures`, async ({
    browser,
    product,
  }) => {
    const { script, image, total } = await measureWeight(browser, product.address + path)
    expect(script).toBeGreaterThan(50 * kilobytes)
    expect(script).toBeLessThan(scriptBudget * kilobytes)
    expect(total - image).toBeLessThan(pageBudget * kilobytes)
  })

for (const [width, height, budget] of [
  [1280, 860, 260],
  [360, 780, 200],
] as const)
  test(`a first visit to /vacant fetches at most ${budget} KB at ${width} px, pictures included, and those in sight first`, async ({
    browser,
    product,
  }) => {
    const { image, total } = await measureWeight(browser, `${product.address}/vacant`, { width, height })
    expect(image).toBeGreaterThan(5 * kilobytes)
    expect(total).toBeLessThan(budget * kilobytes)
    const document = await (await fetch(`${product.address}/vacant`)).text()
    const pictures = document.match(/<img [^>]*>/g) ?? []
    const urgent = pictures.map((picture) => /fetchpriority="high"/i.test(picture))
    expect(urgent.slice(0, 4)).toEqual([true, true, true, false])
    expect(pictures.slice(3).every((picture) => /loading="lazy"/.test(picture))).toBe(true)
  })

test('assets are kept for ever, pages are not', async ({ request }) => {
  const page = await request.get('/')
  expect(page.headers()['cache-control']).toContain('no-cache')
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? ''
  const asset = await request.get(script)
  expect(asset.headers()['cache-control']).toContain('immutable')
  expect(asset.headers()['content-encoding']).toBe('br')
})
