import { UNDO_DELETE_MS } from '../src/shared/common/limits.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { makeAgent } from './make-agent.ts'

/** Record 0044: a person's actions on all their data, in `/settings`. */

test('everything of a wallet is downloaded, imported, given to another wallet that signs, deleted and brought back', async ({
  page,
  wallet,
  signIn,
}, testInfo) => {
  await wallet()
  await visit(page, '/settings')
  await signIn()
  await makeAgent(page, { name: 'Goes Along' })
  await visit(page, '/settings')
  const data = page.getByRole('region', { name: 'Your data' })

  const downloading = page.waitForEvent('download')
  await data.getByRole('link', { name: 'Download everything' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^Bionic \d{4}-\d\d-\d\d\.zip$/)
  const zip = testInfo.outputPath('export.zip')
  await download.saveAs(zip)

  const chooser = data.getByLabel('Export to import')
  await chooser.setInputFiles({
    name: 'letter.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from('Dear Ada'),
  })
  await expect(data.getByRole('alert')).toContainText('This is no zip, or its end is missing.')
  await chooser.setInputFiles(zip)
  const preview = data.getByRole('region', { name: 'What will be added' })
  await expect(preview).toContainText('It will add 1 agent')
  await expect(preview).toContainText(
    'What this export was made from is still here. Importing it makes copies.',
  )
  await preview.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(data.getByText('Imported: 1 agent')).toBeVisible()

  const other = await page.evaluate(() => window.testWallets['Test Wallet']?.address(1))
  await signIn()
  await data.getByRole('textbox', { name: 'Address of the other wallet' }).fill('nobody')
  await data.getByRole('button', { name: 'Offer everything' }).click()
  await expect(data.getByText('This is not the address of a Solana wallet.')).toBeVisible()
  await data.getByRole('textbox', { name: 'Address of the other wallet' }).fill(other ?? '')
  await data.getByRole('button', { name: 'Offer everything' }).click()
  const offers = data.getByRole('list', { name: 'Open offers' })
  const moving = data.getByRole('region', { name: 'Move to another wallet' })
  await offers.getByRole('button', { name: 'Withdraw' }).click()
  await expect(offers).toHaveCount(0)
  await expect(moving).toBeFocused()
  await data.getByRole('textbox', { name: 'Address of the other wallet' }).fill(other ?? '')
  await data.getByRole('button', { name: 'Offer everything' }).click()
  await expect(data.getByText('You offer everything to')).toBeVisible()

  await page.evaluate(() => window.testWallets['Test Wallet']?.switchAccount(1))
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(data.getByText('offers everything to you')).toBeVisible()
  await data.getByRole('button', { name: 'Sign and accept' }).click()
  await expect(page.getByText('Everything is yours now')).toBeVisible()
  await expect(offers).toHaveCount(0)
  await expect(moving).toBeFocused()
  const agents = async () => (await (await page.request.get('/api/me/agents')).json()).agents.length
  expect(await agents()).toBe(2)

  await data.getByRole('button', { name: 'Delete everything' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Delete everything?' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete everything' }).click()
  await expect(page.getByText('Everything of yours is deleted.')).toBeVisible()
  expect(await agents()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Everything is back')).toBeVisible()
  expect(await agents()).toBe(2)
})

test('a deletion that becomes final leaves another wallet that signed in meanwhile signed in', async ({
  page,
  wallet,
  signIn,
}) => {
  await wallet()
  await page.clock.install()
  await visit(page, '/settings')
  await signIn()
  await page
    .getByRole('region', { name: 'Your data' })
    .getByRole('button', { name: 'Delete everything' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete everything' }).click()
  await expect(page.getByText('Everything of yours is deleted.')).toBeVisible()
  const other = await page.evaluate(async () => {
    await window.testWallets['Test Wallet']?.switchAccount(1)
    return window.testWallets['Test Wallet']?.address(1)
  })
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Wallet connected, signed in')).toBeAttached()
  const session = async () => (await (await page.request.get('/api/session')).json()).session?.user.address
  expect(await session()).toBe(other)
  await page.clock.runFor(UNDO_DELETE_MS)
  // What would sign out does so at once, and the server is told soon after.
  await page.waitForTimeout(1_000)
  expect(await session()).toBe(other)
})
