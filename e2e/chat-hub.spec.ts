import type { Locator, Page } from '@playwright/test'
import type { AgentPage } from '../src/shared/agents/agents.ts'
import { firstQuestion } from '../test/conversation-client.ts'
import { axeViolations } from './axe-violations.ts'
import { composer, historyItem, said } from './chat-page.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { makeAgent } from './make-agent.ts'
import { stickingOut } from './sticking-out.ts'

/** The screen /chat: resume a conversation, start one with a single key, and find anything. */

const search = (page: Page) => page.getByRole('searchbox')
const agents = (page: Page, group: string) =>
  page.getByRole('list', { name: group, exact: true }).getByRole('link')
const star = (place: Page | Locator, name: string) =>
  place.getByRole('button', { name: `Favourite: ${name}`, exact: true })
/** The row of an agent, by its link: other journeys may have made an agent with the same name. */
const row = (page: Page, path: string) =>
  page.getByRole('listitem').filter({ has: page.locator(`a[href="${path}"]`) })
const keys = (page: Page) => page.getByRole('switch', { name: 'Single keys' })

// §2.26
test('a reply that runs is marked with its newest words, and turns by itself when it ends', async ({
  page,
  person,
  model,
}) => {
  const { id } = await makeAgent(page, { name: 'Runner' })
  const n = model.requests.length
  model.next({ name: 'stalls', words: ['On your', ' marks'], rest: ['. Go!'] })
  const asked = await person.conversations.ask(crypto.randomUUID(), firstQuestion(id, 'Shall we run?'))
  await model.request(n)
  await page.goto('/chat')
  const item = historyItem(page, 'Shall we run?')
  await expect(item).toContainText('Replying')
  await expect(item).toContainText('On your marks')
  model.release()
  await asked.text()
  await expect(item).toContainText('New')
  await expect(item).toContainText('On your marks. Go!')
  await expect(item).not.toContainText('Replying')
  await expect(page.getByText('Runner has answered in “Shall we run?”.')).toBeAttached()
})

// §2.26
test('a favourite is kept over a reload and on other screens, is the first by its key, and goes back where the server refuses', async ({
  page,
  person: _,
}) => {
  const { agents: listed } = (await (await page.request.get('/api/agents')).json()) as AgentPage
  const [first, , , other] = listed
  if (!first || !other) throw new Error('The samples are missing')
  await visit(page, '/chat')
  const listedStar = star(row(page, `/chat/${other.id}`), other.name)
  await listedStar.click()
  await expect(listedStar).toHaveAttribute('aria-pressed', 'true')
  // A pressed row stays in place until the screen is opened again.
  await expect(agents(page, 'Public agents').first()).toContainText(first.name)
  await expect
    .poll(async () => (await (await page.request.get('/api/me/favourites')).json()).agents.length)
    .toBe(1)
  await page.reload()
  await expect(agents(page, 'Favourites')).toHaveText([new RegExp(other.name)])
  await expect(agents(page, 'Favourites')).toHaveAttribute('aria-keyshortcuts', '1')

  await page.goto(`/vacant?agent=${other.id}`)
  const inDialog = page.getByRole('dialog').getByRole('button', { name: 'Favourite', exact: true })
  await expect(inDialog).toHaveAttribute('aria-pressed', 'true')
  await page.route('**/api/agents/*/favourite', (route) => route.fulfill({ status: 500, json: {} }))
  await inDialog.click()
  await expect(page.getByText(`${other.name} could not be removed from your favourites.`)).toBeVisible()
  await expect(inDialog).toHaveAttribute('aria-pressed', 'true')
  await page.unroute('**/api/agents/*/favourite')

  await visit(page, '/chat')
  await page.keyboard.press('1')
  await expect(page).toHaveURL(`/chat/${other.id}`)
  await expect(composer(page)).toBeFocused()
  await star(page, other.name).click()
  await expect(star(page, other.name)).toHaveAttribute('aria-pressed', 'false')
  await page.goBack()
  await expect(agents(page, 'Public agents').first()).toBeVisible()
  await expect(agents(page, 'Favourites')).toHaveCount(0)
})

