import { requestInit, type Send, signInWith } from '../test/sign-in.ts'
import { axeViolations } from './axe-violations.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { makeAgent } from './make-agent.ts'

/** Record 0041: the names that people give themselves, and the page of a maker. */

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a name that is taken is refused at its field, and one that is free leads to all that its person made', async ({
  page,
  person,
  product,
}) => {
  const send: Send = (method, path, sent) => fetch(product.address + path, requestInit(method, sent))
  const other = await signInWith(send)
  const taken = `taken_${Date.now() % 1e8}`
  const free = `free_${Date.now() % 1e8}`
  await send('PUT', '/api/me/profile', { as: other, json: { name: taken, imageUrl: null, about: '' } })
  const { name: agent } = await makeAgent(page, { name: 'Of its Maker' })

  await visit(page, '/settings')
  const form = page.getByRole('form', { name: 'Profile' })
  const name = form.getByRole('textbox', { name: 'Name' })
  await name.fill(taken)
  await form.getByRole('textbox', { name: 'About you' }).fill('Makes watchers.')
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: dot }
  await form.locator('input[type=file]').setInputFiles(picture)
  // What was typed is there after a reload, but for the picture.
  await page.reload()
  await expect(form.getByText('Please choose the file “me.png” again.')).toBeVisible()
  await expect(name).toHaveValue(taken)
  await form.locator('input[type=file]').setInputFiles(picture)
  await form.getByRole('button', { name: 'Save profile' }).click()
  await expect(form.getByText('This name, or one that looks like it, is taken.')).toBeVisible()
  await expect(name).toBeFocused()
  await expect(form.getByRole('textbox', { name: 'About you' })).toHaveValue('Makes watchers.')
  await name.fill(free)
  await form.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(form.getByText('You can change it again on', { exact: false })).toBeVisible()
  await expect(form.getByText('What you had typed is back.')).toHaveCount(0)
  expect(await axeViolations(page)).toEqual([])

  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/people/*', async (route) => {
    await held
    await route.continue()
  })
  await form.getByRole('link', { name: 'Your page' }).click()
  await expect(page).toHaveTitle('Profile · Bionic')
  release()
  await expect(page).toHaveURL(`/by/${free}`)
  await expect(page.getByRole('heading', { level: 1, name: free })).toBeVisible()
  await expect(page.getByText('Makes watchers.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit profile' })).toHaveAttribute('href', '/settings')
  await expect(page.getByText('No public realms yet.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'No realms.' })).toHaveCount(1)
  await expect(page.getByRole('article').getByRole('link', { name: free })).toHaveAttribute(
    'href',
    `/by/${free}`,
  )
  await page.getByRole('link', { name: agent, exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: free }).click()
  await expect(page).toHaveURL(`/by/${free}`)

  const asked = await page.request.get(`/by/${free}`)
  expect(asked.status()).toBe(200)
  expect(await asked.text()).toContain(`<title>${free} · Bionic</title>`)
  const ofAnother = await page.request.get(`/by/${taken}`)
  expect(await ofAnother.text()).toContain(`<title>${taken} · Bionic</title>`)
  expect(await ofAnother.text()).not.toContain('Edit profile')
  await page.request.put('/api/me/profile', { data: { name: null, imageUrl: null, about: '' } })
  const givenUp = await page.goto(`/by/${free}`)
  expect(givenUp?.status()).toBe(410)
  await expect(page.getByRole('heading', { name: 'This name is no longer in use' })).toBeVisible()
  expect((await page.request.get('/by/nobody_at_all')).status()).toBe(404)
  expect((await page.request.get(`/by/${person.address}`)).status()).toBe(200)
})
