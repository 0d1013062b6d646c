import { devices, type Page } from '@playwright/test'
import { installWallet, type WalletOptions } from './fakes/wallet.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'

const shown = /^\w{4}\.\.\w{4}$/
const header = (page: Page) => page.getByRole('banner')
const walletButton = (page: Page, name: string | RegExp) => header(page).getByRole('button', { name })
const signedIn = (page: Page) => page.getByText('Wallet connected, signed in')

async function choose(page: Page, wallet: string) {
  await walletButton(page, 'Select Wallet').click()
  await page.getByRole('dialog').getByRole('button', { name: wallet }).click()
}

/**
 * Stops the clock; from now on time passes only as the journey says. If the time to pause at is already over when it is
 * requested, the clock is already stopped and the next try is in time.
 */
async function standStill(page: Page) {
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  }).toPass()
}

/**
 * Resolves once the page has finished pending work: what it shows may appear before the timer that removes it is set.
 */
async function isSettled(page: Page) {
  await page.evaluate(async () => {
    // Neither frames nor timers fire while the clock is stopped; messages do, in their order.
    const { port1, port2 } = new MessageChannel()
    for (let turns = 0; turns < 2; turns++)
      await new Promise((resolve) => {
        port1.onmessage = resolve
        port2.postMessage(null)
      })
  })
}

const sessionOf = async (page: Page) => (await page.request.get('/api/session')).json()

