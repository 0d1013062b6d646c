import { watchVisits } from './aborted-requests.ts'
import { copyReply, meridian, say } from './chat-page.ts'
import { expect, test } from './fixtures.ts'
import { measureWeight } from './measure-weight.ts'

/** What a browser fetches of each screen, and what it says of it. Where there is a whole browser, it is asked alone. */
const kilobytes = 1024

for (const [path, scriptBudget, pageBudget] of [
  ['/', 112, 180],
  [meridian, 142, 190],
  ['/vacant', 140, 190],
  ['/create', 140, 190],
  ['/realm', 140, 190],
  // A live room with its people and agents beside it, and what keeps it in order, is the richest screen (record 0112).
  ['/realm/e5f86b3d-56aa-41ea-bdd0-687ce15f6d16', 148, 196],
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
  // What a page begins it ends: no request is aborted, and nothing is preloaded that is not used.
  const visits = await watchVisits(page)
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()))
  for (const path of [
    '/',
    '/vacant',
    '/create',
    '/management',
    '/settings',
    '/inbox',
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
    await visits.open(path)
    const preloads = page.locator('link[rel=preload]')
    const kinds = await preloads.evaluateAll((links) => links.map((link) => link.getAttribute('as')))
    expect(kinds, path).toEqual(['font', 'font'])
    const fonts = await page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
    )
    expect(fonts, path).toEqual(expect.arrayContaining(['Inter', 'Oxanium']))
  }
  expect(asked).toEqual([])

  // What libraries bring onto a screen later is held to the page's policy, too: coloured code, a dialog, a toast, a menu.
  model.next({ name: 'words', words: ['```ts\nconst light = 299_792_458\n```\n'] })
  await say(page, 'How fast is light?')
  await expect(page.locator('.prose-code span[style]').first()).toBeVisible()
  await copyReply(page).waitFor()
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
  expect(await visits.aborted()).toEqual([])
  expect(said).toEqual([])
})
