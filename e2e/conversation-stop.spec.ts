import { composer, conversationId, copyReply, history, meridian, messagesOf, said, say } from './chat-page.ts'
import { expect } from './fixtures.ts'
import { test } from './kept-page.ts'

test('a reply is stopped from another tab after a reload, keeps its words, and stays stopped', async ({
  page,
  context,
  person,
  model,
}) => {
  const n = model.requests.length
  model.next('stalls')
  await page.goto(meridian)
  await say(page, 'Tell me')
  await expect(said(page, 'Hello from the')).toBeVisible()
  const id = await conversationId(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(said(other, 'Hello from the')).toBeVisible()
  await other.reload()
  await expect(said(other, 'Hello from the')).toBeVisible()
  // Besides the text the page's own code has loaded: the server renders no list.
  await expect(history(other)).toBeVisible()
  await other.getByRole('button', { name: 'Stop' }).click()
  expect(await model.closed(n)).toBe('cut')
  for (const tab of [page, other]) {
    await expect(tab.getByText('Stopped', { exact: true })).toBeVisible()
    await expect(said(tab, 'Hello from the')).toHaveCount(1)
    await expect(tab.getByRole('button', { name: 'Send' })).toBeVisible()
  }
  await page.reload()
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible()
  await expect(said(page, 'Hello from the')).toHaveCount(1)
  const { messages } = await person.conversations.open(id)
  expect(messages.at(-1)).toMatchObject({ state: 'stopped', content: 'Hello from the' })

  // The text so far is part of the next request.
  await say(page, 'Go on')
  await expect(copyReply(page)).toHaveCount(2)
  expect(messagesOf((await model.request(n + 1)).body).slice(-3)).toEqual([
    'Tell me',
    'Hello from the',
    'Go on',
  ])
})

test('Escape stops after a reload, before a single word has come, and the question can be asked again', async ({
  page,
  person,
  model,
}) => {
  const n = model.requests.length
  model.next('never-first')
  await page.goto(meridian)
  await say(page, 'Are you there?')
  await model.request(n)
  await conversationId(page)
  await page.reload()
  await expect(page.getByText('Processing neural response')).toBeVisible()
  await expect(history(page)).toBeVisible()
  await composer(page).press('Escape')
  expect(await model.closed(n)).toBe('cut')
  await expect(page.getByText('Processing neural response')).toHaveCount(0)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(said(page, 'Hello from the scripted model.')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Versions of this reply' })).toHaveCount(0)
  await expect(history(page).getByRole('listitem')).toHaveCount(1)
  const { messages } = await person.conversations.open(await conversationId(page))
  expect(messages.filter(({ role }) => role === 'user')).toHaveLength(1)
})
