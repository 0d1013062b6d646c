import type { Page } from '@playwright/test'
import { firstQuestion } from '../test/conversation-client.ts'
import { composer, meridian } from './chat-page.ts'
import { expect, isAlive, requestTest, test } from './fixtures.ts'
import { makeSpokenWorld } from './spoken-world.ts'

/** What arrives before any script runs, and what it weighs. */
test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  // §1.1, §1.10, §2.90, §2.92, §5.35, §6.8
  test('the home screen has its shell, tagline and rooms; the matrix has its first agents, a link to a search what it finds, and orders and tags are links', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'THE NEXT QUANTUM LLM', exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Swarm Room' })).toBeVisible()
    await page.getByRole('link', { name: 'Vacant' }).click()
    await expect(page).toHaveURL('/vacant')
    await expect(page.getByRole('article').getByRole('heading').first()).toBeVisible()
    // Which tags are offered depends on what other journeys made last.
    const offered = page.getByRole('navigation', { name: 'Tags' }).getByRole('link').first()
    const tag = (await offered.textContent()) ?? ''
    await offered.click()
    await expect(page.getByRole('link', { name: `Remove the tag ${tag}`, exact: true })).toBeVisible()

    await page.goto('/vacant?tag=Debugging')
    await expect(page.getByRole('article')).toHaveText([/Keel/, /Ansatz/])
    await page.getByRole('link', { name: 'Remove the tag Debugging' }).click()
    await expect(page).toHaveURL(/\/vacant\??$/)
    // Other journeys make agents beside the twelve samples.
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThanOrEqual(12)

    await page.goto('/vacant?query=PENCIL&category=quantum')
    await expect(page.getByRole('article')).toHaveText([/Lattice/])
    await page.getByRole('link', { name: 'Rising' }).click()
    await expect(page).toHaveURL('/vacant?query=PENCIL&category=quantum&order=rising')
    await expect(page.getByRole('article')).toHaveText([/Lattice/])
  })
})

/** Keeps the page's code from arriving until what it resolves with is called. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/main-*.js', async (route) => {
    await held
    await route.continue()
  })
  return release
}

test('what is typed into the search before the page comes alive is searched for', async ({ page }) => {
  const release = await holdCode(page)
  await page.goto('/vacant', { waitUntil: 'commit' })
  await page.getByPlaceholder('Initialize search sequence...').fill('pencil')
  release()
  await expect(page).toHaveURL(/query=pencil/)
  await expect(page.getByRole('article')).toHaveText([/Lattice/])
})

test('a search that is emptied before the page comes alive is over', async ({ page }) => {
  const release = await holdCode(page)
  await page.goto('/vacant?query=pencil', { waitUntil: 'commit' })
  await page.getByPlaceholder('Initialize search sequence...').fill('')
  release()
  await expect(page).toHaveURL('/vacant')
  await expect(page.getByRole('article')).not.toHaveCount(1)
})

test('what is sent before the page comes alive is not lost: it stands in the field', async ({ page }) => {
  const release = await holdCode(page)
  await page.goto(meridian, { waitUntil: 'commit' })
  await composer(page).fill('What is light?')
  await page.getByRole('button', { name: 'Send' }).click()
  release()
  await isAlive(composer(page))
  await expect(composer(page)).toHaveValue('What is light?')
  await expect(page).toHaveURL(meridian)
})

test('no words of an agent keep a page from being painted: a conversation, a realm and a shared run show them', async ({
  page,
  model,
  person,
}) => {
  const { agent, conversationId, realm, run } = await makeSpokenWorld(
    page,
    person,
    model,
    `${'>'.repeat(7_900)} the end`,
  )
  const isPainted = async (path: string, end = 'the end</p>') => {
    const answer = await page.request.get(path)
    expect(answer.status(), path).toBe(200)
    expect(await answer.text(), path).toContain(end)
  }
  // The text has a word without an end, so it is in an element that is set without kerning.
  for (const path of [`/chat/${agent.id}/${conversationId}`, `/realm/${realm.id}`, `/swarm/${run.id}`])
    await isPainted(path, 'the end</span></p>')
  for (const unit of ['1. ', '*a_', '[', '`a``', '|']) {
    const conversation = crypto.randomUUID()
    model.use({ name: 'words', words: [unit.repeat(8_000 / unit.length), '\n\nthe end'] })
    await (await person.conversations.ask(conversation, firstQuestion(agent.id))).text()
    await isPainted(`/chat/${agent.id}/${conversation}`)
  }
})

// §2.15
test('an unknown address is a 404 in the look, with a way home', async ({ page }) => {
  const response = await page.goto('/no/such/place')
  expect(response?.status()).toBe(404)
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
})

requestTest('assets are kept for ever, pages are not', async ({ request }) => {
  const page = await request.get('/')
  expect(page.headers()['cache-control']).toContain('no-cache')
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? ''
  const asset = await request.get(script)
  expect(asset.headers()['cache-control']).toContain('immutable')
  expect(asset.headers()['content-encoding']).toBe('br')
})
