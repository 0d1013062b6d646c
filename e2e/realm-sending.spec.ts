import { expect } from './fixtures.ts'
import { test } from './kept-page.ts'
import { signInHost } from './realm-host.ts'
import { enterRealm, input, isSaid, log, say, standStill } from './realm-page.ts'

// §2.61, §5.27
test('while a message is on its way the button rests, and another send is ignored', async ({
  page,
  request,
}) => {
  const host = await signInHost(request)
  const realm = await host.makeRealm('The Narrows')
  await enterRealm(page, realm.id)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/messages', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  const send = page.getByRole('button', { name: 'Send' })
  await say(page, 'One at a time')
  await expect(log(page).getByText('One at a time')).toBeVisible()
  await say(page, 'Too soon')
  await expect(send).toBeDisabled()
  await expect(input(page)).toHaveValue('Too soon')
  release()
  await expect(send).toBeEnabled()
  expect(await host.received(realm)).toEqual(['One at a time'])
  await input(page).press('Enter')
  await expect(input(page)).toHaveValue('')
  await expect.poll(() => host.received(realm)).toEqual(['One at a time', 'Too soon'])
})

// §8.18
test('a message that waits for the connection can be taken back, and goes once by itself, also after a reload', async ({
  page,
  request,
}) => {
  const host = await signInHost(request)
  const realm = await host.makeRealm('The Crossing')
  await enterRealm(page, realm.id)
  const waits = page.getByText('Waiting for the connection. Your message will be sent automatically.')
  await page.route('**/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await say(page, 'Never mind')
  await expect(waits).toBeVisible()
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect(input(page)).toBeFocused()
  await expect(input(page)).toHaveValue('Never mind')
  await expect(log(page).getByText('Never mind')).toHaveCount(0)

  await say(page, 'It goes')
  await expect(waits).toBeVisible()
  await input(page).fill('A draft')
  await page.reload()
  await expect(input(page)).toHaveValue('A draft')
  await expect(log(page).getByText('It goes')).toBeVisible()
  expect(await host.received(realm)).toEqual([])
  await page.unroute('**/messages')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await isSaid(page, 'It goes')
  await expect(input(page)).toHaveValue('A draft')
  expect(await host.received(realm)).toEqual(['It goes'])
})

test('words that get through bring the connection back at once, however long it would have waited', async ({
  page,
  request,
}) => {
  const host = await signInHost(request)
  const realm = await host.makeRealm('The Latch')
  let isRefused = false
  const lines = new Set<() => Promise<void>>()
  await page.routeWebSocket('**/api/realtime', async (line) => {
    if (isRefused) return line.close({ code: 1012 })
    line.connectToServer()
    lines.add(() => line.close({ code: 1012 }))
  })
  await page.clock.install()
  await enterRealm(page, realm.id)
  const connected = page.getByText('CONNECTED', { exact: true })
  await expect(connected).toBeVisible()
  // From now on time passes only as the journey says: no pause ends by itself.
  await standStill(page)
  isRefused = true
  for (const close of lines) await close()
  // The pauses grow to ten seconds; the journey does not wait for them.
  const waitsLong = async () => {
    await page.clock.runFor(1_000)
    return page.getByText(/trying again in (8|9|10) s/).isVisible()
  }
  await expect.poll(waitsLong, { intervals: [50] }).toBe(true)
  isRefused = false
  await say(page, 'Through')
  await expect(connected).toBeVisible()
  expect(await host.received(realm)).toEqual(['Through'])
})
