import type { Page } from '@playwright/test'
import { signInWith } from '../test/sign-in.ts'
import { fillDesk, makeAgentOf, reportAgent, sendTo } from './desk-page.ts'
import { connectWallet, expect, test, visit } from './fixtures.ts'
import { installWallet } from './fakes/wallet.ts'
import { installOperator } from './operators.ts'

const openCase = (page: Page) => new URL(page.url()).searchParams.get('case')
const heading = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 })

/** Opens the first case that waits, by keys. */
async function openFirst(page: Page): Promise<void> {
  await visit(page, '/desk')
  await page.getByRole('list', { name: 'Cases' }).getByRole('link').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toBeFocused()
}

test('an operator decides twenty cases with the keyboard alone', async ({ page, context, product }) => {
  test.setTimeout(120_000)
  await fillDesk(
    product.address,
    Array.from({ length: 20 }, (_, index) => `Watch seller ${index + 1}`),
  )
  await installOperator(context, 0)
  await visit(page, '/')
  await connectWallet(page)
  await openFirst(page)
  let decided = 0
  for (let id = openCase(page); id !== null; id = openCase(page)) {
    const takesDown = decided % 2 === 1
    // Its actions are there once its evidence is.
    await page.getByRole('button', { name: 'Nothing wrong' }).waitFor()
    await page.keyboard.press(takesDown ? 't' : 'n')
    if (takesDown) await page.keyboard.press('Tab')
    await page.keyboard.type('Read it.')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => openCase(page)).not.toBe(id)
    decided++
    if (openCase(page) !== null) await expect(heading(page)).toBeFocused()
  }
  expect(decided).toBeGreaterThanOrEqual(20)
  await expect(page.getByText('No case is left here.')).toBeVisible()
  await expect(page.getByText('Nothing waits.')).toBeVisible()
})

test('what a visitor reports is taken down, its maker reads why and objects, and another operator puts it back', async ({
  page,
  context,
  browser,
  product,
}) => {
  test.setTimeout(120_000)
  const send = sendTo(product.address)
  // The maker's wallet is in a browser of its own.
  const others = await browser.newContext({ baseURL: product.address })
  await installWallet(others)
  const maker = await others.newPage()
  await visit(maker, '/')
  await connectWallet(maker)
  const account = await signInWith(send)
  const agent = await makeAgentOf(send, account, { name: 'Clockwork Parodist' })
  await reportAgent(send, agent)

  await installOperator(context, 0)
  await visit(page, '/')
  await connectWallet(page)
  await openFirst(page)
})
