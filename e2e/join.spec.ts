import type { Page } from '@playwright/test'
import type { AgentPage } from '../src/shared/agents/agents.ts'
import { openRealtime } from '../test/realtime-client.ts'
import { axeViolations } from './axe-violations.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { signInHost } from './realm-host.ts'

const field = (page: Page) => page.getByRole('searchbox', { name: 'Name, link or id of a realm' })
const found = (page: Page) => page.getByRole('list', { name: 'Realms' }).getByRole('link')
const preview = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const enter = (page: Page) => page.getByRole('link', { name: /^Enter/ })
const nobody = '00000000-0000-4000-8000-000000000000'

test.describe('an invitation', () => {
  test.use({ javaScriptEnabled: false })

  // §2.23
  test('is in the first paint: what it is, who made it and who is in it, for visitors too', async ({
    page,
    request,
  }) => {
    const host = await signInHost(request)
    const realm = await host.makeRealm('The Foyer', 'Come in, and hang up your coat.')
    const { agents }: AgentPage = await (await request.get('/api/agents?query=Meridian')).json()
    const meridian = agents.find((agent) => agent.name === 'Meridian')
    expect((await request.put(`/api/realms/${realm.id}/agents/${meridian?.id}`)).ok()).toBe(true)
    expect((await page.goto(`/join?realm=${realm.id.toUpperCase()}`))?.status()).toBe(200)
    await expect(page).toHaveTitle('The Foyer · Bionic')
    await expect(page.locator('meta[name=description]')).toHaveAttribute(
      'content',
      'Come in, and hang up your coat.',
    )
    const shown = preview(page, 'The Foyer')
    await expect(shown.getByRole('heading', { level: 2 })).toHaveText('The Foyer')
    await expect(shown.getByText('Come in, and hang up your coat.')).toBeVisible()
    await expect(shown.getByText('1 participant', { exact: true })).toBeVisible()
    await expect(shown.getByText('Meridian', { exact: true })).toBeVisible()
    const maker = `${host.address.slice(0, 4)}..${host.address.slice(-4)}`
    await expect(shown.getByText(`Made by ${maker}`)).toBeVisible()
    await expect(shown.getByText('Unlisted')).toHaveCount(0)
    await expect(enter(page)).toHaveAttribute('href', `/realm/${realm.id}`)
  })

  // §2.50
  test('to no realm says “Realm not found” as a 404, with the finder under it', async ({ page }) => {
    for (const id of [nobody, 'nowhere']) {
      expect((await page.goto(`/join?realm=${id}`))?.status()).toBe(404)
      await expect(page).toHaveTitle('Realm not found · Bionic')
      await expect(page.getByRole('heading', { level: 2, name: 'Realm not found' })).toBeVisible()
      await expect(enter(page)).toHaveCount(0)
      await expect(field(page)).toBeVisible()
    }
    await field(page).fill('first light')
    await field(page).press('Enter')
    await expect(found(page)).toHaveText([/First Light/])
    await found(page).first().click()
    await expect(preview(page, 'First Light')).toBeVisible()
  })
})

