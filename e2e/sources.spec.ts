import type { Browser, Page } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { conversation, copyReply, messagesOf, say } from './chat-page.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { chooseAction, makeAgent } from './make-agent.ts'

const SENTENCE = 'The lamp of Skerry Point is lit by its keeper each evening at dusk.'

/** A PDF with some lines on each page, printed by the browser. */
async function pdfOf(browser: Browser, ...pages: string[][]): Promise<Buffer> {
  const printer = await browser.newPage()
  try {
    const sheet = (lines: string[]) => `<section>${lines.map((line) => `<p>${line}</p>`).join('')}</section>`
    await printer.setContent(`<style>section { break-after: page }</style>${pages.map(sheet).join('')}`)
    return await printer.pdf({ format: 'A5' })
  } finally {
    await printer.close()
  }
}

const documents = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'Documents' })
const openDocuments = async (page: Page, name: string) => {
  await visit(page, '/management')
  await chooseAction(page, name, 'Documents')
}

test('a document is dropped, cited, opened at the very sentence, and no longer known once it is removed', async ({
  browser,
  page,
  person,
  model,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const agent = await makeAgent(page, { name: 'Keeper' })
  expect(agent.owner).toBe(person.address)
  await openDocuments(page, agent.name)
  await expect(documents(page)).toContainText('No documents yet.')
  const skerry = await pdfOf(
    browser,
    ['The island of Skerry has two wells and forty sheep.', 'Nobody lives there in winter.'],
    [SENTENCE, 'Its oil is kept in the cellar beneath the stair.'],
  )
  await documents(page)
    .getByLabel('Choose files')
    .setInputFiles([
      { name: 'Skerry.pdf', mimeType: 'application/pdf', buffer: skerry },
      { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    ])
  const row = documents(page).getByRole('listitem').filter({ hasText: 'Skerry.pdf' })
  await expect(documents(page).getByText('This file is empty.')).toBeVisible()
  await documents(page).getByRole('button', { name: 'Leave empty.txt out' }).click()
  await expect(documents(page).getByLabel('Choose files')).toBeFocused()
  await expect(row.getByRole('button', { name: 'Remove Skerry.pdf' })).toBeVisible()
  // Processing continues, however far it is.
  await page.reload()
  await openDocuments(page, agent.name)
  await expect(row).toContainText('2 pages')
  const show = row.getByRole('button', { name: 'See what was read of Skerry.pdf' })
  await show.click()
  const read = page.getByRole('dialog', { name: 'What was read of Skerry.pdf' })
  await expect(read.getByRole('region', { name: 'Passage 1' })).toContainText('forty sheep')
  await expect(read.getByRole('heading', { name: 'Page 2' })).toBeVisible()
  await expect(read).toContainText(SENTENCE)
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(show).toBeFocused()
  const rename = row.getByRole('button', { name: 'Rename Skerry.pdf' })
  await rename.click()
  await expect(documents(page).getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(rename).toBeFocused()
  await documents(page).getByRole('searchbox').fill('When is the lamp lit?')
  await page.keyboard.press('Enter')
  await expect(documents(page).getByRole('region', { name: 'Try a search' })).toContainText(SENTENCE)

  await visit(page, `/chat/${agent.id}`)
  const n = model.requests.length
  model.next({ name: 'words', words: ['At dusk', ' [1', ', 9]', '.'] })
  await say(page, 'When is the lamp lit?')
  const asked = messagesOf((await model.request(n)).body)
  expect(asked.at(-1)).toContain(SENTENCE)
  await expect(copyReply(page)).toBeVisible()
  const mark = conversation(page)
    .locator('p')
    .getByRole('button', { name: /^Source 1: Skerry\.pdf, page/ })
  await expect(conversation(page).getByText(/^At dusk/)).toHaveText('At dusk 1.')
  await mark.click()
  const opened = page.getByRole('dialog', { name: 'Skerry.pdf' })
  await expect(opened.locator('mark')).toContainText(SENTENCE)
  expect(await axeViolations(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(opened.locator('mark')).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(mark).toBeFocused()
  await page.setViewportSize({ width: 1280, height: 900 })
  const address = page.url()

  await openDocuments(page, agent.name)
  await row.getByRole('button', { name: 'Remove Skerry.pdf' }).click()
  await expect(page.getByText('Skerry.pdf is removed.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('2 pages')
  await row.getByRole('button', { name: 'Remove Skerry.pdf' }).click()
  await expect(documents(page)).toContainText('No documents yet.')
  await expect(documents(page).getByLabel('Choose files')).toBeFocused()
  await page.goto(address)
  await say(page, 'And who lights it?')
  const later = messagesOf((await model.request(n + 1)).body)
  expect(later.join('\n')).not.toContain('keeper')
  // The citation stays for readers of the conversation.
  await mark.click()
  await expect(opened).toContainText('This document is no longer available.')
  await expect(opened.locator('mark')).toContainText(SENTENCE)
})
