import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type Analytics, type AnalyticsPoint, analyticsSchema, type Range } from '../src/shared/analytics.ts'
import { firstQuestion } from '../test/conversation-client.ts'
import { axeViolations } from './axe-violations.ts'
import { expect, type Person, signInContext, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { makeAgent } from './make-agent.ts'
import { stickingOut } from './sticking-out.ts'

/** The screen /control: an owner's analytics, and the controls of each agent. */

const total = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Totals' })
    .locator('div')
    .filter({ has: page.getByText(name, { exact: true }) })
const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Your agents, compared' }).getByRole('row').filter({ hasText: name })
const ended = (page: Page, name: string) =>
  page.getByRole('region', { name: 'How replies ended' }).getByRole('listitem').filter({ hasText: name })
const chart = (page: Page, name: string) => page.getByRole('figure').filter({ hasText: name })
const range = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Time range' }).getByRole('link', { name })

async function analyticsOf(page: Page, query: string): Promise<Analytics> {
  const answer = await page.request.get(`/api/me/figures?${query}`)
  expect(answer.status()).toBe(200)
  return analyticsSchema.parse(await answer.json())
}

/**
 * Asks an agent five times: a finished reply, a stopped one, one that breaks off and one that the model refuses, all of
 * its owner, and a finished one of a visitor. Waits until all of them are counted.
 */
async function beUsed(page: Page, person: Person, address: string, agentId: string): Promise<void> {
  const { ask, stop } = person.conversations
  for (const scenario of ['words', 'breaks', 'error-400']) {
    const question = firstQuestion(agentId, `[scenario:${scenario}] What is light?`)
    await (await ask(crypto.randomUUID(), question)).text()
  }
  const conversation = crypto.randomUUID()
  const stalling = firstQuestion(agentId, '[scenario:stalls] And what is dark?')
  const running = await ask(conversation, stalling)
  expect((await stop(conversation, stalling.replyId)).ok).toBe(true)
  await running.text()
  const chat = await fetch(`${address}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ agentId, message: '[scenario:words] Hello', history: [] }),
  })
  await chat.text()
  await expect
    .poll(async () => {
      const { totals } = await analyticsOf(page, `range=24h&agent=${agentId}`)
      return [totals.finished, totals.stopped, totals.failed]
    })
    .toEqual([2, 1, 2])
}

/** The rows of the table of a chart. */
async function tableOf(page: Page, name: string): Promise<string[][]> {
  const figure = chart(page, name)
  await figure.getByText('Show as table').click()
  const rows = figure.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await expect(rows).not.toHaveCount(0)
  return Promise.all((await rows.all()).map((row) => row.getByRole('cell').allTextContents()))
}

// §2.24
test('an owner sees what a little use has made, of all agents and of one, and a chart’s table has its figures', async ({
  page,
  person,
  product,
}) => {
  const used = await makeAgent(page, { name: 'Asked Often' })
  await makeAgent(page, { name: 'Asked Never', isPublic: false })
  await beUsed(page, person, product.address, used.id)

  // Hydrated: a press before that would reload the page, which then has nothing to announce.
  await visit(page, '/')
  await page.getByRole('link', { name: /Control Room/ }).click()
  await expect(page).toHaveURL('/control')
  await expect(total(page, 'Messages')).toContainText('51 from visitors')
  await expect(total(page, 'Conversations')).toContainText('5')
  await expect(total(page, 'People')).toContainText('1')
  await expect(row(page, 'Asked Often').getByRole('cell').first()).toHaveText('5')
  await expect(row(page, 'Asked Never')).toContainText('no replies')

  await row(page, 'Asked Often').getByRole('link').click()
  await expect(page).toHaveURL(`/control?agent=${used.id}`)
  await expect(page.getByRole('heading', { name: 'Asked Often' })).toBeVisible()
  await expect(page).toHaveTitle('Asked Often · Agent Control Center · Bionic')
  await expect(page.getByRole('link', { name: 'Open chat' })).toHaveAttribute('href', `/chat/${used.id}`)
  for (const [name, count, share] of [
    ['Finished', 2, '40%'],
    ['Stopped', 1, '20%'],
    ['Interrupted', 0, '0%'],
    ['Failed', 2, '40%'],
  ] as const)
    await expect(ended(page, name)).toHaveText(new RegExp(`${count}${share}$`))
  const failures = page.getByRole('region', { name: 'Failures by cause' }).getByRole('listitem')
  await expect(failures).toHaveText(['The reply broke off 150%', 'The model refused the request 150%'])

  // Another time range, by keyboard.
  await range(page, '7 days').focus()
  await expect(range(page, '7 days')).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/control?agent=${used.id}&range=30d`)
  await expect(page.getByText('Analytics of this agent for the last 30 days.')).toBeAttached()

  // The charts are drawn, and the tables have the same values.
  await expect(page.locator('figure canvas[role=img]')).toHaveCount(4)
  const { points, totals } = await analyticsOf(page, `range=30d&agent=${used.id}`)
  const counts = (...names: (keyof Omit<AnalyticsPoint, 'start'>)[]) =>
    points.map((point) => names.map((name) => `${point[name]}`))
  expect(await tableOf(page, 'Messages and conversations')).toEqual(counts('messages', 'conversations'))
  expect(await tableOf(page, 'Replies by how they ended')).toEqual(
    counts('finished', 'stopped', 'interrupted', 'failed'),
  )
  expect(await tableOf(page, 'Words in replies')).toEqual(counts('words'))
  const times = await tableOf(page, 'Time to first word')
  expect(times.slice(0, -1).flat()).toEqual(times.slice(0, -1).flatMap(() => ['no replies', 'no replies']))
  expect(times.at(-1)?.join()).toMatch(/^[\d.]+ m?s,[\d.]+ m?s$/)
  await expect(chart(page, 'Upvotes')).toContainText('No activity in the last 30 days.')
  await expect(chart(page, 'Words in replies').getByRole('img')).toHaveAccessibleName(
    new RegExp(`^Words in replies, by day, last 30 days\\. Words: ${totals.words}, most on `),
  )
  expect(await axeViolations(page)).toEqual([])

  // The document contains the analytics, before any script runs.
  const served = await (await page.request.get(page.url())).text()
  expect(served).toContain('The model refused the request')

  const arrives = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const file = await arrives
  expect(file.suggestedFilename()).toMatch(/^Asked Often, 30d to .+\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  // A head, a line for each day, the sum, and a line for the model.
  expect(lines).toHaveLength(1 + 30 + 1 + 1)
  expect(lines.at(-1)).toContain(',Asked Often,')
})

test('what is new shows when the page is looked at again, and a window that does not arrive says so and is tried again', async ({
  page,
  person,
}) => {
  const { id } = await makeAgent(page, { name: 'Newly Asked' })
  await visit(page, `/control?agent=${id}`)
  await expect(page.getByText('No activity in the last 7 days')).toBeVisible()
  await (await person.conversations.ask(crypto.randomUUID(), firstQuestion(id))).text()
  await expect.poll(async () => (await analyticsOf(page, `range=7d&agent=${id}`)).totals.finished).toBe(1)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(total(page, 'Messages')).toContainText('10 from visitors')
  await expect(chart(page, 'Messages and conversations').getByRole('img')).toBeVisible()

  // Until another time range has loaded, the previous data stays.
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/me/figures?range=30d*', async (route) => {
    await held
    await route.fulfill({ status: 500, json: {} })
  })
  await range(page, '30 days').click()
  await expect(page.locator('[aria-busy=true]')).toContainText('Day by day')
  await expect(total(page, 'Messages')).toContainText('10 from visitors')
  release()
  await expect(page.getByRole('alert')).toContainText('The analytics could not be loaded')
  // The actions on the agent do not wait for its analytics.
  await page.getByRole('button', { name: 'Hide Newly Asked' }).click()
  await expect(page.getByText('Dormant')).toBeVisible()
  await page.unroute('**/api/me/figures?range=30d*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(total(page, 'Messages')).toContainText('10 from visitors')
  await expect(page.getByText('Analytics of this agent for the last 30 days.')).toBeAttached()

  // A draft duplicated from it has analytics and controls of its own.
  await page.getByRole('button', { name: 'Duplicate Newly Asked' }).click()
  await expect(page).not.toHaveURL(new RegExp(id))
  await expect(page).toHaveURL(/\/control\?agent=[0-9a-f-]{36}&range=30d$/)
  await expect(page.getByText('No activity in the last 30 days')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Publish / })).toBeVisible()
})

