import type { Page } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { composer, conversationId, copyReply, meridian, messagesOf, say } from './chat-page.ts'
import { expect, visit } from './fixtures.ts'
import { keepFact } from './keep-fact.ts'
import { test } from './kept-page.ts'

const agent = meridian.replace('/chat/', '')
const panel = (page: Page) => page.getByRole('dialog', { name: 'What Meridian remembers of you' })
const fact = (page: Page, text: string) => panel(page).getByRole('listitem').filter({ hasText: text })

async function openPanel(page: Page) {
  await page
    .getByRole('region', { name: 'Chat with Meridian' })
    .getByRole('button', { name: /^Options of/ })
    .click()
  await page.getByRole('menuitem', { name: 'What it remembers of you' }).click()
  await panel(page).waitFor()
}

async function ask(page: Page, text: string) {
  const before = await copyReply(page).count()
  await say(page, text)
  await expect(copyReply(page)).toHaveCount(before + 1)
}

test('what a person has an agent remember of a message is in the next prompt, and once it is switched off in none', async ({
  page,
  person: _,
  model,
}) => {
  await visit(page, meridian)
  await ask(page, 'I am colour-blind, so name the colours of the lamps.')
  await conversationId(page)
  await page.getByRole('button', { name: 'Remember this' }).first().click()
  const question = page.getByRole('dialog', { name: 'May Meridian remember this?' })
  await expect(question).toContainText('Meridian will see this with each of your questions from now on')
  const words = question.getByRole('textbox', { name: 'What to remember' })
  await expect(words).toHaveValue('I am colour-blind, so name the colours of the lamps.')
  await words.fill('My password is lighthouse')
  await expect(question.getByRole('alert')).toContainText('looks like a password')
  await words.fill('Is colour-blind')
  await question.getByRole('button', { name: 'Remember', exact: true }).click()
  await expect(question).toHaveCount(0)

  const n = model.requests.length
  await ask(page, 'And the lamp in the north?')
  expect(messagesOf((await model.request(n)).body).join('\n')).toContain('Is colour-blind')

  await openPanel(page)
  await expect(fact(page, 'Is colour-blind')).toContainText('Go to the message')
  expect(await axeViolations(page)).toEqual([])
  await fact(page, 'Is colour-blind')
    .getByRole('button', { name: /^Do not use/ })
    .click()
  await expect(fact(page, 'Is colour-blind')).toContainText('Switched off')
  await expect(fact(page, 'Is colour-blind').getByRole('button', { name: /^Use again/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await ask(page, 'And the one in the south?')
  expect(messagesOf((await model.request(n + 1)).body).join('\n')).not.toContain('Is colour-blind')
})

test('by keyboard alone a fact is added, changed, deleted and brought back, and Escape closes one thing at a time', async ({
  page,
  person: _,
}) => {
  await keepFact(page, agent, 'Lives on Skerry Sound')
  await visit(page, '/settings')
  await page.getByRole('button', { name: 'Open what Meridian remembers' }).press('Enter')
  await panel(page).getByRole('textbox', { name: 'Something to remember' }).focus()
  await page.keyboard.type('Takes the early ferry')
  await page.keyboard.press('Enter')
  await expect(fact(page, 'Takes the early ferry')).toBeVisible()

  await panel(page).getByRole('button', { name: 'Edit: Lives on Skerry Sound' }).press('Enter')
  const words = panel(page).getByRole('textbox', { name: 'What is remembered' })
  await expect(words).toBeFocused()
  await page.keyboard.press('Escape')
  const edit = panel(page).getByRole('button', { name: 'Edit: Lives on Skerry Sound' })
  await expect(edit).toBeFocused()
  await edit.press('Enter')
  await words.fill('Lives on the mainland')
  await page.keyboard.press('Enter')
  await expect(fact(page, 'Lives on the mainland')).toContainText('One version before')

  await panel(page).getByRole('button', { name: 'Delete: Lives on the mainland' }).press('Enter')
  const undo = panel(page).getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('button', { name: 'Edit: Lives on the mainland' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open what Meridian remembers' })).toBeFocused()
  await expect(page.getByText('Remembers 2 things')).toBeVisible()
})

test('whoever comes back to an agent is told what they asked last, without anything moving, and goes on there', async ({
  page,
  person: _,
}) => {
  await visit(page, meridian)
  await ask(page, 'How do I explain a lighthouse to a lamp?')
  const id = await conversationId(page)
  await page.goto('/archives')
  await page.addInitScript(watchShifts)
  await visit(page, meridian)
  await expect(
    page.getByText('A moment ago you asked “How do I explain a lighthouse to a lamp?”'),
  ).toBeVisible()
  expect(await page.evaluate(() => (globalThis as { shifted?: string[] }).shifted)).toEqual([])
  await page.getByRole('link', { name: /^Go on/ }).click()
  await expect(page).toHaveURL(new RegExp(`${id}$`))
  await expect(composer(page)).toBeVisible()
})

/** Notes in the page which elements of the conversation the browser saw moving. */
function watchShifts(): void {
  const shifted: string[] = []
  Object.assign(globalThis, { shifted })
  new PerformanceObserver((list) => {
    for (const { sources = [] } of list.getEntries() as { sources?: { node: Node | null }[] }[] &
      PerformanceEntry[])
      for (const { node } of sources) {
        const element = node instanceof Element ? node : node?.parentElement
        if (element?.closest('[role=log]')) shifted.push(element.outerHTML)
      }
  }).observe({ type: 'layout-shift', buffered: true })
}
