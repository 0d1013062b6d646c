import type { Page } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { openSections } from './open-section.ts'

const form = (page: Page) => page.getByRole('form', { name: 'New agent' })

// §2.73, §2.77, §6.3
test('without a wallet the page is locked, and its button connects one', async ({ page, wallet }) => {
  await wallet()
  await visit(page, '/create')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Neural Agent Synthesis Protocol')
  await expect(page.getByRole('heading', { name: 'Connect a wallet to begin the synthesis' })).toBeVisible()
  await expect(form(page)).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Detected/ })
    .click()
  await expect(form(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Connect a wallet to begin the synthesis' })).toHaveCount(0)
})

// §2.74, §2.75, §5.17, §5.18, §5.20, §5.21, §5.22, §5.23, §5.24, §5.25, §9.20, §9.21, §9.22
test('the page has three cards, the fixed figures, the hint and the knowledge domains to begin with; what an agent can do follows from the category that is chosen', async ({
  page,
  person: _,
}) => {
  await visit(page, '/create')
  const cards = page
    .getByRole('list')
    .filter({ has: page.getByText('Ownership', { exact: true }) })
    .getByRole('listitem')
  await expect(cards.locator('strong')).toHaveText(['Identity', 'Cognition', 'Ownership'])
  const panel = page.getByRole('complementary', { name: 'System status' })
  await expect(panel.getByRole('heading', { name: 'System Load' })).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveText([/Neural\s*75%/, /Memory\s*45%/, /Quantum\s*90%/])
  await expect(panel.getByText('4 TPUs', { exact: true })).toBeVisible()
  await expect(panel.getByText('99.9%', { exact: true })).toBeVisible()
  await openSections(form(page), 'Personality and instructions', 'Knowledge')
  await expect(form(page).getByText("Start with 'You are...'", { exact: true })).toBeVisible()
  await expect(form(page).getByLabel('Knowledge domains')).toHaveValue(
    'Neural Processing, Quantum Computing, Machine Learning',
  )
  expect(await axeViolations(page)).toEqual([])

  for (const [category, capabilities] of [
    ['Neural Core', ['Neural Processing', 'Pattern Recognition', 'Cognitive Analysis']],
    ['Security Matrix', ['Threat Detection', 'Encryption', 'Security Protocols']],
    ['Quantum Processing', ['Quantum Computing', 'Entanglement Analysis', 'Wave Function']],
    ['Synthetic Cognition', ['Synthetic Intelligence', 'Neural Networks', 'Deep Learning']],
  ] as const) {
    await form(page).getByRole('radio', { name: category }).check()
    const listed = form(page).getByRole('list', { name: 'Capabilities' }).getByRole('listitem')
    await expect(listed).toHaveText(capabilities)
  }
  await expect(form(page).getByRole('radio')).toHaveCount(4)
})

// §3.4, §4.21, §4.22, §4.23, §4.24, §5.19, §9.12
test('while an agent is made the button says so, and 1.5 seconds after the success the owner’s page opens', async ({
  page,
  person: _,
}) => {
  await page.clock.install()
  await visit(page, '/create')
  await form(page).getByLabel('Name').fill('Gnomon')
  await form(page).getByRole('radio', { name: 'Neural Core' }).check()
  await form(page).getByLabel('Description').fill('Tells the hour.')
  await form(page).getByLabel('Personality').fill('You are a gnomon.')
  await form(page).getByLabel('Custom instructions').fill('Be brief.')
  await openSections(form(page), 'Picture')
  // A portrait is drawn only when it is asked for.
  await expect(form(page).getByRole('img', { name: 'The default picture' })).toBeVisible()
  await form(page).getByRole('button', { name: 'Draw a portrait' }).click()
  await expect(form(page).getByRole('img', { name: 'The chosen picture' })).toBeVisible()
  await form(page).getByRole('button', { name: 'Remove' }).click()
  await expect(form(page).getByRole('img', { name: 'The default picture' })).toBeVisible()
  await expect(form(page).getByText('The default image', { exact: true })).toBeAttached()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/agents', async (route) => {
    await held
    await route.continue()
  })
  await form(page).getByRole('button', { name: 'Initialize agent' }).click()
  await expect(form(page).getByRole('button', { name: 'Initializing...', exact: true })).toBeVisible()
  await expect(form(page).getByText('Initializing neural pattern...', { exact: true })).toBeVisible()
  // If the time to pause at is already over when it is requested, the next try is in time.
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  }).toPass()
  release()
  await expect(
    form(page).getByText('Neural pattern initialized successfully!', { exact: true }),
  ).toBeVisible()
  // The page shows it before it sets the timer; a message lets it continue, because no timer fires.
  await page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel()
    for (let turns = 0; turns < 2; turns++)
      await new Promise((resolve) => {
        port1.onmessage = resolve
        port2.postMessage(null)
      })
  })
  await page.clock.runFor(1_499)
  await expect(page).toHaveURL('/create')
  await page.clock.runFor(1)
  await expect(page).toHaveURL('/management')
  await page.clock.resume()
  const card = page.getByRole('article').filter({ hasText: 'Gnomon' })
  await expect(card.locator('img')).toHaveAttribute('src', '/images/default.webp')
})