// §2.24
test('nobody but its owner reads an agent’s figures: another wallet finds no such page, a visitor a locked room', async ({
  page,
  person: _,
  browser,
  baseURL,
}) => {
  const { id } = await makeAgent(page, { name: 'Guarded Well' })
  const paths = ['24h', '7d', '30d'].flatMap((range) =>
    ['figures', 'figures.csv'].map((file) => `/api/me/${file}?range=${range}&agent=${id}`),
  )

  const other = await browser.newContext({ ...(baseURL && { baseURL }) })
  await signInContext(other, baseURL ?? '')
  const theirs = await other.newPage()
  expect((await theirs.goto(`/control?agent=${id}&range=30d`))?.status()).toBe(404)
  await expect(theirs).toHaveTitle('Agent not found · Bionic')
  await expect(theirs.getByText('Guarded Well')).toHaveCount(0)
  await expect(theirs.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  for (const path of paths) expect((await theirs.request.get(path)).status()).toBe(404)
  expect((await theirs.goto('/control?agent=no-id'))?.status()).toBe(404)
  await visit(theirs, `/control?agent=${id}&range=30d`)
  await expect(theirs.getByRole('main').getByRole('link')).toHaveText(['All agents'])
  await theirs.getByRole('main').getByRole('link', { name: 'All agents' }).click()
  await expect(theirs).toHaveURL('/control?range=30d')
  await expect(theirs.getByText('You have no agents yet')).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Launch an agent' })).toHaveAttribute('href', '/launch')
  await other.close()

  const nobody = await browser.newContext({ ...(baseURL && { baseURL }) })
  const visitor = await nobody.newPage()
  expect((await visit(visitor, `/control?agent=${id}`))?.status()).toBe(200)
  await expect(visitor.getByText('Connect a wallet to see your agents’ analytics')).toBeVisible()
  await expect(visitor.getByText('Guarded Well')).toHaveCount(0)
  for (const path of paths) expect((await visitor.request.get(path)).status()).toBe(401)
  await visitor.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  await expect(visitor.getByRole('dialog')).toBeVisible()
  await nobody.close()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true })

  test('nothing sticks out, and a deleted agent leads back to all the others, over the same window', async ({
    page,
    person,
    product,
  }) => {
    const gone = await makeAgent(page, { name: 'Soon Gone' })
    await makeAgent(page, { name: 'Here to Stay' })
    await beUsed(page, person, product.address, gone.id)
    const window: Range = '24h'
    await visit(page, `/control?range=${window}`)
    await expect(page.getByRole('img', { name: /^Messages and conversations, by hour/ })).toBeVisible()
    expect(await stickingOut(page)).toEqual([])
    expect(await axeViolations(page)).toEqual([])

    await row(page, 'Soon Gone').getByRole('link').tap()
    await expect(page).toHaveURL(`/control?agent=${gone.id}&range=${window}`)
    const remove = page.getByRole('button', { name: 'Delete Soon Gone' })
    await expect(remove).toBeVisible()
    expect(await stickingOut(page)).toEqual([])
    expect(await axeViolations(page)).toEqual([])
    await remove.tap()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Delete/ })
      .tap()
    await expect(page).toHaveURL(`/control?range=${window}`)
    await expect(page.getByRole('heading', { name: 'Agent Control Center' })).toBeFocused()
    await expect(row(page, 'Here to Stay')).toBeVisible()
    await expect(row(page, 'Soon Gone')).toHaveCount(0)
    await expect(total(page, 'Messages')).toContainText('00 from visitors')
    await page.getByRole('button', { name: 'Undo' }).tap()
    await expect(row(page, 'Soon Gone')).toBeVisible()
    await expect(total(page, 'Messages')).toContainText('51 from visitors')
  })
})
