import type { Page } from '@playwright/test'
import { limits } from '../src/shared/common/limits.ts'
import { signInWith } from '../test/sign-in.ts'
import { installWallet } from './fakes/wallet.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { signInHost } from './realm-host.ts'
import { input } from './realm-page.ts'

/** `/settings`: the sessions of a person. */

const items = (page: Page) => page.getByRole('region', { name: 'Sessions' }).getByRole('listitem')

test('somebody who is signed in in two browsers sees both, ends the other, and the other is signed out without a reload', async ({
  page,
  browser,
  product,
  wallet,
  signIn,
  request,
}) => {
  const seeds = [[...crypto.getRandomValues(new Uint8Array(32))]]
  await wallet({ seeds })
  await visit(page, '/settings')
  await expect(page.getByRole('heading', { name: 'Connect a wallet to see your settings' })).toBeVisible()
  const address = await signIn()
  await expect(page.getByText('You are not signed in anywhere else.')).toBeVisible()

  const laptop = await browser.newContext({
    baseURL: product.address,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  await installWallet(laptop, { seeds })
  const realm = await (await signInHost(request)).makeRealm('The Other Device')
  const other = await laptop.newPage()
  await visit(other, '/')
  expect(await signIn(other)).toBe(address)
  // As after a reload: only the session is left.
  await visit(other, `/realm/${realm.id}`)
  const elsewhere = await laptop.newPage()
  await visit(elsewhere, '/settings')
  await expect(items(elsewhere)).toHaveCount(2)
  await expect(items(elsewhere).filter({ hasText: 'This browser' })).toContainText('Firefox on Windows')
  await expect(input(other)).toBeEnabled()

  await page.reload()
  await expect(items(page)).toHaveCount(2)
  await expect(items(page).first()).toContainText('This browser')
  await items(page)
    .filter({ hasText: 'Firefox on Windows' })
    .getByRole('button', { name: 'End the session of Firefox on Windows' })
    .click()
  await expect(items(page)).toHaveCount(1)

  // A tab with a live connection learns of it at once, the others when they become visible.
  await expect(other.getByPlaceholder('Connect wallet to chat')).toBeDisabled()
  await elsewhere.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(
    elsewhere.getByRole('heading', { name: 'Connect a wallet to see your settings' }),
  ).toBeVisible()
  expect((await other.request.get('/api/me/sessions')).status()).toBe(401)
  await expect(items(page)).toContainText('This browser')
  await laptop.close()
})

test('all others end at once, and signing out here ends this one in all tabs', async ({
  page,
  context,
  person,
  product,
}) => {
  const others = [1, 2, 3].map(() =>
    signInWith(
      (method, path, sent) =>
        fetch(product.address + path, {
          method,
          headers: { 'content-type': 'application/json', ...sent?.headers },
          body: JSON.stringify(sent?.json),
        }),
      person.wallet,
    ),
  )
  await Promise.all(others)
  await visit(page, '/settings')
  await expect(items(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'End all other sessions' }).press('Enter')
  await expect(page.getByText('3 sessions ended')).toBeVisible()
  await expect(items(page)).toHaveCount(1)

  const tab = await context.newPage()
  await visit(tab, '/management')
  await expect(tab.getByRole('heading', { name: 'No neural assets yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  const locked = page.getByRole('heading', { name: 'Connect a wallet to see your settings' })
  await expect(locked).toBeVisible()
  await expect(
    tab.getByRole('heading', { name: 'Connect wallet to access Neural Control Matrix' }),
  ).toBeVisible()
  await expect.poll(async () => (await page.request.get('/api/me/sessions')).status()).toBe(401)
})

test('sessions that do not arrive are asked for again, and the wallet’s menu leads to them', async ({
  page,
  wallet,
  signIn,
}) => {
  await wallet()
  await visit(page, '/launch')
  const address = await signIn()
  await page.route('**/api/me/sessions', (route) => route.fulfill({ status: 500 }))
  await page.getByRole('banner').getByRole('button', { name: address }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/settings')
  await expect(page.getByText('Your sessions could not be loaded')).toBeVisible()
  await page.unroute('**/api/me/sessions')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(items(page)).toContainText('This browser')
})

test('of many shared copies a few stand above what follows in the settings, and all of them by a button', async ({
  page,
  context,
  person: _,
}) => {
  const copies = Array.from({ length: limits.sharedCopies }, (_, n) => ({
    ...{ id: crypto.randomUUID(), conversationId: crypto.randomUUID(), messageId: crypto.randomUUID() },
    ...{ agentName: 'Nova', title: `Light ${n}`, sharedAt: '2026-01-01T10:00:00.000Z' },
  }))
  await context.route('**/api/me/copies', (route) => route.fulfill({ json: { copies } }))
  // From another page, so that the first paint has not asked the real server.
  await visit(page, '/management')
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  const rows = page.getByRole('listitem').filter({ hasText: /^Light/ })
  await expect(rows).toHaveCount(5)
  await page.getByRole('button', { name: `Show all ${limits.sharedCopies}` }).click()
  await expect(rows).toHaveCount(limits.sharedCopies)
  await expect(rows.nth(5)).toBeFocused()
})
