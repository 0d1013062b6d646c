import type { Page } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { signInHost } from './realm-host.ts'
import { isHeard, log, message, shown } from './realm-page.ts'

/** Resolves once the page has been drawn, because only then is the scroll position corrected for changed heights. */
const isDrawn = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))

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
  await expect(log(page).locator('time').last()).toBeVisible() // A time is shown once the browser's time zone is known.
  await isHeard(page)
  expect(asked).toEqual([])
  await expect(log(page).getByText('Message 60.')).toBeInViewport()
  await visit(page, '/realm')
  expect(asked.filter((url) => url.endsWith('/realms'))).toEqual([])
  expect(said).toEqual([])
})

test.describe('a long realm', () => {
  // §2.56
  test('opens at the newest, loads earlier pages without moving what is read, and leads back', async ({
    page,
    request,
  }) => {
    const host = await signInHost(request)
    const realm = await host.makeRealm('The Archive', 'All of it.')
    for (let count = 1; count <= 130; count++) await host.say(realm, `Message ${count}.`)
    await visit(page, `/realm/${realm.id}`)
    await expect(log(page).getByText('Message 130.')).toBeInViewport()
    await expect(log(page).getByText('Message 80.')).toHaveCount(0)

    // To the beginning of the first page: the page before it is inserted above, and this one stays in place.
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/messages?before=*', (route) => held.then(() => route.continue()))
    const first = log(page).getByText('Message 81.', { exact: true })
    await first.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await message(page, 'Message 81.').focus()
    // From now on it knows that the person reads further up, and has laid out what became visible.
    const newest = page.getByRole('button', { name: 'Newest' })
    await expect(newest).toBeVisible()
    await isDrawn(page)
    const before = await first.boundingBox()
    expect(before).not.toBeNull()
    release()
    await expect(log(page).getByText('Message 31.', { exact: true })).toHaveCount(1)
    await isDrawn(page)
    expect((await first.boundingBox())?.y).toBe(before?.y)
    await expect(message(page, 'Message 81.')).toBeFocused()

    // A new message does not move anything either.
    await expect(newest).toBeVisible()
    await host.say(realm, 'Message 131.')
    await expect(log(page).getByText('Message 131.')).toHaveCount(1)
    await isDrawn(page)
    expect((await first.boundingBox())?.y).toBe(before?.y)
    expect(await axeViolations(page)).toEqual([])

    await log(page).evaluate((list) => list.scrollTo(0, -list.scrollHeight))
    await expect(log(page).getByText('The beginning of The Archive')).toBeAttached()
    await expect(log(page).locator('li')).toHaveCount(131)
    expect(await shown(page)).toEqual(Array.from({ length: 131 }, (_, index) => `Message ${index + 1}.`))
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
    await visit(page, `/realm/${realm.id}`)
    await log(page).evaluate((list) => list.scrollTo(0, -list.scrollHeight))
    const again = log(page).getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await page.unroute('**/messages?before=*')
    await again.click()
    await expect(log(page).getByText('Message 1.', { exact: true })).toBeAttached()
  })
})

test('an open realm that is idle asks nothing, but for a word every half minute whether the server is there', async ({
  page,
  request,
}) => {
  const host = await signInHost(request)
  const realm = await host.makeRealm('The Watch')
  await page.clock.install()
  const opened = page.waitForEvent('websocket')
  await visit(page, `/realm/${realm.id}`)
  const socket = await opened
  await isHeard(page)
  // The code that caches the page is loaded once, when the page is idle.
  const idle = page.waitForResponse(/\/assets\/begin-/)
  await page.clock.runFor(3_000)
  await idle
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  const sent: unknown[] = []
  page.on('request', (request) => asked.push(request.url()))
  socket.on('framesent', ({ payload }) => sent.push(JSON.parse(String(payload))))
  for (let heartbeat = 1; heartbeat <= 3; heartbeat++) {
    const answered = socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('pong'))
    await page.clock.runFor(30_000)
    await answered
  }
  await host.say(realm, 'Awake?')
  await expect(log(page).getByText('Awake?')).toBeVisible()
  expect(asked).toEqual([])
  expect(sent).toEqual([{ type: 'ping' }, { type: 'ping' }, { type: 'ping' }])
})
