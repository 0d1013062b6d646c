import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { makeAgent } from './make-agent.ts'

test('an owner publishes, the wallet signs once, the page checks it, and says when it has changed since', async ({
  page,
  wallet,
  signIn,
}) => {
  await wallet()
  await visit(page, '/vacant')
  await signIn()
  const name = `Lantern ${Date.now()}`
  const agent = await makeAgent(page, { name, isPublic: false })
  await visit(page, `/vacant?agent=${agent.id}`)
  const dialog = page.getByRole('dialog')
  const asked = () => page.evaluate(() => window.testWallets['Test Wallet']?.calls.slice(-1)[0])

  // Who declines publishes all the same.
  await page.evaluate(() => window.testWallets['Test Wallet']?.refuses.add('sign'))
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.locator('[data-type="info"]').getByText(`${name} stays unsigned.`)).toBeVisible()
  expect(await asked()).toBe('solana:signOffchainMessage')
  await expect(dialog.getByText('Unsigned.')).toBeVisible()

  await page.evaluate(() => window.testWallets['Test Wallet']?.refuses.delete('sign'))
  await dialog.getByRole('button', { name: 'Sign this version' }).click()
  await expect(dialog.getByText('Checked here: this is what was signed.')).toBeVisible()
  await page.request.patch(`/api/agents/${agent.id}`, { data: { description: 'Another one.' } })
  await visit(page, `/vacant?agent=${agent.id}`)
  await expect(dialog.getByText('Changed since it was signed.')).toBeVisible()
})

test('a wallet that signs bare messages alone signs a version as one, and its agent is copied with a credit', async ({
  page,
  browser,
  product,
  wallet,
  signIn,
}) => {
  await wallet({ features: ['solana:signMessage', 'solana:signTransaction'] })
  await visit(page, '/vacant')
  await signIn()
  const name = `Beacon ${Date.now()}`
  const agent = await makeAgent(page, { name, allowsCopies: true })
  await visit(page, `/vacant?agent=${agent.id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Sign this version' }).click()
  await expect(dialog.getByText('Checked here: this is what was signed.')).toBeVisible()
  expect(await page.evaluate(() => window.testWallets['Test Wallet']?.calls.slice(-1)[0])).toBe(
    'solana:signMessage',
  )
  const stranger = await browser.newPage({ baseURL: product.address })
  await stranger.goto(`/vacant?agent=${agent.id}`)
  await expect(stranger.getByRole('button', { name: 'Make a copy' })).toBeVisible()
  await stranger.close()
})
