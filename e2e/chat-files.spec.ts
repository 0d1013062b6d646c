import type { Page } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { composer, conversation, conversationId, copyReply, meridian, messagesOf, say } from './chat-page.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'

const RENT = 'The rent of the boathouse is due on the third of each month.'

const chosen = (page: Page) => page.getByRole('list', { name: 'Files', exact: true })

/** Drops a file on the composer, as from a folder. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([file, content]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], file))
      return transfer
    },
    [name, text] as const,
  )
  await composer(page).dispatchEvent('drop', { dataTransfer: data })
}

test('a file that is dropped on the first question is cited, opened at the sentence, and still there after a reload', async ({
  page,
  person,
  model,
}) => {
  expect(person.address).not.toBe('')
  await visit(page, meridian)
  await drop(page, 'lease.md', RENT)
  await expect(chosen(page).getByRole('listitem')).toContainText('lease.md')
  await expect(chosen(page)).toContainText('60 bytes')
  // What is no document is refused in a sentence; it can be taken out, and the other one stays.
  await drop(page, 'movie.md', '\u0000\u0001\u0002\u0003')
  await expect(chosen(page).getByRole('alert')).toBeVisible()
  await expect(chosen(page).getByRole('button', { name: 'Send again' })).toHaveCount(0)
  expect(await axeViolations(page)).toEqual([])
  await composer(page).fill('When is it due?')
  await composer(page).press('Enter')
  await expect(page.getByText('movie.md could not be added. Remove it first.')).toBeVisible()
  await expect(composer(page)).toHaveValue('When is it due?')
  await chosen(page).getByRole('button', { name: 'Remove movie.md' }).click()
  await expect(chosen(page).getByRole('listitem')).toHaveCount(1)
  await expect(composer(page)).toBeFocused()

  const n = model.requests.length
  model.next({ name: 'words', words: ['On the third', ' [1]', '.'] })
  await say(page, 'When is the rent due?')
  expect(messagesOf((await model.request(n)).body).at(-1)).toContain(RENT)
  await expect(copyReply(page)).toBeVisible()
  await expect(chosen(page)).toBeHidden()
  const link = conversation(page).getByRole('link', { name: 'lease.md' })
  await expect(link).toBeVisible()
  await conversation(page)
    .locator('p')
    .getByRole('button', { name: /^Source 1: lease\.md/ })
    .click()
  const opened = page.getByRole('dialog', { name: 'lease.md' })
  await expect(opened.locator('mark')).toContainText(RENT)
  await page.keyboard.press('Escape')
  await conversationId(page)

  await page.reload()
  await expect(link).toBeVisible()
  const downloading = page.waitForEvent('download')
  await link.click()
  expect((await downloading).suggestedFilename()).toBe('lease.md')
  await page.setViewportSize({ width: 360, height: 740 })
  const clip = await page.getByTitle('Add files or pictures').boundingBox()
  expect(Math.min(clip?.width ?? 0, clip?.height ?? 0)).toBeGreaterThanOrEqual(44)
  expect(await axeViolations(page)).toEqual([])
  // One that was chosen for the next question outlives a reload.
  await page.getByLabel('Add files or pictures').setInputFiles({
    name: 'next.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('The keys hang behind the door.'),
  })
  await expect(chosen(page)).toContainText('30 bytes')
  await page.reload()
  await expect(chosen(page)).toContainText('next.txt')
  await say(page, 'Where are the keys?')
  expect(messagesOf((await model.request(n + 1)).body).at(-1)).toContain('The keys hang behind the door.')
})

test('a file that is chosen before anything was asked is still there after “Don’t save” was on, and after leaving the screen', async ({
  page,
  person: _,
  model,
}) => {
  await visit(page, meridian)
  await drop(page, 'lease.md', RENT)
  await expect(chosen(page)).toContainText('60 bytes')
  const keepNothing = page.getByRole('switch', { name: 'Don’t save' })
  await keepNothing.click()
  await expect(chosen(page)).toHaveCount(0)
  await keepNothing.click()
  await expect(chosen(page)).toContainText('lease.md')
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(composer(page)).toHaveCount(0)
  await page.goBack()
  await expect(chosen(page)).toContainText('lease.md')
  const n = model.requests.length
  await say(page, 'When is the rent due?')
  expect(messagesOf((await model.request(n)).body).at(-1)).toContain(RENT)
})

test('who has no wallet is told that files need one, and nothing is sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/files')) sent.push(request.url())
  })
  await visit(page, meridian)
  await composer(page).fill('When is the rent due?')
  await drop(page, 'lease.md', RENT)
  await expect(page.getByText(/^Files need a wallet/).getByRole('button', { name: 'Connect' })).toBeVisible()
  await expect(composer(page)).toHaveValue('When is the rent due?')
  await expect(chosen(page)).toBeHidden()
  expect(sent).toEqual([])
})

test('a picture that is pasted is seen by the model, and by its person after a reload', async ({
  page,
  person,
  model,
}) => {
  expect(person.address).not.toBe('')
  await visit(page, meridian)
  const upload = Promise.withResolvers<void>()
  await page.route('**/files?*', (route) => upload.promise.then(() => route.continue()))
  await page.route('**/files?*', (route) => route.abort(), { times: 1 })
  // A picture as the clipboard has it, without a file.
  await composer(page).evaluate(async (field) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
    canvas.getContext('2d')?.fillRect(0, 0, 40, 30)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([blob ?? ''], 'image.png', { type: 'image/png' }))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await chosen(page).getByRole('button', { name: 'Send again' }).click()
  await expect(chosen(page)).toContainText('Uploading')
  await expect(chosen(page).getByRole('listitem')).toBeFocused()
  const n = model.requests.length
  await say(page, 'What is on it?')
  await expect(page.getByText('Your message is sent as soon as its files are here.')).toBeVisible()
  upload.resolve()
  const { messages } = (await model.request(n)).body as { messages: { content: unknown }[] }
  expect(messages.at(-1)?.content).toEqual([
    { type: 'text', text: 'What is on it?' },
    { type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/jpeg;base64,/) } },
  ])
  const shown = conversation(page).getByRole('img', { name: 'image.png' })
  await expect(shown).toBeVisible()
  await expect(copyReply(page)).toBeVisible()
  await conversationId(page)
  await page.reload()
  await expect(shown).toBeVisible()
  expect(
    await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(40)
  expect(await axeViolations(page)).toEqual([])
})
