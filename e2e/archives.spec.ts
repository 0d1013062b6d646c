import type { Page } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { stickingOut } from './sticking-out.ts'

const folders = ['Neural Architecture', 'Quantum Processing', 'Cognitive Engine', 'Security Protocols']

/** Unfolds all folders by keyboard; they are folded before. */
async function unfold(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Restricted Access Zone')
  for (const name of folders) {
    const button = page.getByRole('button', { name, exact: true })
    const files = page.getByRole('region', { name, exact: true }).getByRole('listitem')
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await expect(files).toHaveCount(0)
    await button.press('Enter')
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await expect(files).toHaveCount(4)
    for (const file of await files.all()) await expect(file).toContainText(/Status: [A-Z]+/)
  }
}

// §2.7, §2.121, §2.125, §2.127, §2.128, §2.129, §2.130, §2.134
test('four folders each unfold to four files whose status has its colour, fit on a phone, and fold again', async ({
  page,
}) => {
  await visit(page, '/archives')
  await unfold(page)
  for (const [status, colour] of [
    ['ACTIVE', 'rgb(61, 245, 160)'],
    ['LOCKED', 'rgb(255, 210, 74)'],
    ['CORRUPTED', 'rgb(255, 84, 112)'],
    ['DORMANT', 'rgb(169, 192, 212)'],
    ['ARCHIVED', 'rgb(169, 192, 212)'],
    ['QUARANTINED', 'rgb(169, 192, 212)'],
  ] as const)
    await expect(page.getByText(status, { exact: true }).first()).toHaveCSS('color', colour)
  expect(await axeViolations(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 780 })
  expect(await stickingOut(page)).toEqual([])
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Cognitive Engine' }).click()
  await expect(page.getByRole('heading', { name: 'context_window.buf' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'bell_pair.state' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Security notice' })).toBeVisible()
  await page.getByRole('tab', { name: 'Tech Glossary' }).click()
  await expect(page.getByRole('article')).toHaveCount(6)
})

// §2.8, §2.121, §2.122, §2.125, §2.134
test('the other address shows the same folders; the tabs follow the keyboard, and each has an address', async ({
  page,
}) => {
  await visit(page, '/cryptic')
  await unfold(page)
  await expect(page.getByRole('complementary', { name: 'Security notice' })).toBeVisible()
  const [archives, glossary] = [
    page.getByRole('tab', { name: 'Neural Archives' }),
    page.getByRole('tab', { name: 'Tech Glossary' }),
  ]
  await archives.focus()
  await page.keyboard.press('ArrowRight')
  await expect(glossary).toBeFocused()
  await expect(glossary).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL('/cryptic?tab=glossary')
  await expect(page).toHaveTitle('Tech Glossary · Bionic')
  await expect(page.getByRole('tabpanel', { name: 'Tech Glossary' })).toBeVisible()
  await expect(page.getByRole('tabpanel', { name: 'Neural Archives' })).toBeHidden()
  await page.keyboard.press('ArrowRight')
  await expect(archives).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(archives).toBeFocused()
  await page.keyboard.press('End')
  await expect(glossary).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await archives.click()
  await expect(page).toHaveURL('/cryptic')
  await page.goBack()
  await expect(glossary).toHaveAttribute('aria-selected', 'true')
})

// §2.133, §3.31
test('the glossary has six terms, narrows as one types, keeps what is typed, and its address reproduces all but a pasted page', async ({
  page,
  context,
}) => {
  await visit(page, '/archives?tab=glossary')
  const terms = page.getByRole('article')
  await expect(terms).toHaveCount(6)
  for (const term of await terms.all()) {
    await expect(term).toContainText(/^(AI Neural Architecture|ML Machine Learning|TECH Quantum Technology)/)
    await expect(term.getByRole('list', { name: 'Examples' }).getByRole('listitem')).toHaveCount(3)
    await expect(term.getByRole('list', { name: 'Related terms' }).getByRole('listitem')).toHaveCount(3)
    const out = term.getByRole('link', { name: /on Wikipedia \(opens in a new tab\)$/ })
    await expect(out).toHaveAttribute('href', /^https:\/\/en\.wikipedia\.org\/wiki\//)
    await expect(out).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(out).toHaveAttribute('target', '_blank')
  }

  await page.getByRole('searchbox').fill(' AMPLITUDE ')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('tabpanel').getByRole('status')).toHaveText('1 term')
  await page.getByRole('button', { name: 'TECH Quantum Technology' }).click()
  await expect(page).toHaveURL('/archives?tab=glossary&query=AMPLITUDE&category=TECH')
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('article')).toHaveCount(1)
  await expect(other.getByRole('searchbox')).toHaveValue('AMPLITUDE')
  await expect(other.getByRole('button', { name: 'TECH Quantum Technology' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.goBack()
  await expect(page.getByRole('button', { name: 'All', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('searchbox')).toHaveValue(/AMPLITUDE/)

  await page.getByRole('searchbox').fill('qubit')
  await page.getByRole('tab', { name: 'Neural Archives' }).click()
  await page.getByRole('tab', { name: 'Tech Glossary' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('qubit')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page).toHaveURL('/archives?tab=glossary&query=qubit')

  await page.getByRole('searchbox').fill('x'.repeat(20_000))
  await expect(page.getByRole('heading', { name: 'No matching term' })).toBeVisible()
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL('/archives?tab=glossary')
  await expect(page.getByRole('searchbox')).toHaveValue('x'.repeat(20_000))
})

test('the glossary says when nothing matches, one button shows all again, and a related term leads to that term, lifting a filter that hides it', async ({
  page,
}) => {
  await visit(page, '/archives?tab=glossary&query=qubit&category=ML')
  await expect(page.getByRole('heading', { name: 'No matching term' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expect(page.getByRole('article')).toHaveCount(6)
  await expect(page.getByRole('searchbox')).toBeFocused()
  await expect(page).toHaveURL('/archives?tab=glossary')

  await page.getByRole('searchbox').fill('measure of meaning')
  const embedding = page.getByRole('article', { name: 'Embedding', exact: true })
  await expect(page.getByRole('article')).toHaveCount(1)
  await embedding.getByRole('link', { name: 'Transformer', exact: true }).click()
  const transformer = page.getByRole('article', { name: 'Transformer', exact: true })
  await expect(transformer).toBeFocused()
  await expect(transformer).toBeInViewport()
  await expect(page).toHaveURL('/archives?tab=glossary#transformer')
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await transformer.getByRole('link', { name: 'Embedding', exact: true }).click()
  await expect(embedding).toBeFocused()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  // §2.123
  test('the archives stand open and their tabs still work', async ({ page }) => {
    await page.goto('/archives')
    await expect(page.getByRole('heading', { name: 'entropy_pool.seed' })).toBeVisible()
    await page.getByRole('tab', { name: 'Tech Glossary' }).click()
    await expect(page.getByRole('article', { name: 'Gradient Descent' })).toBeVisible()
    await page.getByRole('searchbox').fill('entanglement')
    await page.getByRole('searchbox').press('Enter')
    await expect(page.getByRole('article')).toHaveCount(1)
  })
})