// §2.26
test('one search finds words of conversations and agents alike; arrows lead through them, Enter opens, Escape clears', async ({
  page,
  person,
}) => {
  const { id, name } = await makeAgent(page, {
    name: 'Zither of the Hub',
    description: 'Tunes strings.',
    isPublic: false,
  })
  const conversation = crypto.randomUUID()
  await (await person.conversations.ask(conversation, firstQuestion(id, 'How is a ZITHER strung?'))).text()
  // An address from when agents had a search of their own.
  await visit(page, '/chat?agents=zither')
  await expect(search(page)).toHaveValue('zither')
  await search(page).fill('')
  await expect(agents(page, 'Public agents').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await search(page).blur()
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('zither')
  await expect(page).toHaveURL('/chat?query=zither')
  await expect(historyItem(page, 'How is a ZITHER strung?').locator('mark')).toHaveText('ZITHER')
  // Its owner finds a draft.
  await expect(agents(page, 'Agents')).toHaveText([new RegExp(name)])
  await expect(agents(page, 'Agents').locator('mark')).toHaveText('Zither')
  expect(await axeViolations(page)).toEqual([])

  await page.keyboard.press('ArrowDown')
  await expect(historyItem(page, 'How is a ZITHER strung?').getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(agents(page, 'Agents')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(search(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/chat')
  await expect(search(page)).toHaveValue('')

  // Enter waits for the results of the search.
  await page.keyboard.type('strung')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/chat/${id}/${conversation}`)
  await expect(said(page, 'How is a ZITHER strung?')).toBeVisible()
})

// §2.26
test('a visitor begins with one key, finds agents, and is asked to sign in for what needs a wallet', async ({
  page,
}) => {
  await visit(page, '/chat')
  await expect(page.getByText('Conversations are saved for signed-in wallets')).toBeVisible()
  const second = agents(page, 'Public agents').nth(1)
  const { pathname } = new URL((await second.getAttribute('href')) ?? '', page.url())

  // In a field a digit is text, and with a modifier key it is the browser's.
  await search(page).fill('x')
  await search(page).press('2')
  await expect(search(page)).toHaveValue('x2')
  await expect(page.getByText('No agent you can see has this')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(second).toBeVisible()
  await keys(page).focus()
  await page.keyboard.press('Alt+2')
  await expect(page).toHaveURL('/chat')
  await star(row(page, pathname), (await second.locator('.display').textContent()) ?? '').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('2')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/chat')

  await keys(page).click()
  await expect(page.getByText('Single keys are off')).toBeVisible()
  await page.reload()
  await expect(keys(page)).not.toBeChecked()
  await page.keyboard.press('2')
  await page.keyboard.press('/')
  await expect(search(page)).not.toBeFocused()
  await expect(page).toHaveURL('/chat')
  await keys(page).click()
  await expect(keys(page)).toBeChecked()
  await page.keyboard.press('2')
  await expect(page).toHaveURL(pathname)
  await expect(composer(page)).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true })

  test('favourites stand in the strip above what was said, with no keys, and nothing sticks out', async ({
    page,
    person,
  }) => {
    const { agents: listed } = (await (await page.request.get('/api/agents')).json()) as AgentPage
    for (const { id } of listed.slice(0, 8)) {
      expect((await page.request.put(`/api/agents/${id}/favourite`)).ok()).toBe(true)
      await (await person.conversations.ask(crypto.randomUUID(), firstQuestion(id, 'And on a phone?'))).text()
    }
    await visit(page, '/chat')
    await expect(agents(page, 'Favourites')).toHaveCount(8)
    await expect(keys(page)).toBeHidden()
    const [strip, conversations] = await Promise.all(
      ['Favourites', 'Conversations'].map((name) =>
        page.getByRole('list', { name, exact: true }).boundingBox(),
      ),
    )
    expect(strip?.y).toBeLessThan(conversations?.y ?? 0)
    // Before the strip is there its room is.
    const room = await page.getByRole('region', { name: 'Start with' }).evaluate((section) => {
      const { top } = section.getBoundingClientRect()
      section.style.display = 'none'
      const below = document.querySelector('ul[aria-label=Conversations]')?.getBoundingClientRect().top
      section.style.display = ''
      return (below ?? 0) - top
    })
    expect(room).toBeGreaterThan(160)
    expect(await stickingOut(page)).toEqual([])
    expect(await axeViolations(page)).toEqual([])
    await search(page).fill('phone')
    await search(page).press('Enter')
    await expect(page.getByRole('list', { name: 'Conversations' }).locator('mark').first()).toBeVisible()
    await expect(page).toHaveURL('/chat?query=phone')
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect(await stickingOut(page)).toEqual([])
    expect(await axeViolations(page)).toEqual([])
  })
})
