import type { Page } from '@playwright/test'
import { messagesOf, said, say } from './chat-page.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { makeAgent } from './make-agent.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const controls = (page: Page, name: string) => page.getByRole('region', { name: `Controls of ${name}` })
const control = (page: Page, action: string, name: string) =>
  controls(page, name).getByRole('button', { name: `${action} ${name}`, exact: true })

test('in the control center an owner decides who reaches an agent, and a change that fails says so', async ({
  page,
  person: _,
}) => {
  const { id } = await makeAgent(page, { name: 'Beacon', isPublic: false })
  await visit(page, `/control?agent=${id}`)
  await expect(controls(page, 'Beacon').getByText('Draft', { exact: true })).toBeVisible()
  await expect(controls(page, 'Beacon').getByText('Active', { exact: true })).toBeVisible()

  // What was changed shows even if the agent does not load again.
  const loaded = (url: URL) => url.pathname === `/api/agents/${id}`
  await page.route(loaded, (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()))
  await control(page, 'Hide', 'Beacon').click()
  await expect(page.getByText('Neural pattern hidden')).toBeVisible()
  await expect(controls(page, 'Beacon').getByText('Dormant', { exact: true })).toBeVisible()
  await control(page, 'Publish', 'Beacon').click()
  await expect(
    page.getByText('Beacon is public, but dormant: nobody finds it until you show it.'),
  ).toBeVisible()
  await expect(controls(page, 'Beacon').getByText('Draft', { exact: true })).toHaveCount(0)
  await expect(control(page, 'Publish', 'Beacon')).toHaveCount(0)
  await page.unroute(loaded)
  await page.route(`**/api/agents/${id}`, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await control(page, 'Show', 'Beacon').click()
  await expect(page.getByText('Failed to update neural pattern visibility.')).toBeVisible()
  await page.unroute(`**/api/agents/${id}`)
  await control(page, 'Show', 'Beacon').click()
  await expect(page.getByText('Neural pattern visible')).toBeVisible()
  await expect(page.getByText('Failed to update neural pattern visibility.')).toHaveCount(0)

  expect(await (await page.request.get(`/api/agents/${id}`)).json()).toMatchObject({
    isPublic: true,
    visibilityEnabled: true,
  })
})

// §2.24
test('in the control center an agent is tried out and saved, shows what it was, and is duplicated', async ({
  page,
  person: _,
  model,
}) => {
  const { id } = await makeAgent(page, { name: 'Signal', personality: 'You are a dim signal.' })
  await visit(page, `/control?agent=${id}`)
  const n = model.requests.length
  await control(page, 'Edit', 'Signal').click()
  await dialog(page).getByRole('textbox', { name: 'Personality' }).fill('You are a bright signal.')
  await say(page, 'Who are you?')
  await expect(said(page, 'Hello from the scripted model.')).toBeVisible()
  expect(messagesOf((await model.request(n)).body)[0]).toContain('You are a bright signal.')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(control(page, 'Edit', 'Signal')).toBeFocused()

  await control(page, 'History', 'Signal').click()
  await expect(dialog(page).getByRole('button', { name: /^Version 2\b/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(control(page, 'History', 'Signal')).toBeFocused()

  await control(page, 'Duplicate', 'Signal').click()
  await expect(controls(page, 'Copy of Signal').getByText('Draft', { exact: true })).toBeVisible()
  expect(page.url()).not.toContain(id)
})

test('an agent that did not arrive is asked for again, and its figures are there without it', async ({
  page,
  person: _,
}) => {
  const { id } = await makeAgent(page, { name: 'Lantern' })
  await visit(page, '/control')
  await page.route(`**/api/agents/${id}`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('link', { name: 'Lantern' }).click()
  const failed = page.getByRole('region', { name: 'Controls', exact: true })
  await expect(failed.getByText('The agent could not be loaded.')).toBeVisible()
  await page.unroute(`**/api/agents/${id}`)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(control(page, 'Hide', 'Lantern')).toBeVisible()
})
