import type { Page } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { expect, test } from './fixtures.ts'
import { signInHost } from './realm-host.ts'

const log = (page: Page) => page.getByRole('log', { name: 'Messages' })

test('the first paint has the newest words, and the browser takes it over without a fault or a second question', async ({
  page,
  request,
}) => {
  const host = await signInHost(request)
  const realm = await host.makeRealm('The Lobby', 'On the way in.')
  for (let count = 1; count <= 60; count++) await host.say(realm, `Message ${count}.`)
  const html = await (await request.get(`/realm/${realm.id}`)).text()
  expect(html).toContain('<title>The Lobby · Bionic</title>')
  expect(html).toContain('content="On the way in."')
  expect(html).toContain('Message 60.')
  const said: string[] = []
  const asked: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  page.on('request', (sent) => sent.url().includes('/api/') && asked.push(sent.url()))
  await page.goto(`/realm/${realm.id}`)
  await expect(log(page).locator('time').last()).toBeVisible() // a time is shown once the browser knows where it is
  expect(asked).toEqual([])
  await expect(log(page).getByText('Message 60.')).toBeInViewport()
  await page.goto('/realm', { waitUntil: 'networkidle' })
  expect(asked.filter((url) => url.endsWith('/realms'))).toEqual([])
  expect(said).toEqual([])
})

test.describe('a long realm', () => {
  test('opens at the newest, loads earlier pages without moving what is read, and leads back', async ({
    page,
    request,
  }) => {
    const host = await signInHost(request)
    const realm = await host.makeRealm('The Archive', 'All of it.')
    for (let count = 1; count <= 130; count++) await host.say(realm, `Message ${count}.`)
    await page.goto(`/realm/${realm.id}`, { waitUntil: 'networkidle' })
    await expect(log(page).getByText('Message 130.')).toBeInViewport()
    await expect(log(page).getByText('Message 80.')).toHaveCount(0)

    // To the beginning of the first page: the page before it comes in above, and this one stays where it is.
    const first = log(page).getByText('Message 81.', { exact: true })
    await first.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const before = await first.boundingBox()
    await expect(log(page).getByText('Message 31.', { exact: true })).toHaveCount(1)
    expect((await first.boundingBox())?.y).toBe(before?.y)

    // Somebody speaks meanwhile: that moves nothing either.
    const newest = page.getByRole('button', { name: 'Newest' })
    await expect(newest).toBeVisible()
    await host.say(realm, 'Message 131.')
    await expect(log(page).getByText('Message 131.')).toHaveCount(1)
    expect((await first.boundingBox())?.y).toBe(before?.y)
    expect(await axeViolations(page)).toEqual([])

    await log(page).evaluate((list) => list.scrollTo(0, -list.scrollHeight))
    await expect(log(page).getByText('The beginning of The Archive')).toBeAttached()
    await expect(log(page).locator('li')).toHaveCount(131)
    expect(await log(page).locator('li > div > p:not(.sr-only)').allTextContents()).toEqual(
      Array.from({ length: 131 }, (_, index) => `Message ${index + 1}.`),
    )
    await newest.click()
    await expect(log(page).getByText('Message 131.')).toBeInViewport()
    await expect(newest).toHaveCount(0)
    await expect(log(page)).toBeFocused()
    await host.say(realm, 'Message 132.')
    await expect(log(page).getByText('Message 132.')).toBeInViewport()
  })

  test('an earlier page that does not come can be asked for again', async ({ page, request }) => {
    const host = await signInHost(request)
    const realm = await host.makeRealm('The Fog')
    for (let count = 1; count <= 51; count++) await host.say(realm, `Message ${count}.`)
    await page.route('**/messages?before=*', (route) => route.abort())
    await page.goto(`/realm/${realm.id}`, { waitUntil: 'networkidle' })
    await log(page).evaluate((list) => list.scrollTo(0, -list.scrollHeight))
    const again = log(page).getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await page.unroute('**/messages?before=*')
    await again.click()
    await expect(log(page).getByText('Message 1.', { exact: true })).toBeAttached()
  })
})

test('a realm in a hidden tab is not asked, and one that comes into sight is asked at once', async ({
  page,
  request,
}) => {
  const host = await signInHost(request)
  const realm = await host.makeRealm('The Watch')
  await page.clock.install()
  await page.goto(`/realm/${realm.id}`, { waitUntil: 'networkidle' })
  const asked: string[] = []
  page.on('request', (sent) => sent.url().includes('/messages') && asked.push(sent.url()))
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      Object.defineProperty(document, 'hidden', { value: state === 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await show('hidden')
  await page.clock.runFor(60_000)
  expect(asked).toEqual([])
  await show('visible')
  await expect.poll(() => asked.length).toBe(1)
  const next = page.waitForRequest((sent) => sent.url().includes('/messages?after='))
  await page.clock.runFor(3_000)
  await next
})
