import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { firstQuestion } from '../test/conversation-client.ts'
import { axeViolations } from './axe-violations.ts'
import {
  chooseFor,
  conversation,
  conversationId,
  copyReply,
  history,
  historyItem,
  meridian,
  said,
  sampleAgents,
  say,
} from './chat-page.ts'
import { expect, type Person, visit } from './fixtures.ts'
import { test } from './kept-page.ts'

/** The actions of a wallet on its conversations. */

/** Creates conversations without a page, each with one question and its reply; the last one is the most recent. */
async function begin(person: Person, agentId: string, ...questions: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const question of questions) {
    const id = crypto.randomUUID()
    // The response ends with the reply.
    await (await person.conversations.ask(id, firstQuestion(agentId, question))).text()
    ids.push(id)
  }
  return ids
}

/** The file that a click downloads. */
async function downloaded(page: Page, click: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

test('several replies run side by side, and the list says how each of them is', async ({
  page,
  person: _,
  request,
  model,
}) => {
  const { one, other } = await sampleAgents(request)
  const n = model.requests.length
  model.next('stalls', { name: 'stalls', words: ['Elsewhere'] }, 'error-400', 'breaks')
  await page.goto(`/chat/${one.id}`)
  await say(page, 'First question')
  await expect(said(page, 'Hello from the')).toBeVisible()
  await page.goto(`/chat/${other.id}`)
  await say(page, 'Second question')
  await expect(said(page, 'Elsewhere')).toBeVisible()
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Neural Interface Active' })).toBeVisible()
  await say(page, 'Third question')
  await expect(historyItem(page, 'Third question')).toContainText('Not answered')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await say(page, 'Fourth question')
  await expect(historyItem(page, 'Fourth question')).toContainText('Broken off')
  for (const title of ['First question', 'Second question'])
    await expect(historyItem(page, title)).toContainText('Replying')
  await expect(historyItem(page, 'First question')).toContainText(one.name)
  await expect(historyItem(page, 'Second question')).toContainText(other.name)
  expect(await axeViolations(page)).toEqual([])
  const search = page.getByRole('searchbox', { name: 'Search your conversations' })
  await search.fill('question')
  await historyItem(page, 'Second question').getByRole('link').click()
  await expect(said(page, 'Elsewhere')).toBeVisible()

  model.release()
  expect(await model.closed(n)).toBe('finished')
  expect(await model.closed(n + 1)).toBe('finished')
  await expect(copyReply(page)).toBeVisible()
  await expect(historyItem(page, 'First question')).toContainText('New')
  await expect(historyItem(page, 'Second question')).not.toContainText(/New|Replying/)
  await historyItem(page, 'First question').getByRole('link').click()
  await expect(said(page, 'Hello from the')).toBeVisible()
  await expect(said(page, 'Elsewhere')).toHaveCount(0)
  await expect(historyItem(page, 'First question')).not.toContainText('New')
  // The list beside the chat is the same one, though the agent is another.
  await expect(search).toHaveValue('question')
})

test('a conversation is found by its words, renamed, taken out as a file, and deleted with ten seconds to undo it', async ({
  page,
  person,
  request,
}) => {
  const { one } = await sampleAgents(request)
  const [comet, aurora = ''] = await begin(person, one.id, 'What is a comet?', 'What is an aurora?')
  await visit(page, '/chat')
  await expect(history(page).getByRole('link')).toHaveText(['What is an aurora?', 'What is a comet?'])
  await expect(history(page).getByRole('heading')).toHaveText(['Today'])

  const search = page.getByRole('searchbox', { name: 'Search conversations and agents' })
  await search.fill('SCRIPTED model')
  await expect(page).toHaveURL(/query=SCRIPTED/)
  await expect(history(page).getByRole('listitem')).toHaveCount(2)
  await expect(historyItem(page, 'What is a comet?').locator('mark')).toHaveText('scripted model')
  await expect(history(page).getByRole('heading')).toHaveCount(0)
  await historyItem(page, 'What is a comet?').getByRole('link').click()
  await expect(conversation(page).locator('[data-turn]')).toBeFocused()
  await expect(page).toHaveURL(`/chat/${one.id}/${comet}`)
  await page.goBack()
  await search.fill('aurora')
  await expect(history(page).getByRole('listitem')).toHaveCount(1)
  await search.fill('100%')
  await expect(page.getByText('No conversation contains these words. Try a shorter search.')).toBeVisible()
  await expect(page.getByText('No agent you can see has this')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(history(page).getByRole('listitem')).toHaveCount(2)

  await chooseFor(page, 'What is an aurora?', 'Rename')
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('Northern lights')
  await title.press('Enter')
  await expect(historyItem(page, 'Northern lights')).toBeVisible()
  await expect(historyItem(page, 'Northern lights').getByTitle(/, \d{4} at \d\d:\d\d$/)).toBeVisible()
  await historyItem(page, 'Northern lights').getByRole('link').click()
  await expect(page).toHaveURL(`/chat/${one.id}/${aurora}`)
  await expect(page).toHaveTitle(/Northern lights/)
  await expect(said(page, 'What is an aurora?')).toBeVisible()

  const menu = page
    .getByRole('region', { name: `Chat with ${one.name}` })
    .getByRole('button', { name: 'Options of Northern lights' })
  const choose = async (option: string) => {
    await menu.click()
    await page.getByRole('menuitem', { name: option, exact: true }).click()
  }
  const markdown = await downloaded(page, () => choose('Export as Markdown'))
  expect(markdown.name).toBe('Northern lights.md')
  expect(markdown.text).toMatch(
    new RegExp(
      `^# Northern lights\\n[^]*## You · .*\\n\\nWhat is an aurora\\?\\n\\n## ${one.name} · .*\\n\\nHello from the scripted model\\.`,
    ),
  )
  const json = await downloaded(page, () => choose('Export as JSON'))
  expect(json.name).toBe('Northern lights.json')
  expect(JSON.parse(json.text)).toEqual(await person.conversations.open(aurora))

  await choose('Delete')
  await expect(page).toHaveURL(`/chat/${one.id}`)
  await expect(historyItem(page, 'Northern lights')).toHaveCount(0)
  await expect.poll(async () => (await person.conversations.read(aurora)).status).toBe(404)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page).toHaveURL(`/chat/${one.id}/${aurora}`)
  await expect(said(page, 'What is an aurora?')).toBeVisible()
  await expect(historyItem(page, 'Northern lights')).toBeVisible()
  expect(await conversationId(page)).toBe(aurora)
})

test('all conversations go at once once the wallet has signed for it, what runs is stopped, and all come back by undoing', async ({
  page,
  person,
  wallet,
  request,
  model,
}) => {
  await wallet({ seeds: [[...person.wallet.seed]], refuses: ['sign'] })
  const { one } = await sampleAgents(request)
  await begin(person, one.id, 'Kept one', 'Kept two')
  const n = model.requests.length
  model.next('stalls')
  await page.goto(meridian)
  await say(page, 'Still running')
  await expect(said(page, 'Hello from the')).toBeVisible()
  await expect(history(page).getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: 'Delete all' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete all 3 conversations?' })
  await dialog.getByRole('button', { name: 'Keep them' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete all' }).click()
  // As after a reload no wallet is connected, so it is connected first; the only request to it is this signature.
  await expect(dialog.getByText('It is not connected to this page')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete all' }).click()
  await page.getByRole('button', { name: /Detected/ }).click()
  await expect(dialog.getByText('Nothing was deleted.')).toBeVisible()
  expect((await (await page.request.get('/api/conversations')).json()).conversations).toHaveLength(3)
  expect(await axeViolations(page)).toEqual([])
  expect((await page.request.delete('/api/conversations')).status()).toBe(403)
  await page.evaluate(() => window.testWallets['Test Wallet']?.refuses.clear())
  await dialog.getByRole('button', { name: 'Delete all' }).click()
  await expect(page.getByText('3 conversations deleted')).toBeVisible()
  expect(await page.evaluate(() => window.testWallets['Test Wallet']?.calls)).toEqual([
    'standard:connect',
    'solana:signIn',
    'solana:signIn',
  ])
  expect(await model.closed(n)).toBe('cut')
  await expect(history(page).getByRole('listitem')).toHaveCount(0)
  await expect(page).toHaveURL(meridian)
  await expect(conversation(page).locator('[data-message]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(history(page).getByRole('link')).toHaveText(['Still running', 'Kept two', 'Kept one'])
  await historyItem(page, 'Still running').getByRole('link').click()
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible()
  await expect(said(page, 'Hello from the')).toBeVisible()

  // Where the list stands alone, its heading has the focus once its button is gone.
  await visit(page, '/chat')
  await page.evaluate(() => window.testWallets['Test Wallet']?.refuses.clear())
  await page.getByRole('button', { name: 'Delete all' }).click()
  await dialog.getByRole('button', { name: 'Delete all' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Continue where you left off' })).toBeFocused()
})

test('another wallet than the session’s deletes nothing, and the session goes on', async ({
  page,
  person,
  wallet,
  request,
}) => {
  await wallet()
  const { one } = await sampleAgents(request)
  await begin(person, one.id, 'Kept one')
  await visit(page, '/chat')
  await page.getByRole('button', { name: 'Delete all' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your one conversation?' })
  await dialog.getByRole('button', { name: 'Delete all' }).click()
  await page.getByRole('button', { name: /Detected/ }).click()
  await expect(dialog.getByText('Connect the wallet that you are signed in with')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep them' }).click()
  await expect(history(page).getByRole('link')).toHaveText(['Kept one'])
  expect(await (await page.request.get('/api/session')).json()).toMatchObject({
    session: { user: { address: person.address } },
  })
})