// §2.23
test('a pasted link, Enter, Enter: one is in the realm, without a wallet and without a mouse', async ({
  page,
  request,
}) => {
  await signInHost(request)
  const data = { name: 'The Priest Hole', description: '', unlisted: true }
  const realm = await (await request.post('/api/realms', { data })).json()
  await visit(page, '/join')
  await field(page).focus()
  await page.keyboard.insertText(`  "https://elsewhere.example/realm/${realm.id.toUpperCase()}" `)
  await page.keyboard.press('Enter')
  await expect(enter(page)).toBeFocused()
  await expect(page).toHaveURL(`/join?realm=${realm.id}`)
  await expect(page).toHaveTitle('The Priest Hole · Bionic')
  await expect(preview(page, 'The Priest Hole').getByText('Unlisted')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/realm/${realm.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Priest Hole')
})

test('the Join Room’s card leads to a field where a link that is only pasted shows its realm, listed or not, what finds none is answered, and Enter shows the only match', async ({
  page,
  request,
}) => {
  const host = await signInHost(request)
  const data = { name: 'The Snug', description: '', unlisted: true }
  const realm = await (await request.post('/api/realms', { data })).json()
  const listed = await host.makeRealm(`Lighthouse ${crypto.randomUUID()}`)
  await visit(page, '/')
  await page.getByRole('link', { name: /Join Room/ }).click()
  await expect(page).toHaveURL('/join')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join Room')
  await expect(page).toHaveTitle('Join Room · Bionic')
  for (const typed of [realm.id, `/join?realm=${realm.id}`, `localhost:3000/realm/${realm.id}/`]) {
    await field(page).fill(typed)
    await expect(found(page)).toHaveText([/The Snug/])
    await expect(field(page)).toHaveValue(typed)
  }
  await field(page).fill('The Snug')
  await expect(page.getByText('Unlisted realms open only by their link.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(field(page)).toBeFocused()
  await expect(found(page)).not.toHaveCount(0)

  await field(page).fill('https://bionic.example/realm/somewhere')
  await expect(page.getByRole('alert')).toHaveText(/This link has no realm id/)
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('https://bionic.example/realm/somewhere')
  await field(page).fill(`/realm/${nobody}`)
  await expect(page.getByRole('alert')).toHaveText(/^Realm not found/)
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue(`/realm/${nobody}`)
  await expect(field(page)).toBeFocused()
  await field(page).fill('x'.repeat(201))
  await expect(page.getByText('A search can have at most 200 characters.')).toBeVisible()
  await expect(field(page)).toHaveValue('x'.repeat(201))

  await field(page).fill(listed.name)
  await expect(found(page)).toHaveText([new RegExp(listed.name)])
  await field(page).press('Enter')
  await expect(enter(page)).toBeFocused()
  await expect(preview(page, listed.name)).toBeVisible()
})

// §2.23
test('realms are found by name as one types, looked at, and left again by Back', async ({
  page,
  request,
}) => {
  const host = await signInHost(request)
  const mark = crypto.randomUUID().slice(0, 8)
  const [first, second] = [
    await host.makeRealm(`Signal ${mark}`, 'The first of two.'),
    await host.makeRealm(`Second ${mark}`),
  ]
  await visit(page, '/join')
  await field(page).pressSequentially(` ${mark.toUpperCase()} `)
  await expect(found(page)).toHaveText([/^Second/, /^Signal/])
  await expect(page.getByRole('status').filter({ hasText: '2 realms found.' })).toBeAttached()
  await expect(page).toHaveURL(`/join?query=${mark.toUpperCase()}`)
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(found(page).nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(enter(page)).toBeFocused()
  await expect(preview(page, first.name).getByText('The first of two.')).toBeVisible()
  await expect(found(page).nth(1)).toHaveAttribute('aria-current', 'true')
  await expect(field(page)).toHaveValue(` ${mark.toUpperCase()} `)
  expect(await axeViolations(page)).toEqual([])
  await found(page).first().click()
  await expect(preview(page, second.name)).toBeVisible()
  await expect(enter(page)).toHaveAttribute('href', `/realm/${second.id}`)
  await page.goBack()
  await expect(preview(page, first.name)).toBeVisible()
  await page.goBack()
  await expect(preview(page, first.name)).toHaveCount(0)
  await expect(found(page)).toHaveCount(2)
})

test('a link that is entered before anybody could look it up leads to “Realm not found”, with the focus on it', async ({
  page,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/api/realms/${nobody}*`, async (route) => {
    await held
    await route.continue()
  })
  await visit(page, '/join')
  await field(page).fill(nobody)
  await field(page).press('Enter')
  release()
  await expect(page.getByRole('heading', { level: 2, name: 'Realm not found' })).toBeVisible()
  await expect(page).toHaveURL(`/join?realm=${nobody}`)
  await expect(page.getByRole('region', { name: 'Realm not found' }).locator(':focus')).toHaveCount(1)
})

test('how many are there now is told as it changes, and moves nothing', async ({
  page,
  request,
  product,
}) => {
  const host = await signInHost(request)
  const realm = await host.makeRealm(`The Belvedere ${crypto.randomUUID()}`)
  await page.goto(`/join?realm=${realm.id}&query=${encodeURIComponent(realm.name)}`, {
    waitUntil: 'networkidle',
  })
  const shown = preview(page, realm.name)
  await expect(shown.getByText('Nobody is here now', { exact: true })).toBeVisible()
  const before = await enter(page).boundingBox()
  const others = [await openRealtime(product.address), await openRealtime(product.address)]
  for (const other of others) await other.enter(realm.id)
  await expect(shown.getByText('2 here now', { exact: true })).toBeVisible()
  await expect(found(page).getByText('2 here now', { exact: true })).toBeVisible()
  others[0]?.close()
  await expect(shown.getByText('1 here now', { exact: true })).toBeVisible()
  expect(await enter(page).boundingBox()).toEqual(before)
  others[1]?.close()
  await expect(shown.getByText('Nobody is here now', { exact: true })).toBeVisible()
  await expect(found(page).getByText('here now')).toHaveCount(0)
})

test('a realm, or a list, that does not answer says so and can be asked again', async ({ page, request }) => {
  const host = await signInHost(request)
  const realm = await host.makeRealm(`The Vault ${crypto.randomUUID()}`)
  await visit(page, '/join')
  await page.route('**/api/realms*/**', (route) => route.fulfill({ status: 500 }))
  await page.route('**/api/realms?*', (route) => route.fulfill({ status: 500 }))
  await field(page).fill(realm.name)
  await expect(page.getByText('The realms could not be loaded.')).toBeVisible()
  await field(page).fill(realm.id)
  await expect(page.getByText('The realms could not be loaded.')).toBeVisible()
  await field(page).press('Enter')
  await expect(page.getByRole('heading', { name: 'The realm could not be loaded' })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.unrouteAll()
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).first().click()
  await expect(preview(page, realm.name)).toBeVisible()
})
