import type { APIRequestContext, Page } from '@playwright/test'
import type { KeptBrief, StoredBrief } from '../src/shared/social.ts'
import { meridian } from './chat-page.ts'
import { findAgent } from './find-agent.ts'
import { expect, isTakenOver, signInContext, visit } from './fixtures.ts'
import { test } from './kept-page.ts'

const lane = (page: Page, number: number) =>
  page.getByRole('list', { name: 'Drafts', exact: true }).getByRole('listitem', { name: `Draft ${number}` })
const draft = (page: Page, number: number) => page.getByRole('textbox', { name: `Draft ${number}` })
const kept = (page: Page) => page.getByRole('list', { name: 'Saved drafts' }).getByRole('listitem')
const said = (page: Page, word: string) => page.getByText(word, { exact: true })

/** Fills in the form and requests three drafts. */
async function askForThree(page: Page, topic: string): Promise<void> {
  await visit(page, '/social')
  await page.getByRole('button', { name: 'Choose an agent' }).click()
  await findAgent(page.getByRole('dialog'), 'Meridian')
  await page.getByRole('button', { name: 'Choose Meridian', exact: true }).click()
  await page.getByRole('textbox', { name: 'Topic' }).fill(topic)
  await page.getByRole('button', { name: 'Draft', exact: true }).click()
}

/** A stored brief of the wallet that is signed in there. */
async function keepBrief(request: APIRequestContext, topic: string): Promise<StoredBrief> {
  const brief: KeptBrief = {
    agentId: meridian.replace('/chat/', ''),
    platform: 'bluesky',
    topic,
    source: '',
    tone: 'casual',
    drafts: [{ id: crypto.randomUUID(), content: 'As it was.', state: 'finished', edited: false }],
    follows: 0,
  }
  const answer = await request.put(`/api/me/briefs/${crypto.randomUUID()}`, { data: brief })
  expect(answer.ok()).toBe(true)
  return answer.json()
}

