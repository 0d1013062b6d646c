import type { Page } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { composer, conversation, copyReply, meridian, said } from './chat-page.ts'
import { expect, isAlive, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { stickingOut } from './sticking-out.ts'

const firstWords = (page: Page) => page.getByRole('textbox', { name: 'Your first message' })

test('from an empty browser without any wallet to the first word of a reply it is one action, also before the page is alive, and nothing is sent twice', async ({
  page,
  model,
}) => {
  const asked = model.requests.length
  model.use({ name: 'words', words: ['Light', ' is', ' quick', '.'] })
  await visit(page, '/')
  await firstWords(page).fill('What is light?')
  // The only action is a key.
  await firstWords(page).press('Enter')
  await expect(conversation(page).getByText(/^Light/)).toBeVisible()
  await expect(page).toHaveURL(meridian)
  await copyReply(page).waitFor()
  await expect(said(page, 'What is light?')).toBeVisible()
  await expect(composer(page)).toHaveValue('')
  await page.reload()
  await isAlive(composer(page))
  await expect(conversation(page)).not.toContainText('What is light?')
  expect(model.requests).toHaveLength(asked + 1)

  // Again, with the page's code held back: the browser submits the form itself.
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/main-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByText('Lattice', { exact: true }).click()
  const long = `First line\nsecond <line> ${'漢'.repeat(3_000)}`
  await firstWords(page).fill(long)
  await page.getByRole('button', { name: 'Send' }).click({ noWaitAfter: true })
  await page.waitForURL('/chat', { waitUntil: 'commit' })
  expect(page.url()).not.toContain('First')
  expect(model.requests).toHaveLength(asked + 1)
  release()
  await expect(conversation(page).getByText(/^Light/)).toBeVisible()
  await copyReply(page).waitFor()
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { name: 'Lattice' })).toBeVisible()
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain(JSON.stringify(long).slice(1, -1))
  const chat = page.url()
  await page.unroute('**/assets/main-*.js')
  for (const move of [() => page.reload(), () => page.goBack(), () => page.goForward()]) {
    await move()
    await isAlive(page.getByRole('textbox').first())
  }
  expect(page.url()).toBe(chat)
  expect(model.requests).toHaveLength(asked + 2)
})

test('the home screen keeps what was typed, says what is too long, and shows who is where, on a phone as on a desk', async ({
  page,
  browser,
  product,
}) => {
  const guest = await browser.newContext()
  await visit(await guest.newPage(), `${product.address}/realm/e5f86b3d-56aa-41ea-bdd0-687ce15f6d16`)
  const live = page.getByRole('region', { name: 'Live now' })
  await expect(async () => {
    await visit(page, '/')
    await expect(live.getByRole('link', { name: /First Light.*1 here now/ })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  // A new place has somebody to meet, and says what is behind each card.
  const rising = page.getByRole('region', { name: 'Rising' })
  await expect(rising).toContainText('No agent is rising yet. These are good to start with.')
  await expect(rising.getByRole('listitem')).toHaveCount(4)
  await expect(rising.getByRole('link', { name: /Agent · / }).first()).toBeVisible()
  await expect(live.getByRole('link', { name: /nobody here now/ })).toHaveCount(1)
  // Where there is a keyboard the field has the focus; what is suggested is about the chosen agent.
  await expect(firstWords(page)).toBeFocused()
  const questions = page.getByRole('list', { name: 'Suggested questions' })
  const ofMeridian = await questions.getByRole('button').allTextContents()
  await page.getByRole('radio', { name: 'Palisade' }).check({ force: true })
  await expect(firstWords(page)).toHaveAttribute('placeholder', 'Ask Palisade anything')
  await expect(
    questions.getByRole('button', { name: 'Where do I start with Threat Modeling?' }),
  ).toBeVisible()
  expect(ofMeridian).not.toContain('Where do I start with Threat Modeling?')
  await firstWords(page).fill('x'.repeat(4_001))
  await firstWords(page).press('Enter')
  await expect(page.getByText('A message can have at most 4,000 characters.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.reload()
  await isAlive(firstWords(page))
  await expect(firstWords(page)).toHaveValue(/^x{4001}$/)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await stickingOut(page)).toEqual([])
    expect(await axeViolations(page)).toEqual([])
  }
  await guest.close()
})
