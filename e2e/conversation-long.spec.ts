import type { Page } from '@playwright/test'
import type { KeptConversation } from '../src/shared/chat/kept-conversation.ts'
import { conversation, history, said, sampleAgents } from './chat-page.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'

const TURNS = 500

/**
 * Stores a conversation of a thousand messages without a page, as a visitor's is stored; the questions contain their
 * number.
 */
async function keepLongConversation(
  page: Page,
  agentId: string,
  aside: KeptConversation['messages'] = [],
): Promise<string> {
  const id = crypto.randomUUID()
  const messages = [...aside]
  for (let turn = 1; turn <= TURNS; turn++) {
    const createdAt = turn === TURNS ? new Date().toISOString() : '2026-03-03T12:00:00.000Z'
    const question = {
      id: crypto.randomUUID(),
      parentId: turn > 1 ? (messages.at(-1)?.id ?? null) : null,
      createdAt,
    }
    messages.push({ ...question, role: 'user', content: `Question ${turn}` })
    messages.push({
      id: crypto.randomUUID(),
      parentId: question.id,
      createdAt,
      role: 'assistant',
      content: 'A reply of some words.',
      state: 'finished',
      cutShort: false,
      forgotten: 0,
      repliedAt: createdAt,
    })
  }
  const data: KeptConversation = { agentId, messages }
  expect((await page.request.put(`/api/conversations/${id}`, { data })).status()).toBe(201)
  return id
}

const turns = (page: Page) => conversation(page).locator('li[data-turn]')
const turn = (page: Page, number: number) =>
  turns(page).filter({ has: page.getByText(`Question ${number}`, { exact: true }) })

/** The distance of a turn from the upper edge of the list, in whole pixels. */
async function placeOf(page: Page, number: number): Promise<number> {
  const list = await conversation(page).boundingBox()
  const box = await turn(page, number).boundingBox()
  return Math.round((box?.y ?? Number.NaN) - (list?.y ?? Number.NaN))
}

test('a conversation of a thousand messages opens at its newest, goes back as far as one scrolls, and is found again where it was left', async ({
  page,
  person: _,
  request,
}) => {
  const { one } = await sampleAgents(request)
  const id = await keepLongConversation(page, one.id)
  await visit(page, `/chat/${one.id}/${id}`)
  await expect(turn(page, TURNS)).toBeInViewport()
  await expect(turn(page, TURNS - 1).getByRole('heading', { name: 'Today' })).toBeVisible()
  expect(await turns(page).count()).toBeLessThanOrEqual(30)
  await expect(turn(page, TURNS - 31)).toHaveCount(0)

  // Earlier messages are inserted above, and the visible ones stay in place.
  const oldest = TURNS - 29
  await expect(turn(page, oldest)).toHaveCount(1)
  await conversation(page).evaluate((list) => list.scrollTo({ top: 0, behavior: 'instant' }))
  const place = await placeOf(page, oldest)
  expect(place).toBeGreaterThan(0)
  await expect(turn(page, oldest - 1)).toHaveCount(1)
  expect(Math.abs((await placeOf(page, oldest)) - place)).toBeLessThanOrEqual(2)
  await expect(page.getByRole('button', { name: 'Newest' })).toBeVisible()
  await expect(async () => {
    await conversation(page).evaluate((list) => list.scrollTo({ top: 0, behavior: 'instant' }))
    await expect(turn(page, 300)).toHaveCount(1, { timeout: 200 })
  }).toPass()

  await turn(page, 320).evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }))
  await expect(turn(page, 320)).toBeInViewport()
  await expect.poll(() => placeOf(page, 320)).toBeLessThan(40)
  const left = await placeOf(page, 320)
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Isolated' })
    .click()
  await expect(page.getByRole('heading', { name: 'Chat with Bionic' })).toBeVisible()
  await page.goBack()
  await expect(turn(page, 320)).toBeInViewport()
  await expect.poll(async () => Math.abs((await placeOf(page, 320)) - left)).toBeLessThanOrEqual(2)
  await page.reload()
  await expect(turn(page, 320)).toBeInViewport()
  await expect.poll(async () => Math.abs((await placeOf(page, 320)) - left)).toBeLessThanOrEqual(2)
  expect(await turns(page).count()).toBeLessThan(TURNS / 2)
  await page.getByRole('button', { name: 'Newest' }).click()
  await expect(turn(page, TURNS)).toBeInViewport()
})

test('a message that a search found is where its conversation opens: in another version, and far above from there', async ({
  page,
  person: _,
  request,
}) => {
  const { one } = await sampleAgents(request)
  const aside = { id: crypto.randomUUID(), parentId: null, createdAt: new Date().toISOString() }
  const id = await keepLongConversation(page, one.id, [{ ...aside, role: 'user', content: 'Put otherwise' }])
  for (const words of ['Put otherwise', 'Question 101']) {
    await visit(page, `/chat?query=${words}`)
    await history(page).getByRole('link').click()
    const found = conversation(page).locator('[data-turn]:focus')
    // A count, because any other expectation that is not met yet describes all of this long page, again and again.
    await expect(found).toHaveCount(1)
    await expect(found.getByText(words, { exact: true })).toBeInViewport()
    await expect(page).toHaveURL(new RegExp(`/${id}$`))
    await page.reload()
    await expect(said(page, words)).toBeInViewport()
  }
})