test('an agent answers beside its form from the first letter of its name on, as the form stands by then', async ({
  page,
  person: _,
  model,
}) => {
  await visit(page, '/create')
  const tryOut = page.getByRole('main').getByRole('region', { name: 'Try out', exact: true })
  await expect(tryOut.getByText('Give your agent a name')).toBeVisible()
  await expect(tryOut.getByRole('textbox')).toHaveCount(0)
  await form(page).getByLabel('Name').fill('G')
  const asked = model.requests.length
  await tryOut.getByRole('textbox').fill('Who are you?')
  await tryOut.getByRole('textbox').press('Enter')
  expect(JSON.stringify((await model.request(asked)).body)).toContain('You are G.')
  await expect(tryOut.getByRole('textbox')).toBeEditable()
  await expect(tryOut.getByRole('button', { name: 'Start over' })).toBeVisible()
  await form(page).getByLabel('Name').fill('Gnomon')
  await form(page).getByLabel('Description').fill('Tells the hour.')
  await expect(tryOut.getByText('The next answer uses the changed version')).toBeVisible()
  await tryOut.getByRole('textbox').fill('And now?')
  await tryOut.getByRole('textbox').press('Enter')
  expect(JSON.stringify((await model.request(asked + 1)).body)).toContain('You are Gnomon. Tells the hour.')
  await form(page).getByLabel('Name').fill('')
  await tryOut.getByRole('textbox').fill('Still there?')
  await tryOut.getByRole('textbox').press('Enter')
  await expect(form(page).getByText('Name is required.')).toBeVisible()
  await expect(form(page).getByLabel('Name')).toBeFocused()
  await expect(tryOut.getByRole('textbox')).toHaveValue('Still there?')
  expect(await axeViolations(page)).toEqual([])
})

// §5.16
test('the rest of the form is closed until it is its turn, and what is missing in it opens it', async ({
  page,
  person: _,
}) => {
  await visit(page, '/create')
  const personality = form(page).getByLabel('Personality')
  const instructions = form(page).getByLabel('Custom instructions')
  await expect(personality).toBeHidden()
  await expect(form(page).getByText('Neural Processing, Quantum Computing')).toBeVisible()
  await form(page).getByLabel('Name').fill('Gnomon')
  await form(page).getByLabel('Description').fill('Tells the hour.')
  await expect(personality).toBeHidden()
  await form(page).getByRole('radio', { name: 'Neural Core' }).check()
  await expect(personality).toBeVisible()
  await personality.fill('You are a gnomon.')
  await openSections(form(page), 'Knowledge')
  await form(page).getByLabel('Knowledge domains').fill('')
  await openSections(form(page), 'Personality and instructions', 'Knowledge')
  await expect(form(page).locator('summary').getByText('You are a gnomon.')).toBeVisible()
  await expect(instructions).toBeHidden()
  await form(page).getByRole('button', { name: 'Initialize agent' }).click()
  await expect(instructions).toBeFocused()
  await expect(form(page).getByText('Custom instructions are required.')).toBeVisible()
  await expect(form(page).getByLabel('Knowledge domains')).toBeVisible()
  await openSections(form(page), 'Knowledge')
  await expect(
    form(page)
      .locator('summary')
      .filter({ hasText: 'Knowledge' })
      .getByText('Something in here needs to be corrected'),
  ).toBeVisible()
})