// §2.25
test('a visitor drafts three, of which one breaks off and one is not answered, retries, edits, copies and goes to the platform', async ({
  page,
  context,
  model,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  model.choose((body) => {
    const said = JSON.stringify(body)
    if (said.includes('draft 2 of 3')) return 'breaks'
    return said.includes('draft 3 of 3') ? 'error-400' : 'words'
  })
  await askForThree(page, 'The surface code')
  await expect(draft(page, 1)).toHaveValue('Hello from the scripted model.')
  await expect(draft(page, 2)).toHaveValue('Hello from the')
  await expect(lane(page, 2)).toContainText('Broken off · Retry')
  await expect(lane(page, 3)).toContainText('Not answered · Retry')
  await expect(page.getByText('2 of 3 drafts are written.')).toBeAttached()
  await expect(page.getByRole('button', { name: 'New drafts', exact: true })).toBeVisible()

  model.choose(() => ({ name: 'words', words: ['Another', ' one.'] }))
  await lane(page, 3).getByRole('button', { name: 'Retry' }).click()
  await expect(lane(page, 3)).toBeFocused()
  await expect(draft(page, 3)).toHaveValue('Another one.')
  await lane(page, 1).getByRole('button', { name: 'Rewrite Draft 1' }).click()
  await expect(draft(page, 1)).toHaveValue('Another one.')
  await lane(page, 1).getByRole('button', { name: 'Go back to the earlier text' }).click()
  await expect(draft(page, 1)).toHaveValue('Hello from the scripted model.')
  model.choose(() => undefined)

  await draft(page, 1).fill('A post with a family 👨‍👩‍👧 and 20% more')
  await lane(page, 1).getByRole('button', { name: 'Copy Draft 1' }).click()
  await expect(lane(page, 1).getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'A post with a family 👨‍👩‍👧 and 20% more',
  )
  const link = lane(page, 1).getByRole('link', { name: /^Open in X/ })
  const href = new URL((await link.getAttribute('href')) ?? '')
  expect(href.hostname).toBe('x.com')
  expect([...href.searchParams.values()]).toContain('A post with a family 👨‍👩‍👧 and 20% more')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /noopener/)

  await draft(page, 1).fill('x'.repeat(285))
  await expect(lane(page, 1)).toContainText('285 / 280 characters · 5 over')
  await expect(page.getByText('Draft 1 is too long.')).toBeAttached()
  await expect(lane(page, 1).locator('mark')).toHaveText('xxxxx')

  await lane(page, 2).getByRole('button', { name: 'Remove Draft 2' }).click()
  await expect(page.getByRole('textbox', { name: /^Draft/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(draft(page, 2)).toHaveValue('Hello from the')

  await page.reload()
  await isTakenOver(page)
  await expect(page.getByRole('textbox', { name: 'Topic' })).toHaveValue('The surface code')
  await expect(draft(page, 1)).toHaveValue('x'.repeat(285))
})

// §2.25
test('a wallet’s drafts are kept as they are edited, have an address, and are there for nobody else', async ({
  page,
  person,
  browser,
  baseURL,
}) => {
  expect(person.address).toBeTruthy()
  await askForThree(page, 'Tides and time')
  await expect(page).toHaveURL(/\/social\?brief=[0-9a-f-]{36}$/)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/me/briefs/*', async (route) => {
    await held
    await route.continue()
  })
  await draft(page, 2).fill('As I would say it')
  await expect(said(page, 'Not saved yet')).toBeVisible()
  release()
  await expect(said(page, 'Saved')).toBeVisible()
  await page.unroute('**/api/me/briefs/*')

  expect(await (await page.request.get(page.url())).text()).toContain('As I would say it')
  await page.reload()
  await isTakenOver(page)
  await expect(draft(page, 2)).toHaveValue('As I would say it')
  await expect(page.getByRole('textbox', { name: 'Topic' })).toHaveValue('Tides and time')
  await expect(kept(page)).toHaveCount(1)

  const other = await browser.newContext()
  await signInContext(other, baseURL ?? '')
  const elsewhere = await other.newPage()
  expect((await elsewhere.goto(page.url()))?.status()).toBe(404)
  await expect(elsewhere.getByText('Drafts not found')).toBeVisible()
  await expect(elsewhere.getByText('Tides and time')).toHaveCount(0)
  await other.close()

  await page.getByRole('button', { name: 'Delete the drafts about Tides and time' }).click()
  await expect(page).toHaveURL(/\/social$/)
  await expect(kept(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page).toHaveURL(/\/social\?brief=/)
  await expect(draft(page, 2)).toHaveValue('As I would say it')
})

test('drafts that two tabs edit are overwritten by neither: the second is told, and keeps both', async ({
  page,
  context,
  person,
}) => {
  expect(person.address).toBeTruthy()
  const { id } = await keepBrief(page.request, 'Two hands')
  await visit(page, `/social?brief=${id}`)
  const other = await context.newPage()
  await visit(other, `/social?brief=${id}`)
  const put = page.waitForResponse((response) => response.request().method() === 'PUT')
  await draft(page, 1).fill('The first hand')
  expect((await put).ok()).toBe(true)
  await expect(said(page, 'Saved')).toBeVisible()
  await draft(other, 1).fill('The second hand')
  await expect(other.getByText('These drafts were changed in another tab')).toBeVisible()
  await expect(draft(other, 1)).toHaveValue('The second hand')
  await other.getByRole('button', { name: 'Keep both' }).click()
  await expect(other).not.toHaveURL(new RegExp(id))
  await expect(other).toHaveURL(/\?brief=/)
  await expect(kept(other)).toHaveCount(2)
  await expect(draft(other, 1)).toHaveValue('The second hand')
  await expect(other.getByRole('region', { name: 'Drafts for Bluesky' })).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true })

  test('drafts come into sight under the brief, and the count of a long one stays there', async ({
    page,
    model,
  }) => {
    const words = Array.from({ length: 160 }, (_, index) => `word ${index}, `)
    model.choose(() => ({ name: 'words', words }))
    await askForThree(page, 'A long story')
    await expect(page.getByRole('heading', { name: 'Drafts for X' })).toBeInViewport()
    const end = lane(page, 1).getByRole('button', { name: 'Remove Draft 1' })
    await end.scrollIntoViewIfNeeded()
    await expect(end).toBeInViewport()
    await expect(lane(page, 1).getByText(/\/ 280 characters/)).toBeInViewport()
  })
})
