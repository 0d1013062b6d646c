import type { Locator } from '@playwright/test'
import type { AgentPage } from '../src/shared/agents/agents.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { makeAgent } from './make-agent.ts'

// §2.72, §3.29
test('the four categories stand as chips, in the words of the specification; the older dialog offers the five tones, professional to begin with', async ({
  page,
}) => {
  await page.goto('/vacant')
  await expect(page.getByRole('group', { name: 'Category' }).getByRole('button')).toHaveText([
    'Neural Core',
    'Security Matrix',
    'Quantum Processing',
    'Synthetic Cognition',
  ])
  await page.getByRole('link', { name: 'Create an agent' }).click()
  const tones = page.getByRole('dialog').getByRole('radiogroup', { name: 'Tone' }).getByRole('radio')
  await expect(tones).toHaveCount(5)
  for (const [index, name] of ['Professional', 'Friendly', 'Casual', 'Academic', 'Humorous'].entries())
    await expect(tones.nth(index)).toHaveAccessibleName(name)
  await expect(tones.first()).toBeChecked()
})

// §2.93, §9.14
test('six placeholders stand where the agents will be until they arrive', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/agents*', async (route) => {
    await held
    await route.continue()
  })
  // With the page's code loaded, the link leads to a list that has to be fetched.
  await visit(page, '/')
  await page.getByRole('banner').getByRole('link', { name: 'Vacant' }).click()
  await expect(page.getByTestId('agent-skeleton')).toHaveCount(6)
  await expect(page.getByRole('region', { name: 'Agents' })).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('status').filter({ hasText: 'Loading agents' })).toBeAttached()
  release()
  await expect(page.getByTestId('agent-skeleton')).toHaveCount(0)
  await expect(page.getByRole('article').first()).toBeVisible()
})

// §2.95, §2.96, §2.98, §2.99, §2.100, §2.101, §2.103, §9.13
test('a card shows an image, a name, a description and three capabilities; its dialog shows all there is and leads to the chat', async ({
  page,
  person: _,
}) => {
  const name = `Almanac ${Date.now()}`
  const agent = await makeAgent(page, {
    name,
    description: 'Knows every day of the year.',
    personality: 'You are an almanac. You never guess.',
    capabilities: ['Counting days', 'Naming feasts', 'Telling tides', 'Reading stars'],
    knowledgeDomains: ['Calendars', 'Astronomy'],
  })
  await page.goto(`/vacant?query=${name}`)
  const card = page.getByRole('article')
  await expect(card).toHaveCount(1)
  await expect(card.locator('img')).toHaveAttribute('src', '/images/default.webp')
  await expect(card.getByRole('heading', { name })).toBeVisible()
  await expect(card.getByText('Knows every day of the year.')).toBeVisible()
  const tags = card.getByRole('list', { name: 'Capabilities' }).getByRole('listitem')
  await expect(tags).toHaveText(agent.capabilities.slice(0, 3))

  await card.getByRole('link', { name }).click()
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog.getByText('You are an almanac. You never guess.')).toBeVisible()
  await expect(page).toHaveTitle(`${name} · Bionic`)
  const list = (label: string) => dialog.getByRole('list', { name: label }).getByRole('listitem')
  await expect(list('Capabilities')).toHaveText(agent.capabilities)
  await expect(list('Knowledge domains')).toHaveText(agent.knowledgeDomains)
  await expect(dialog.getByRole('button', { name: 'Upvote 0' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Publish' })).toHaveCount(0)
  await dialog.getByRole('link', { name: 'Open chat' }).click()
  await expect(page).toHaveURL(`/chat/${agent.id}`)
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})

// §1.7
test('a token leads to its page at the launch platform, and nowhere without one', async ({
  page,
  person: _,
}) => {
  const mint = 'So11111111111111111111111111111111111111112'
  const made = Date.now()
  await makeAgent(page, { name: `Plain ${made}` })
  const coined = await makeAgent(page, { name: `Coined ${made}`, pumpToken: mint })
  const card = (name: string) => page.getByRole('article').filter({ hasText: name })
  const tokenOf = (place: Locator) =>
    place.getByRole('link', { name: /^Token .*of Coined .* \(opens another site in a new tab\)$/ })
  const leadsOutside = async (link: Locator) => {
    await expect(link).toHaveAttribute('href', `https://pump.fun/coin/${mint}`)
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(link).toHaveAttribute('target', '_blank')
  }

  await page.goto('/management')
  await leadsOutside(tokenOf(card(coined.name)))
  await expect(tokenOf(page.getByRole('article'))).toHaveCount(1)

  await page.goto(`/vacant?query=${made}`)
  await leadsOutside(tokenOf(card(coined.name)))
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(tokenOf(page.getByRole('article'))).toHaveCount(1)

  // In the tab order it follows the card's own link, and pressing it does not open that link.
  await page
    .context()
    .route('https://pump.fun/**', (route) => route.fulfill({ body: 'The launch platform.' }))
  await card(coined.name).getByRole('link', { name: coined.name, exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(tokenOf(card(coined.name))).toBeFocused()
  const opening = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  const outside = await opening
  await outside.waitForURL(`https://pump.fun/coin/${mint}`)
  expect(await outside.evaluate(() => [document.referrer, window.opener])).toEqual(['', null])
  await expect(page).toHaveURL(`/vacant?query=${made}`)

  await card(coined.name).getByRole('link', { name: coined.name, exact: true }).click()
  await leadsOutside(tokenOf(page.getByRole('dialog')))
})

// §2.105, §2.106, §2.110
test('the quick chat shows who is talked with, and closes by its button and by its backdrop', async ({
  page,
  request,
}) => {
  const { agents }: AgentPage = await (await request.get('/api/agents?query=meridian')).json()
  const meridian = agents.find((agent) => agent.name === 'Meridian')
  await visit(page, '/vacant?query=meridian')
  const open = page.getByRole('button', { name: 'Quick chat with Meridian', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Meridian' })
  for (const close of [
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(8, 400),
  ]) {
    await open.click()
    await expect(dialog.locator('img')).toHaveAttribute('src', '/images/samples/meridian.webp')
    await expect(dialog.getByRole('heading', { name: 'Meridian' })).toBeVisible()
    await expect(dialog.getByText(meridian?.description ?? '', { exact: true })).toBeVisible()
    await expect(dialog.getByText(/^No messages yet\./)).toBeVisible()
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await close()
    await expect(dialog).toHaveCount(0)
    await expect(open).toBeFocused()
  }
})

test('a tag that is followed, or taken out again, is gone: what is in its place has the focus', async ({
  page,
}) => {
  await visit(page, '/vacant')
  const tags = page.getByRole('navigation', { name: 'Tags' }).getByRole('link')
  const tag = (await tags.first().textContent()) ?? ''
  await tags.first().press('Enter')
  const out = page.getByRole('link', { name: `Remove the tag ${tag}` })
  await expect(out).toBeFocused()
  await out.press('Enter')
  await expect(out).toHaveCount(0)
  await expect(page.getByRole('search').locator('a:focus')).toBeVisible()
})
