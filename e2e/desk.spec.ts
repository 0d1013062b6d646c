import type { Page } from '@playwright/test'
import { signInWith } from '../test/sign-in.ts'
import { fillDesk, makeAgentOf, sendTo } from './desk-page.ts'
import { connectWallet, expect, signInContext, test, visit } from './fixtures.ts'
import { installOperator } from './operators.ts'

const openedCase = (page: Page) => new URL(page.url()).searchParams.get('case')
const heading = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 })

/** Brings an operator to the desk, whose wallet signs in. */
async function toDesk(page: Page, which: 0 | 1): Promise<void> {
  await installOperator(page.context(), which)
  await visit(page, '/')
  await connectWallet(page)
  // Without a reload, so that the wallet stays connected.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('desk')
  await page.getByRole('option', { name: /^Desk What/ }).click()
  await expect(page).toHaveURL('/desk')
}

const rows = (page: Page) => page.getByRole('list', { name: 'Cases' }).getByRole('link')

test('an operator decides twenty cases with the keyboard alone', async ({ page, product }) => {
  test.setTimeout(300_000)
  const names = Array.from({ length: 20 }, (_, index) => `Watch seller ${index + 1}`)
  await fillDesk(product.address, names)
  await toDesk(page, 0)
  await rows(page).first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  let decided = 0
  for (let id = await opened(page); id !== null; id = openedCase(page)) {
    await expect(heading(page)).toBeFocused()
    // Its actions are there once its evidence is.
    await page.getByRole('button', { name: 'Nothing wrong' }).waitFor()
    const takesDown = decided % 2 === 1
    await page.keyboard.press(takesDown ? 't' : 'n')
    // A letter that is typed is no shortcut.
    if (takesDown) await page.keyboard.press('Tab')
    await page.keyboard.type('Not just: read it.')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => openedCase(page)).not.toBe(id)
    decided++
  }
  expect(decided).toBeGreaterThanOrEqual(names.length)
  await expect(page.getByText('No case is left here.')).toBeVisible()
  await expect(page.getByText('Nothing waits.').last()).toBeVisible()
})

async function opened(page: Page): Promise<string | null> {
  await expect.poll(() => openedCase(page)).not.toBeNull()
  return openedCase(page)
}

test('what a visitor reports is taken down, its maker reads why and objects, and another operator puts it back', async ({
  page,
  context,
  browser,
  product,
}) => {
  test.setTimeout(300_000)
  const send = sendTo(product.address)
  const account = await signInWith(send)
  const agent = await makeAgentOf(send, account, { name: 'Clockwork Parodist' })
  const inLists = async () => {
    const answer = await send('GET', '/api/agents?query=Clockwork%20Parodist')
    return ((await answer.json()) as { agents: unknown[] }).agents.length
  }
  await expect.poll(inLists).toBe(1)

  await visit(page, `/vacant?agent=${agent.id}`)
  await page.getByRole('button', { name: 'Report this agent' }).click()
  const report = page.getByRole('dialog', { name: /^Report/ })
  await report.getByText('Spam', { exact: false }).first().click()
  await report.getByRole('textbox').fill('It sells watches that do not exist.')
  await report.getByRole('button', { name: 'Send report' }).click()
  await report.getByRole('button', { name: 'Close' }).last().click()

  await toDesk(page, 0)
  await rows(page).filter({ hasText: agent.name }).click()
  await expect(page.getByText('It sells watches that do not exist.')).toBeVisible()
  await page.getByRole('button', { name: 'Take down' }).click()
  await page.getByRole('textbox', { name: 'Your words' }).fill('Nobody gets a watch.')
  await page.getByRole('button', { name: 'Sign: Take down' }).click()
  await expect(page.getByText('Taken down.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Cases' })).toBeFocused()
  await expect.poll(inLists).toBe(0)

  const makers = await browser.newContext({ baseURL: product.address })
  const [name = '', ...value] = account.cookie.split('=')
  await makers.addCookies([{ name, value: value.join('='), url: product.address }])
  const maker = await makers.newPage()
  await visit(maker, '/management')
  const decision = maker.getByRole('region', { name: 'Decisions of the operators' })
  await expect(decision).toContainText('was taken down on')
  await decision.getByText('Why, and what you can do').click()
  await expect(decision).toContainText('The reason is spam or deception.')
  await expect(decision).toContainText('Nobody gets a watch.')
  await decision.getByRole('button', { name: 'Object' }).click()
  await decision.getByRole('textbox', { name: 'Why you object' }).fill('It is a parody of watch sellers.')
  await decision.getByRole('button', { name: 'Send objection' }).click()
  await expect(decision).toContainText('It waits for another operator')

  const seconds = await browser.newContext({ baseURL: product.address })
  const second = await seconds.newPage()
  await toDesk(second, 1)
  await second.getByRole('link', { name: 'Objected' }).click()
  await rows(second).filter({ hasText: agent.name }).click()
  await expect(second.getByText('It is a parody of watch sellers.')).toBeVisible()
  await second.getByRole('button', { name: 'Put back' }).click()
  await second.getByRole('button', { name: 'Sign: Put back' }).click()
  await expect(second.getByText('Put back.')).toBeVisible()
  await expect.poll(inLists).toBe(1)
  await second.goto('/desk/log')
  await expect(second.getByText('and follow each other')).toBeVisible()

  await visit(maker, '/settings')
  await expect(maker.getByText('Another operator read your objection and agreed with you.')).toBeVisible()
  await makers.close()
  await seconds.close()
  // Whoever is no operator finds no such page.
  await context.clearCookies()
  await signInContext(context, product.address)
  expect((await page.goto('/desk'))?.status()).toBe(404)
})