// §2.28, §2.30, §2.31, §2.32, §2.35, §2.36, §2.37, §2.38, §2.39, §4.3
test('with a wallet detected, the modal offers it and folds the others away, keeps the focus inside, closes in three ways, and gives the focus back', async ({
  page,
  wallet,
}) => {
  await wallet()
  await visit(page, '/')
  const opener = walletButton(page, 'Select Wallet')
  const modal = page.getByRole('dialog', { name: 'Connect a wallet on Solana to continue' })
  await opener.click()
  await expect(modal.getByRole('button', { name: 'Test Wallet Detected' })).toBeFocused()
  await expect(modal.getByRole('button', { name: /Phantom/ })).toBeHidden()
  await modal.getByRole('button', { name: 'More options' }).click()
  await expect(modal.getByRole('button', { name: /Phantom/ })).toBeVisible()
  await modal.getByRole('button', { name: 'Less options' }).click()
  await expect(modal.getByRole('button', { name: /Phantom/ })).toBeHidden()
  await page.keyboard.press('Escape')

  const closings = [
    () => page.keyboard.press('Escape'),
    () => modal.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(8, 400),
  ]
  for (const close of closings) {
    await opener.press('Enter')
    await expect(modal.getByRole('button', { name: 'Test Wallet Detected' })).toBeFocused()
    for (let presses = 0; presses < 6; presses++) {
      await page.keyboard.press('Tab')
      expect(await modal.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    }
    await close()
    await expect(modal).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
})

// §2.29, §2.33, §2.34, §7.25, §8.3
test('without a wallet that can be used, the modal says what is needed and why, and choosing one opens its install page', async ({
  page,
  context,
  wallet,
}) => {
  await context.route('https://phantom.com/**', (route) => route.fulfill({ body: 'Install' }))
  await wallet({ name: 'Mainnet Wallet', chains: ['solana:mainnet'] })
  await visit(page, '/')
  await walletButton(page, 'Select Wallet').click()
  const modal = page.getByRole('dialog', { name: "You'll need a wallet on Solana to continue" })
  await modal.getByRole('button', { name: 'Already have a wallet? View options' }).click()
  await expect(modal.getByRole('button', { name: 'Hide options' })).toBeVisible()
  const listed = modal.getByRole('button', { name: 'Mainnet Wallet Not on devnet' })
  await expect(listed).toHaveAttribute('aria-disabled', 'true')
  await listed.click({ force: true })
  await expect(modal).toBeVisible()
  const opened = context.waitForEvent('page')
  await modal.getByRole('button', { name: /Phantom/ }).click()
  const installPage = await opened
  await installPage.waitForURL('https://phantom.com/download')
  expect(await installPage.evaluate(() => window.opener)).toBeNull()
})

// §9.8, §9.9
test('the further wallets unfold in 250 ms, and the modal takes 150 ms to close', async ({
  page,
  wallet,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await wallet()
  await visit(page, '/')
  await walletButton(page, 'Select Wallet').click()
  const modal = page.getByRole('dialog')
  const toggle = modal.getByRole('button', { name: 'More options' })
  const options = page.locator(`[id="${await toggle.getAttribute('aria-controls')}"]`)
  await expect(options).toHaveCSS('transition-duration', '0.25s')
  await expect(options).toHaveCSS('height', '0px')
  await toggle.click()
  await expect(options).not.toHaveCSS('height', '0px')

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await standStill(page)
  await page.keyboard.press('Escape')
  await expect(modal).toHaveAttribute('data-closing')
  await isSettled(page)
  await page.clock.runFor(149)
  await expect(modal).toBeVisible()
  await page.clock.runFor(1)
  await expect(modal).toHaveCount(0)
})

// §2.40, §2.41, §2.46, §3.36, §4.4, §4.9, §9.10
test('while a wallet thinks about it the button says so; connecting signs in, survives a reload as "Connect", needs no second signature, and ends with the account', async ({
  page,
  wallet,
}) => {
  await wallet({ holds: ['connect'] })
  await visit(page, '/')
  await choose(page, 'Test Wallet')
  await expect(walletButton(page, 'Connecting ...')).toBeVisible()
  await page.evaluate(() => window.testWallets['Test Wallet']?.release())
  await expect(signedIn(page)).toBeAttached()
  const address = await page.evaluate(() => window.testWallets['Test Wallet']?.address())
  await expect(walletButton(page, `${address?.slice(0, 4)}..${address?.slice(-4)}`)).toBeVisible()
  expect((await sessionOf(page)).session.user).toEqual({ address })
  expect(await page.evaluate(() => localStorage.getItem('walletName'))).toBe('"Test Wallet"')

  await page.reload()
  await walletButton(page, 'Connect').click()
  await page.evaluate(() => window.testWallets['Test Wallet']?.release())
  await expect(signedIn(page)).toBeAttached()
  expect(await page.evaluate(() => window.testWallets['Test Wallet']?.calls)).toEqual(['standard:connect'])

  // Another account signs the old one out; one that is taken away disconnects.
  const other = await page.evaluate(async () => {
    await window.testWallets['Test Wallet']?.switchAccount(1)
    return window.testWallets['Test Wallet']?.address(1)
  })
  await expect(walletButton(page, `${other?.slice(0, 4)}..${other?.slice(-4)}`)).toBeVisible()
  await expect.poll(async () => (await sessionOf(page)).session).toBeNull()
  await walletButton(page, shown).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.evaluate(() => window.testWallets['Test Wallet']?.removeAccounts())
  await expect(walletButton(page, 'Select Wallet')).toBeVisible()

  // The dropdown that was open by then opens at a press alone.
  await choose(page, 'Test Wallet')
  await expect(walletButton(page, 'Connecting ...')).toBeVisible()
  await expect(page.getByRole('menu')).toHaveCount(0)
})

// §2.42, §2.43, §2.45, §4.5, §9.7
test('the dropdown copies the address, works by keyboard, and disconnecting signs out', async ({
  page,
  context,
  wallet,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await wallet()
  await visit(page, '/')
  await choose(page, 'Test Wallet')
  await expect(signedIn(page)).toBeAttached()
  await walletButton(page, shown).press('Enter')
  const item = (name: string) => page.getByRole('menuitem', { name })
  await expect(item('Copy address')).toBeFocused()
  await standStill(page)
  await page.keyboard.press('Enter')
  await expect(item('Copied')).toBeVisible()
  await isSettled(page)
  await page.clock.runFor(399)
  await expect(item('Copied')).toBeVisible()
  await page.clock.runFor(1)
  await expect(item('Copy address')).toBeVisible()
  const address = await page.evaluate(() => window.testWallets['Test Wallet']?.address())
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

  await page.keyboard.press('ArrowUp')
  await expect(item('Disconnect')).toBeFocused()
  await page.clock.resume()
  await page.keyboard.press('ArrowUp')
  await expect(item('Change wallet')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(walletButton(page, shown)).toBeFocused()

  await page.keyboard.press('Enter')
  await item('Disconnect').click()
  await expect(walletButton(page, 'Select Wallet')).toBeVisible()
  await expect.poll(async () => (await sessionOf(page)).session).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('walletName'))).toBeNull()
})

const messagesOnly: WalletOptions = { features: ['solana:signMessage'] }
const kinds: [[string, WalletOptions], ...[string, WalletOptions][]] = [
  ['signs messages only', messagesOnly],
  ['puts the off-chain header before what it signs', { offchainHeader: true }],
  ['hands messages back with the signature appended', { ...messagesOnly, appendsSignature: true }],
]

// §2.44, §4.6
test('wallets of each kind can sign in, and changing the wallet disconnects the one before, signs in as the new one, and leaves it nothing that the other one typed', async ({
  page,
  context,
}) => {
  for (const [name, options] of kinds) await installWallet(context, { name, ...options })
  await visit(page, '/create')
  const field = page.getByLabel('Name')
  const [[first]] = kinds
  let before: string | undefined
  for (const name of [...kinds.map(([kind]) => kind), first]) {
    if (before) {
      await walletButton(page, shown).click()
      await page.getByRole('menuitem', { name: 'Change wallet' }).click()
      await page.getByRole('dialog').getByRole('button', { name }).click()
    } else await choose(page, name)
    const address = await page.evaluate((name) => window.testWallets[name]?.address(), name)
    await expect.poll(async () => (await sessionOf(page)).session?.user.address).toBe(address)
    await expect(signedIn(page)).toBeAttached()
    if (before)
      await expect
        .poll(() => page.evaluate((name) => window.testWallets[name ?? '']?.calls, before))
        .toContain('standard:disconnect')
    await expect(field).toHaveValue(before && name === first ? `Typed with: ${name}` : '')
    await field.fill(`Typed with: ${name}`)
    before = name
  }
})

test('all tabs agree that somebody signed out, and one that was elsewhere meanwhile shows nobody what they typed', async ({
  page,
  context,
  wallet,
}) => {
  await wallet()
  await visit(page, '/')
  await choose(page, 'Test Wallet')
  await expect(signedIn(page)).toBeAttached()
  const second = await context.newPage()
  await visit(second, '/')
  await walletButton(second, 'Connect').click()
  await expect(signedIn(second)).toBeAttached()
  const third = await context.newPage()
  const field = third.getByRole('textbox', { name: 'Your first message' })
  await visit(third, '/')
  await expect.poll(() => third.evaluate(() => sessionStorage.getItem('typedBy'))).not.toBeNull()
  await field.fill('Typed before')
  await third.reload()
  await expect(field).toHaveValue('Typed before')
  await third.goto('about:blank')
  await walletButton(page, shown).click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  await expect(signedIn(second)).not.toBeAttached()
  await expect(second.getByText('Wallet connected', { exact: true })).toBeAttached()
  await expect.poll(async () => (await sessionOf(page)).session).toBeNull()
  await visit(third, '/')
  await expect(field).toHaveValue('')
})

// §6.8
test('a visitor who never reaches for the wallet loads none of its code and asks for no session', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visit(page, '/')
  expect(asked.filter((path) => /wallet|\/api\/session/.test(path))).toEqual([])
  await walletButton(page, 'Select Wallet').hover()
  await expect.poll(() => asked.some((path) => path.includes('wallet-feature'))).toBe(true)
  expect(asked.filter((path) => path.includes('mobile-wallet'))).toEqual([])
})

// §4.8
test('a phone’s browser without Phantom is led to Phantom’s own', async ({ browser, product }) => {
  const { defaultBrowserType: _, ...iphone } = devices['iPhone 15'] ?? {}
  const context = await browser.newContext(iphone)
  await context.route('https://phantom.app/**', (route) => route.fulfill({ body: 'Phantom' }))
  const page = await context.newPage()
  await visit(page, `${product.address}/launch?from=test`)
  await walletButton(page, 'Select Wallet').click()
  await page.getByRole('button', { name: 'Already have a wallet? View options' }).click()
  const phantom = page.getByRole('dialog').getByRole('button', { name: /Phantom/ })
  await expect(phantom).toBeInViewport({ ratio: 1 })
  await phantom.click()
  const here = encodeURIComponent(`${product.address}/launch?from=test`)
  await page.waitForURL(`https://phantom.app/ul/browse/${here}?ref=${encodeURIComponent(product.address)}`)
  await context.close()
})

test('a session that the server ended is noticed at the next protected action, which asks to sign again', async ({
  page,
  wallet,
  signIn,
}) => {
  await wallet()
  await visit(page, '/vacant?query=meridian')
  await signIn()
  await page.request.delete('/api/session')
  await page
    .getByRole('link', { name: /Meridian/ })
    .first()
    .click()
  const upvote = page.getByRole('dialog').getByRole('button', { name: /upvote/i })
  // What the dialog asks for whoever is signed in notices it already.
  await expect(page.getByText('Wallet connected', { exact: true })).toBeAttached()
  await upvote.click()
  await expect(page.getByText('Wallet connected, signed in')).toBeAttached()
  await expect(upvote).toHaveAttribute('aria-pressed', 'true')
})
