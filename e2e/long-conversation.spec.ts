import type { Page } from '@playwright/test'
import type { KeptConversation } from '../src/shared/chat/kept-conversation.ts'
import type { ExportedConversation } from '../src/shared/own-data/exported-conversation.ts'
import { unzip, zipOf } from '../test/zips.ts'
import { conversation, sampleAgents, say } from './chat-page.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'

type Kept = KeptConversation['messages'][number]

const createdAt = '2026-11-20T09:00:00.000Z'

const question = (parentId: string | null, content: string): Kept => ({
  ...{ id: crypto.randomUUID(), parentId, createdAt, content },
  role: 'user',
})
const answer = (parentId: string, content: string): Kept => ({
  ...{ id: crypto.randomUUID(), parentId, createdAt, content },
  ...{ role: 'assistant', state: 'finished', cutShort: false, forgotten: 0, repliedAt: createdAt },
})

/** Turns in a row, whose questions have their numbers. */
function turnsFrom(parentId: string | null, first: number, last: number, name = 'Question'): Kept[] {
  const messages: Kept[] = []
  for (let number = first; number <= last; number++) {
    const asked = question(messages.at(-1)?.id ?? parentId, `${name} ${number}`)
    messages.push(asked, answer(asked.id, `A reply of some words to ${name.toLowerCase()} ${number}.`))
  }
  return messages
}

/** Stores a conversation without a page, by an import: it may be of any length, and have stories. */
async function keep(
  page: Page,
  agentId: string,
  messages: Kept[],
  stories: NonNullable<ExportedConversation['stories']> = [],
): Promise<string> {
  const files = await unzip(await (await page.request.get('/api/me/export')).body())
  const data: ExportedConversation = {
    ...{ id: crypto.randomUUID(), agentId, agentName: 'Meridian', title: 'A long talk', modelRef: null },
    ...{ activeLeaf: messages.at(-1)?.id ?? '', createdAt, updatedAt: createdAt, messages, stories },
  }
  files.set(`conversations/${data.id}.json`, JSON.stringify(data))
  const imported = await page.request.put(`/api/me/imports/${crypto.randomUUID()}`, {
    headers: { 'content-type': 'application/zip' },
    data: await zipOf(Object.fromEntries(files)),
  })
  expect(imported.status()).toBe(200)
  const { conversations } = await (await page.request.get('/api/conversations')).json()
  return conversations[0].id
}

const turns = (page: Page) => conversation(page).locator('li[data-turn]')
const turn = (page: Page, text: string) => turns(page).filter({ has: page.getByText(text, { exact: true }) })

async function placeOf(page: Page, text: string): Promise<number> {
  const list = await conversation(page).boundingBox()
  const box = await turn(page, text).boundingBox()
  return Math.round((box?.y ?? Number.NaN) - (list?.y ?? Number.NaN))
}

const TURNS = 3_000

