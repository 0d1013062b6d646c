import type { Route } from '@playwright/test'
import { composer, meridian, said, say } from './chat-page.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { signInHost } from './realm-host.ts'
import { input } from './realm-page.ts'

const FULL = 'The server’s disk is full, so nothing can be saved right now. Try again later.'

/** The server's response while its disk is full. */
const full = (route: Route) => {
  if (route.request().method() === 'GET') return route.fallback()
  const problem = {
    type: 'about:blank',
    title: 'Full',
    status: 507,
    detail: FULL,
    code: 'storage_full',
    requestId: 'r',
  }
  return route.fulfill({
    status: 507,
    contentType: 'application/problem+json',
    body: JSON.stringify(problem),
  })
}

test('while the disk of the server is full that is said where one acts, and nothing typed is lost', async ({
  page,
  wallet,
  signIn,
  request,
}) => {
  const realm = await (await signInHost(request)).makeRealm(`The Shelf ${crypto.randomUUID()}`)
  await wallet()
  await visit(page, '/realm')
  await signIn()
  await page.route('**/api/**', full)
  const form = page.getByRole('form', { name: 'Initialize a realm' })
  await form.getByLabel('Name').fill('The Attic')
  await form.getByLabel('Description').fill('Where it is quiet.')
  await form.getByRole('button', { name: 'Initialize realm' }).click()
  await expect(form.getByText(FULL)).toBeVisible()
  await expect(form.getByLabel('Name')).toHaveValue('The Attic')
  await expect(form.getByLabel('Description')).toHaveValue('Where it is quiet.')

  await visit(page, meridian)
  await say(page, 'Is there room?')
  await expect(page.getByText(FULL)).toBeVisible()
  await expect(said(page, 'Is there room?')).toBeVisible()
  await expect(composer(page)).toBeEnabled()

  await page.unroute('**/api/**')
  await visit(page, `/realm/${realm.id}`)
  await signIn()
  await page.route('**/api/**', full)
  await input(page).fill('Still here')
  await input(page).press('Enter')
  await expect(page.getByText('Still here')).toBeVisible()
  await expect(page.getByText(FULL)).toBeVisible()
})
