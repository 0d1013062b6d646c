import type { Page } from '@playwright/test'
import {
  composer,
  conversation,
  conversationId,
  copyReply,
  history,
  meridian,
  messagesOf,
  said,
  say,
} from './chat-page.ts'
import type { Scenario } from './fakes/model-server.ts'
import { expect, isAlive, isTakenOver, visit } from './fixtures.ts'
import { test } from './kept-page.ts'

const saying = (...words: string[]): Scenario => ({ name: 'words', words })
const versions = (page: Page, of: 'this reply' | 'your question') =>
  page.getByRole('group', { name: `Versions of ${of}` })

/** Expects exactly these texts on the screen, in their order. */
async function expectShown(page: Page, ...texts: string[]): Promise<void> {
  const messages = conversation(page).locator('[data-message]')
  await expect(messages).toHaveCount(texts.length)
  for (const [index, text] of texts.entries()) await expect(messages.nth(index)).toContainText(text)
}

test('further replies and edited questions stand beside the first ones, each with what came after it', async ({
  page,
  person,
  model,
}) => {
  await page.goto(meridian)
  model.next(saying('Reply one.'), saying('Reply two.'), saying('After one.'))
  await say(page, 'Question')
  await expectShown(page, 'Question', 'Reply one.')
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expectShown(page, 'Question', 'Reply two.')
  await expect(versions(page, 'this reply')).toContainText('2/2')

  await page.getByRole('button', { name: 'Previous version' }).click()
  await expectShown(page, 'Question', 'Reply one.')
  await say(page, 'More')
  await expectShown(page, 'Question', 'Reply one.', 'More', 'After one.')
  await page.reload()
  await isTakenOver(page)
  await expectShown(page, 'Question', 'Reply one.', 'More', 'After one.')
  // While another version is looked at, what was typed into an open edit waits for its own to be shown again.
  const field = page.getByRole('textbox', { name: 'Edit your question' })
  await page.getByRole('button', { name: 'Edit the question' }).last().click()
  await field.fill('More, but shorter')
  await page.getByRole('button', { name: 'Next version' }).click()
  await expectShown(page, 'Question', 'Reply two.')
  await page.getByRole('button', { name: 'Previous version' }).click()
  await expect(field).toHaveValue('More, but shorter')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectShown(page, 'Question', 'Reply one.', 'More', 'After one.')

  // An old question is edited: this creates a branch, whose model request contains nothing of the other one.
  const n = model.requests.length
  model.next(saying('A better reply.'))
  await page.getByRole('button', { name: 'Edit the question' }).first().click()
  await expect(field).toBeFocused()
  await field.fill('A better question')
  await page.getByRole('button', { name: 'Save & ask' }).click()
  await expectShown(page, 'A better question', 'A better reply.')
  await expect(versions(page, 'your question')).toContainText('2/2')
  expect(messagesOf((await model.request(n)).body).slice(3)).toEqual(['A better question'])
  await expect(copyReply(page)).toBeVisible()
  await page.reload()
  await isTakenOver(page)
  await expectShown(page, 'A better question', 'A better reply.')
  // For an older version its newest branch is shown.
  await versions(page, 'your question').getByRole('button', { name: 'Previous version' }).click()
  await expectShown(page, 'Question', 'Reply two.')
  await versions(page, 'this reply').getByRole('button', { name: 'Previous version' }).click()
  await expectShown(page, 'Question', 'Reply one.', 'More', 'After one.')

  // When a reply in the middle is regenerated, everything after it stays on the old branch.
  model.next(saying('Reply three.'))
  await page.getByRole('button', { name: 'Ask again' }).first().click()
  await expectShown(page, 'Question', 'Reply three.')
  await expect(versions(page, 'this reply')).toContainText('3/3')
  // The store follows the screen a moment later.
  const id = await conversationId(page)
  const stored = async () => (await person.conversations.open(id)).messages.map(({ content }) => content)
  await expect
    .poll(async () => (await stored()).sort())
    .toEqual([
      'A better question',
      'A better reply.',
      'After one.',
      'More',
      'Question',
      'Reply one.',
      'Reply three.',
      'Reply two.',
    ])
})

test('a fork that is wished before its code is there begins once it is', async ({ page, person: _ }) => {
  await page.goto(meridian)
  await say(page, 'One')
  await expect(copyReply(page)).toHaveCount(1)
  const first = await conversationId(page)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/conversation-tools-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  const fork = page.getByRole('button', { name: 'Fork from here' }).first()
  await isAlive(fork)
  await fork.click()
  release()
  await expect.poll(() => conversationId(page)).not.toBe(first)
  await expectShown(page, 'One', 'Hello from the scripted model.')
})

test('a fork goes on by itself from a message, and leaves the first conversation as it was', async ({
  page,
  person,
  model,
}) => {
  await page.goto(meridian)
  model.next(saying('First.'), saying('Second.'), saying('Elsewhere.'))
  await say(page, 'One')
  await expect(copyReply(page)).toHaveCount(1)
  await say(page, 'Two')
  await expect(copyReply(page)).toHaveCount(2)
  const first = await conversationId(page)
  const address = page.url()
  await page.getByRole('button', { name: 'Fork from here' }).first().click()
  await expect(page).not.toHaveURL(address)
  expect(await conversationId(page)).not.toBe(first)
  await expectShown(page, 'One', 'First.')
  await say(page, 'Three')
  await expectShown(page, 'One', 'First.', 'Three', 'Elsewhere.')
  await expect(history(page).getByRole('link')).toHaveText(['One (fork)', 'One'])
  await history(page).getByRole('link', { name: 'One', exact: true }).click()
  await expect(page).toHaveURL(address)
  await expectShown(page, 'One', 'First.', 'Two', 'Second.')
  expect((await person.conversations.open(first)).messages).toHaveLength(4)
})

test('keys: Enter sends, Shift+Enter breaks the line, arrow-up edits the last question, Escape leaves it; copies are whole', async ({
  page,
  context,
  person: _,
  model,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const reply = 'Here:\n\n```js\nconst answer = 42\n```\n'
  model.next(saying(reply))
  await visit(page, meridian)
  await composer(page).fill('one')
  await composer(page).press('Shift+Enter')
  await composer(page).pressSequentially('two')
  await composer(page).press('Enter')
  await expect(copyReply(page)).toBeVisible()
  await copyReply(page).click()
  await expect.poll(clipboard).toBe(reply)
  await page.getByRole('button', { name: 'Copy the code' }).click()
  await expect.poll(clipboard).toBe('const answer = 42')
  await page.getByRole('button', { name: 'Copy the question' }).click()
  await expect.poll(clipboard).toBe('one\ntwo')

  await composer(page).press('ArrowUp')
  const field = page.getByRole('textbox', { name: 'Edit your question' })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('one\ntwo')
  await field.press('Escape')
  await expect(field).toHaveCount(0)
  await expect(composer(page)).toBeFocused()
  await composer(page).press('ArrowUp')
  await expect(field).toBeFocused()
  const n = model.requests.length
  model.next('stalls')
  await field.press('Control+A')
  await field.pressSequentially('three')
  await field.press('Enter')
  await expect(said(page, 'Hello from the')).toBeVisible()
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press('Escape')
  expect(await model.closed(n)).toBe('cut')
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible()
  await expect(versions(page, 'your question')).toContainText('2/2')
})