test('a conversation of thousands of turns opens at its newest words, reads back page by page without a jump, and turns to another version of old', async ({
  page,
  person: _,
  request,
}) => {
  const { one } = await sampleAgents(request)
  const older = turnsFrom(null, 1, 2_940)
  const newer = turnsFrom(older.at(-1)?.id ?? '', 2_941, TURNS)
  const edited = turnsFrom(older.at(-1)?.id ?? '', 1, 220, 'Other')
  // The path that was written last is the one that is shown.
  const id = await keep(page, one.id, [...older, ...edited, ...newer])
  await visit(page, `/chat/${one.id}/${id}`)
  await expect(turn(page, `Question ${TURNS}`)).toBeInViewport()
  expect(await turns(page).count()).toBeLessThanOrEqual(30)
  const more = page.getByRole('button', { name: /earlier messages$/ })
  await expect(more).toHaveText('5,940 earlier messages')

  // What is read stays where it is while a page is put above it: the third one waits until that was measured.
  const toTop = () => conversation(page).evaluate((list) => list.scrollTo({ top: 0, behavior: 'instant' }))
  const asked = Promise.withResolvers<void>()
  const measured = Promise.withResolvers<void>()
  let pages = 0
  await page.route('**/earlier?*', async (route) => {
    pages++
    if (pages === 3) {
      asked.resolve()
      await measured.promise
    }
    await route.continue()
  })
  const oldest = `Question ${TURNS - 149}`
  await expect(async () => {
    await toTop()
    await expect(turn(page, oldest)).toHaveCount(1, { timeout: 300 })
  }).toPass()
  await toTop()
  await asked.promise
  await expect(conversation(page).locator('[aria-busy=true]')).toHaveCount(1)
  await turn(page, oldest).scrollIntoViewIfNeeded()
  const frames = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await frames()
  const place = await placeOf(page, oldest)
  measured.resolve()
  await expect(turn(page, `Question ${TURNS - 150}`)).toHaveCount(1)
  await frames()
  expect(Math.abs((await placeOf(page, oldest)) - place)).toBeLessThanOrEqual(2)

  // The other version of question 2,941 goes on for more than a page: its end is shown by the server.
  const versions = turn(page, 'Question 2941').getByRole('group', { name: 'Versions of your question' })
  await versions.scrollIntoViewIfNeeded()
  await expect(versions).toContainText('2/2')
  // No press is lost while a version loads: its number shows at once, and only the last one's words.
  const held = Promise.withResolvers<void>()
  let loads = 0
  await page.route(/\/api\/conversations\/[^/]+$/, async (route) => {
    if (route.request().method() === 'PATCH') loads += 1
    await held.promise
    await route.continue()
  })
  await versions.getByRole('button', { name: 'Previous version' }).click()
  await expect(versions).toContainText('1/2')
  await page.keyboard.press('End')
  await expect(versions).toContainText('2/2')
  for (const key of ['Home', 'End', 'Home']) await page.keyboard.press(key)
  await expect(versions).toContainText('1/2')
  held.resolve()
  await expect(turn(page, 'Other 220')).toHaveCount(1)
  await expect(more).toHaveText(/^6,\d{3} earlier messages$/)
  await say(page, 'And so on')
  await expect(turn(page, 'And so on')).toBeInViewport()
  expect(loads).toBe(1)
  await page.reload()
  await expect(turn(page, 'And so on')).toBeInViewport()
  await expect(turn(page, 'Other 220')).toHaveCount(1)
})

/** A reply that was made with a story, and with a message that was found again. */
function madeWith(reply: Kept, story: string, recalled: readonly string[]): Kept {
  if (reply.role === 'user') return reply
  const used = {
    persona: 610,
    memory: 90,
    opening: 120,
    story: 700,
    turns: 1_480,
    recalled: 160,
    passages: 0,
  }
  const context = {
    ...{ kind: 'context' as const, id: 1, revision: 1, window: 8_192, reserved: 1_024 },
    ...{ used: { ...used, question: 40 }, facts: [], story, recalled: [...recalled] },
  }
  return { ...reply, parts: [{ kind: 'text', text: reply.content }, context] }
}

/** Five hundred turns, of which a story tells all but the last ten, and a reply that recalls the hundredth question. */
function toldConversation() {
  const messages = turnsFrom(null, 1, 500)
  const [through, newest] = [messages[979], messages[999]]
  const recalled = messages.find(({ content }) => content === 'Question 400')
  if (!through || !newest || !recalled) throw new Error('There are not enough turns')
  const story = {
    ...{
      id: crypto.randomUUID(),
      through: through.id,
      by: 'model' as const,
      createdAt,
      updatedAt: createdAt,
    },
    text: 'They asked about light, one question after another.\n\nThe lamp in the hall is to be repaired by Friday.',
  }
  messages[999] = madeWith(newest, story.id, [recalled.id])
  return { messages, stories: [story] }
}

