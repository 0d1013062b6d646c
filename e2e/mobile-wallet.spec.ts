import { devices } from '@playwright/test'
import { createTestWallet } from '../test/wallet.ts'
import { expect, refusedByPolicy, test, visit } from './fixtures.ts'

const key = 'SolanaMobileWalletAdapterDefaultAuthorizationCache'

// §3.37, §4.10
test('an Android phone is offered its wallet apps; an authorization is kept in the browser, connects without the wallet’s app, and is cleared by disconnecting', async ({
  browser,
  product,
}) => {
  const { address } = createTestWallet()
  const { defaultBrowserType: _, ...pixel } = devices['Pixel 7'] ?? {}
  const context = await browser.newContext(pixel)
  const refused = refusedByPolicy(context)
  const page = await context.newPage()
  await visit(page, product.address)
  // As the wallet's app stored it when it was connected for the first time.
  const authorization = {
    accounts: [{ address, chains: ['solana:devnet'], features: ['solana:signMessage'] }],
    auth_token: 'token',
    wallet_uri_base: 'https://wallet.example',
    chain: 'solana:devnet',
    capabilities: {
      supports_sign_and_send_transactions: true,
      supported_transaction_versions: ['legacy', 0],
    },
  }
  await page.evaluate(([name, text]) => localStorage.setItem(name, text), [
    key,
    JSON.stringify(authorization),
  ] as const)
  const banner = page.getByRole('banner')
  await banner.getByRole('button', { name: 'Select Wallet' }).click()
  await page.getByRole('button', { name: 'Mobile Wallet Adapter Detected' }).click()
  const shown = banner.getByRole('button', { name: `${address.slice(0, 4)}..${address.slice(-4)}` })
  await expect(shown).toBeVisible()
  // The style sheet of its dialog and the dialog's markup are both allowed.
  const isCovered = () =>
    page.evaluate(() => {
      const inFront = document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 2)
      return inFront?.parentElement === document.body && inFront.id !== 'root'
    })
  await expect.poll(isCovered).toBe(true)
  // By keyboard: the adapter covers the page while it looks for the app, which is not installed on this machine.
  await shown.press('Enter')
  await page.getByRole('menuitem', { name: 'Disconnect' }).press('Enter')
  await expect(banner.getByRole('button', { name: 'Select Wallet' })).toBeVisible()
  await expect.poll(() => page.evaluate((name) => localStorage.getItem(name), key)).toBeNull()
  expect(refused).toEqual([])
  await context.close()
})
