import type { Page } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { composer, conversation, conversationId, copyReply, meridian, messagesOf, say } from './chat-page.ts'
import { expect, test, visit } from './fixtures.ts'

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
  expect(await axeViolations(page)).toEqual([])
  await chosen(page).getByRole('button', { name: 'Remove movie.md' }).click()
  await expect(chosen(page).getByRole('listitem')).toHaveCount(1)

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
  const clip = await page.getByTitle('Add files').boundingBox()
  expect(Math.min(clip?.width ?? 0, clip?.height ?? 0)).toBeGreaterThanOrEqual(44)
  expect(await axeViolations(page)).toEqual([])
  // One that was chosen for the next question outlives a reload.
  await page.getByLabel('Add files').setInputFiles({
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

test('who has no wallet is told that files need one, and nothing is sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/files')) sent.push(request.url())
  })
  await visit(page, meridian)
  await composer(page).fill('When is the rent due?')
  await drop(page, 'lease.md', RENT)
  await expect(page.getByText(/^Files need a wallet/)).toBeVisible()
  await expect(composer(page)).toHaveValue('When is the rent due?')
  await expect(chosen(page)).toBeHidden()
  expect(sent).toEqual([])
})
