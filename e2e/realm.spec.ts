import type { Page } from '@playwright/test'
import { openRealtime } from '../test/realtime-client.ts'
import { requestInit, type Send, signInWith } from '../test/sign-in.ts'
import { axeViolations } from './axe-violations.ts'
import { expect, requestTest, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { signInHost } from './realm-host.ts'
import { stickingOut } from './sticking-out.ts'

const realmForm = (page: Page) => page.getByRole('form', { name: 'Initialize a realm' })
const initialize = (page: Page) => page.getByRole('button', { name: /^(Initialize realm|Try again)$/ })

test.describe('the list', () => {
  // §2.4, §2.47, §2.48
  requestTest('is in the first paint, and a link reproduces a search', async ({ request }) => {
    const all = await (await request.get('/realm')).text()
    const { realms } = await (await request.get('/api/realms')).json()
    expect(all).toContain('<title>Neural Realms · Bionic</title>')
    expect(all).toContain(realms[0].name)
    const found = await (await request.get('/realm?query=WORKSHOP')).text()
    expect(found).toContain('The Workshop')
    expect(found).not.toContain('First Light')
  })

  test('narrows as one types, says when nothing matches, and one button shows all again', async ({
    page,
  }) => {
    await visit(page, '/realm')
    await expect(page.getByRole('article')).not.toHaveCount(0)
    await page.getByRole('searchbox').fill(' arrivals. SAY ')
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page).toHaveURL('/realm?query=arrivals.+SAY')
    await page.getByRole('searchbox').fill('%_')
    await expect(page.getByText('No matching realms')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.getByRole('searchbox').fill('x'.repeat(201))
    await expect(page.getByText('A search can have at most 200 characters.')).toBeVisible()
  })
})

// §2.48
test('how many are in a realm is in the list’s first paint, goes on live, and moves nothing', async ({
  page,
  request,
  product,
}) => {
  const host = await signInHost(request)
  const realm = await host.makeRealm(`The Concourse ${crypto.randomUUID()}`)
  const address = `/realm?query=${encodeURIComponent(realm.name)}`
  const [one, other] = [await openRealtime(product.address), await openRealtime(product.address)]
  await one.enter(realm.id)
  await expect
    .poll(async () => (await request.get(address)).text(), { message: 'the first paint says it' })
    .toContain('1 here now')
  await visit(page, address)
  const card = page.getByRole('article')
  await expect(card.getByText('1 here now', { exact: true })).toBeVisible()
  const before = await card.boundingBox()
  await other.enter(realm.id)
  await expect(card.getByText('2 here now', { exact: true })).toBeVisible()
  for (const each of [one, other]) each.close()
  await expect(card.getByText('here now')).toHaveCount(0)
  expect(await card.boundingBox()).toEqual(before)
})

// §2.48
test('a realm that was opened in this browser says how much is new in it, until it is opened again', async ({
  page,
  request,
}) => {
  const host = await signInHost(request)
  const realm = await host.makeRealm(`The Letterbox ${crypto.randomUUID()}`)
  const address = `/realm?query=${encodeURIComponent(realm.name)}`
  const card = page.getByRole('article')
  /** Reading takes a moment: the browser's storage tells when it is done. */
  const readUpTo = (number: number) =>
    expect
      .poll(() => page.evaluate(() => localStorage.getItem('realmsRead')))
      .toMatch(new RegExp(`${realm.id}\\D+${number}\\b`))
  await host.say(realm, 'Before anybody came')
  await visit(page, address)
  await expect(card).toHaveCount(1)
  await expect(card.getByText(/ new/)).toHaveCount(0)
  await card.getByRole('link').click()
  await expect(page.getByText('Before anybody came')).toBeVisible()
  await readUpTo(1)
  await page.goto('/nest')
  for (const text of ['One', 'Two']) await host.say(realm, text)
  await page.goto(address)
  await expect(card.getByText('2 new messages')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await card.getByRole('link').click()
  await expect(page.getByText('Two', { exact: true })).toBeVisible()
  await readUpTo(3)
  await visit(page, address)
  await expect(card.getByText(/ new/)).toHaveCount(0)
})

test.describe('one’s own realms', () => {
  // §2.48
  test('are those that one made or speaks in, unlisted ones marked; others and visitors see nothing of them', async ({
    page,
    request,
    person,
    product,
  }) => {
    const host = await signInHost(request)
    const spokenIn = await host.makeRealm(`The Agora ${crypto.randomUUID()}`)
    const data = { id: crypto.randomUUID(), content: 'Hello' }
    expect((await page.request.post(`/api/realms/${spokenIn.id}/messages`, { data })).status()).toBe(201)
    const hidden = { name: `The Cellar ${crypto.randomUUID()}`, description: 'Down here.', unlisted: true }
    expect((await page.request.post('/api/realms', { data: hidden })).status()).toBe(201)
    expect(person.address).not.toBe(host.address)

    const served = await (await page.request.get('/realm?show=yours')).text()
    for (const { name } of [hidden, spokenIn]) expect(served).toContain(name)
    await visit(page, '/realm')
    await page.getByRole('navigation', { name: 'Which realms' }).getByRole('link', { name: 'Yours' }).click()
    await expect(page).toHaveURL('/realm?show=yours')
    const cards = page.getByRole('region', { name: 'Your realms' }).getByRole('article')
    await expect(cards).toHaveText([/The Cellar/, /The Agora/])
    await expect(cards.first()).toContainText('Unlisted')
    await expect(cards.first()).toContainText('Made by you')
    await expect(cards.last()).not.toContainText(/Unlisted|Made by you/)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('searchbox').fill('agora')
    await expect(cards).toHaveText([/The Agora/])
    await page.getByRole('searchbox').fill('%_')
    await expect(page.getByText('None of your realms has this')).toBeVisible()

    const search = encodeURIComponent(hidden.name)
    expect(await (await page.request.get(`/realm?query=${search}`)).text()).not.toContain('Down here.')
    const send: Send = (method, path, sent) => fetch(product.address + path, requestInit(method, sent))
    const other = await (await send('GET', '/realm?show=yours', { as: await signInWith(send) })).text()
    expect(other).toContain('You have no realms yet')
    for (const html of [other, await (await send('GET', '/realm?show=yours')).text()])
      expect(html).not.toContain(hidden.name)
  })

  // §2.49
  test('are made unlisted by one box, and are gone from the screen with the session', async ({
    page,
    wallet,
    signIn,
  }) => {
    await wallet()
    await visit(page, '/realm?show=yours')
    await expect(page.getByText('Connect to see your realms')).toBeVisible()
    await signIn()
    await expect(page.getByText('You have no realms yet')).toBeVisible()
    const name = `The Oubliette ${crypto.randomUUID()}`
    await page.getByLabel('Name').fill(name)
    await page.getByRole('checkbox', { name: 'Unlisted: only people with the link can open it' }).check()
    await initialize(page).click()
    await page.waitForURL(/\/realm\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await page.goBack()
    const card = page.getByRole('article').filter({ hasText: name })
    await expect(card).toContainText('Unlisted')
    await page
      .getByRole('navigation', { name: 'Which realms' })
      .getByRole('link', { name: 'All realms' })
      .click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(card).toHaveCount(0)
    await page.goBack()
    await expect(card).toBeVisible()
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^\w{4}\.\.\w{4}$/ })
      .click()
    await page.getByRole('menuitem', { name: 'Disconnect' }).click()
    await expect(page.getByText('Connect to see your realms')).toBeVisible()
    await expect(card).toHaveCount(0)
  })
})

test.describe('a new realm', () => {
  // §2.49
  test('asks a visitor to connect, keeps what was typed, and leads into the realm', async ({
    page,
    wallet,
    signIn,
  }) => {
    await wallet()
    await visit(page, '/realm')
    const name = `Observatory ${crypto.randomUUID()}`
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Description').fill('For watching.')
    await initialize(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('The realm was not initialized')).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await signIn()
    await expect(page.getByLabel('Name')).toHaveValue(name)
    await initialize(page).dblclick()
    await page.waitForURL(/\/realm\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page.getByText('1 participant', { exact: true })).toBeVisible()
    await expect(page).toHaveTitle(`${name} · Bionic`)
    await page.getByRole('link', { name: 'All realms' }).click()
    await expect(page.getByRole('article').first()).toContainText(name)
    await expect(page.getByRole('article').filter({ hasText: name })).toHaveCount(1)
  })

  // §8.16
  test('says at each field what is wrong, and cuts nothing; one whose answer got lost is made once, as it was last sent, and all that was typed is kept', async ({
    page,
    person: _,
  }) => {
    await visit(page, '/realm')
    await initialize(page).click()
    await expect(page.getByText('A name is required.')).toBeVisible()
    await expect(page.getByLabel('Name')).toBeFocused()
    await page.getByLabel('Name').fill('x'.repeat(81))
    await page.getByLabel('Description').fill('y'.repeat(501))
    await expect(page.getByText('A name can have at most 80 characters.')).toBeVisible()
    await expect(page.getByText('A description can have at most 500 characters.')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('x'.repeat(81))
    await expect(page.getByLabel('Description')).toHaveValue('y'.repeat(501))
    await initialize(page).click()
    await expect(page.getByLabel('Name')).toBeFocused()
    await expect(page).toHaveURL('/realm')
    expect(await axeViolations(page)).toEqual([])

    const name = `Lost ${crypto.randomUUID()}`
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Description').fill('A warm place.')
    await page.route('**/api/realms', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await initialize(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'The realm was not initialized' })).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue(name)
    await expect(page.getByLabel('Description')).toHaveValue('A warm place.')
    await page.unroute('**/api/realms')
    await page.getByLabel('Name').fill(`${name} again`)
    await page.getByLabel('Description').fill('A warmer place.')
    await realmForm(page).getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} again`)
    const { realms } = await (await page.request.get(`/api/realms?query=${encodeURIComponent(name)}`)).json()
    expect(realms).toMatchObject([{ name: `${name} again`, description: 'A warmer place.' }])
  })
})

// §2.50
requestTest('an id that matches no realm says so, as a 404', async ({ request }) => {
  for (const id of [crypto.randomUUID(), 'nowhere']) {
    const answer = await request.get(`/realm/${id}`)
    expect(answer.status()).toBe(404)
    const html = await answer.text()
    expect(html).toMatch(/<h1[^>]*>Realm not found<\/h1>/)
    expect(html).toContain('<title>Realm not found · Bionic</title>')
    expect(html).toMatch(/<main.*<a [^>]*href="\/realm"[^>]*>(?:(?!<\/a>).)*All realms/s)
  }
})

test('on a phone the form unfolds, keeps what is typed when it is left, and everything fits', async ({
  page,
  person: _,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await visit(page, '/realm')
  await expect(realmForm(page)).toBeHidden()
  await page.getByRole('button', { name: 'Initialize a realm' }).click()
  await page.getByLabel('Name').fill('W'.repeat(80))
  await page.getByLabel('Description').fill('W'.repeat(500))
  expect(await stickingOut(page)).toEqual([])
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('banner').getByRole('link', { name: 'Bionic, home' }).click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page.getByLabel('Name')).toHaveValue('W'.repeat(80))
  await initialize(page).click()
  await page.waitForURL(/\/realm\/[0-9a-f-]{36}$/)
  const words = page.getByRole('textbox', { name: /^Message to/ })
  await words.fill('W'.repeat(2_000))
  await words.press('Enter')
  await expect(page.getByRole('log').getByRole('listitem')).toHaveText(/W{2000}/)
  expect(await stickingOut(page)).toEqual([])
  await expect(page.getByPlaceholder('Enter message...')).toBeInViewport()
  expect(await axeViolations(page)).toEqual([])
})