test('a reply says how full the window was and what was recalled, which leads there; the story so far is read and edited by keyboard', async ({
  page,
  person: _,
  request,
}) => {
  const { one } = await sampleAgents(request)
  const { messages, stories } = toldConversation()
  const id = await keep(page, one.id, messages, stories)
  await visit(page, `/chat/${one.id}/${id}`)

  await page.getByRole('button', { name: 'Context: 52 % full' }).click()
  const gauge = page.getByRole('dialog', { name: 'What the last reply was made with' })
  await expect(gauge.getByRole('term')).toHaveText([
    'Who the agent is',
    'What it remembers of you',
    'Your first exchange',
    'The story so far',
    'The conversation',
    'Recalled from earlier',
    'This question',
    'Kept for the reply',
    'Free',
  ])
  await expect(gauge.getByRole('definition').last()).toHaveText('48 %')
  await gauge.getByRole('button', { name: 'Go to the story so far' }).click()
  const story = page.getByRole('region', { name: 'The story so far' })
  await expect(story).toBeInViewport()

  // Long before the request: one that is sent at once after it can leave the browser past the interception.
  await page.route('**/stories/*', (route) => route.abort(), { times: 1 })
  await story.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(story).toContainText('The lamp in the hall')
  await expect(story).toContainText(`${one.name} gets this in place of the messages above it`)
  await page.keyboard.press('Tab')
  await expect(story.getByRole('button', { name: 'Edit' })).toBeFocused()
  await page.keyboard.press('Enter')
  const field = story.getByRole('textbox', { name: 'The story so far' })
  await expect(field).toBeFocused()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' By Monday at the latest.')
  // What was typed stays when it can't be saved.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(story.getByText('The story could not be saved')).toBeVisible()
  await expect(field).toHaveValue(/By Monday at the latest\.$/)
  await page.keyboard.press('Enter')
  await expect(story.getByRole('button', { name: 'Edit' })).toBeFocused()
  await expect(story).toContainText('edited by you')
  await expect(story).toContainText('By Monday at the latest.')

  // It is some pages above.
  await page.getByRole('button', { name: 'Newest' }).click()
  await expect(turn(page, 'Question 500')).toBeInViewport()
  await page.getByRole('button', { name: 'Go to recalled message 1' }).click()
  await expect(turn(page, 'Question 400')).toBeInViewport()
  await expect(turn(page, 'Question 400')).toBeFocused()

  await page.getByRole('button', { name: 'Newest' }).click()
  await expect(turn(page, 'Question 500')).toBeInViewport()
  await story.scrollIntoViewIfNeeded()
  await story.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(story).toHaveCount(0)
})

test('a question that is deleted in one tab is gone in the other, in what the browser keeps and on the server, with its answer', async ({
  page,
  context,
  person: _,
  request,
}) => {
  const { one } = await sampleAgents(request)
  const { messages, stories } = toldConversation()
  const id = await keep(page, one.id, messages, stories)
  const path = `/chat/${one.id}/${id}`
  await visit(page, path)
  const other = await context.newPage()
  await visit(other, path)
  for (const tab of [page, other]) await expect(turn(tab, 'Question 498')).toHaveCount(1)

  const place = turn(page, 'Question 498')
  await place.scrollIntoViewIfNeeded()
  await place.hover()
  await place.getByRole('button', { name: 'Delete the question and its answers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this question and its answers?' })
  await expect(dialog).toContainText('any story so far that tells of it')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(conversation(page).locator('li:focus')).toContainText('This message was deleted.')
  for (const tab of [page, other]) {
    await expect(conversation(tab).getByText('This message was deleted.')).toHaveCount(2)
    await expect(conversation(tab).getByText(/question 498/i)).toHaveCount(0)
  }
  const left = await (await page.request.get(`/api/conversations/${id}`)).text()
  expect(left).not.toMatch(/question 498/i)
  // What a page has kept to be read without a server.
  const kept = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('answers '))
      const all = await Promise.all(
        names.map(async (name) => {
          const found = await (await caches.open(name)).matchAll()
          return Promise.all(found.map((answer) => answer.text()))
        }),
      )
      return all.flat().join('\n')
    })
  await expect.poll(kept).toContain('Question 497')
  await expect.poll(kept).not.toMatch(/question 498/i)

  // One reply alone.
  const last = turn(page, 'Question 500')
  await last.getByRole('button', { name: 'Delete the reply' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
  await expect(last.getByText('This message was deleted.')).toHaveCount(1)
  await expect(last).toContainText('Question 500')
})
