import type { Page } from '@playwright/test'
import { decodeBase58, encodeBase58 } from '../src/shared/session/base58.ts'
import { axeViolations } from './axe-violations.ts'
import { addAuthenticator } from './fakes/authenticator.ts'
import { expect, requestTest, signInContext, test, visit } from './fixtures.ts'
import { test as keptTest } from './kept-page.ts'
import { input, makeRealm } from './realm-page.ts'

/** A wallet for people who have none (decision 27), and the person's identity on every screen (decision 28). */

const header = (page: Page) => page.getByRole('banner')
const account = (page: Page) => header(page).getByRole('button', { name: /^Account/ })
const walletButton = (page: Page, name: string | RegExp) => header(page).getByRole('button', { name })
const modal = (page: Page) => page.getByRole('dialog')
const signedIn = (page: Page) => page.getByText('Wallet connected, signed in')
const whoIs = async (page: Page) =>
  (await (await page.request.get('/api/session')).json()).session?.user.address

async function passkey(page: Page, way: 'Make a passkey wallet' | 'Use my passkey wallet') {
  await walletButton(page, 'Select Wallet').click()
  await modal(page).getByRole('button', { name: way }).click()
}

// A passkey belongs to a domain name: an IP address can't have one.
test.describe('at localhost', () => {
  test.use({
    baseURL: async ({ product }, use) => use(product.address.replace('127.0.0.1', 'localhost')),
  })

  // §2.29, §2.33, §4.9, §4.37
  test('a passkey is a wallet: one touch signs in, and on another device it finds again what was made', async ({
    page,
    browser,
    baseURL,
  }) => {
    const device = await addAuthenticator(page)
    await visit(page, '/create')
    await walletButton(page, 'Select Wallet').click()
    await expect(modal(page)).toHaveAccessibleName("You'll need a wallet on Solana to continue")
    await expect(modal(page).getByRole('button', { name: 'Make a passkey wallet' })).toBeFocused()
    await expect(modal(page).getByText('Detected')).toHaveCount(0)
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(signedIn(page)).toBeAttached()
    expect(device.touches).toEqual(['made'])
    const address = await whoIs(page)
    expect(address).toMatch(/^\w{32,44}$/)
    const form = page.getByRole('form', { name: 'New agent' })
    await form.getByLabel('Name').fill('Keyhole')
    await form.getByRole('radio', { name: 'Neural Core' }).check()
    await form.getByLabel('Description').fill('Opens for one.')
    await form.getByLabel('Personality').fill('You are a keyhole.')
    await form.getByLabel('Custom instructions').fill('Be brief.')
    await form.getByRole('button', { name: 'Initialize agent' }).click()
    await expect(page.getByRole('article').getByRole('heading', { name: 'Keyhole' })).toBeVisible()
    // What is published is signed, with a touch.
    await expect.poll(() => device.touches).toEqual(['made', 'used'])
    await walletButton(page, /\.\./).click()
    await page.getByRole('menuitem', { name: 'Disconnect' }).click()
    await expect(walletButton(page, 'Select Wallet')).toBeVisible()
    await expect(account(page)).toHaveCount(0)
    await expect.poll(() => whoIs(page)).toBeUndefined()
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(address)

    await passkey(page, 'Use my passkey wallet')
    await expect(signedIn(page)).toBeAttached()
    expect(await whoIs(page)).toBe(address)
    expect(device.touches).toEqual(['made', 'used', 'used'])

    const synced = await device.exported()
    const phone = await browser.newContext({ ...(baseURL && { baseURL }) })
    const there = await phone.newPage()
    await addAuthenticator(there, { synced })
    await visit(there, '/management')
    await passkey(there, 'Use my passkey wallet')
    await expect(there.getByRole('article').getByRole('heading', { name: 'Keyhole' })).toBeVisible()
    expect(await whoIs(there)).toBe(address)
    await phone.close()
  })

  // §2.40, §2.44, §4.6
  test('its secret key is shown behind a touch; after a reload “Connect” uses the same passkey, with no second signature; who changes to another is another person', async ({
    page,
  }) => {
    const device = await addAuthenticator(page)
    await visit(page, '/launch')
    await passkey(page, 'Make a passkey wallet')
    await expect(signedIn(page)).toBeAttached()
    const address = await whoIs(page)
    await walletButton(page, /^\w{4}\.\.\w{4}$/).click()
    await page.getByRole('menuitem', { name: 'Show secret key' }).click()
    await expect(modal(page)).toHaveAccessibleName('The secret key of this wallet')
    const secret = modal(page).locator('code')
    await expect(secret).toHaveCount(0)
    await modal(page).getByRole('button', { name: 'Show it' }).click()
    await expect(secret).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    const bytes = decodeBase58((await secret.textContent()) ?? '') ?? new Uint8Array()
    expect(encodeBase58(bytes.subarray(32))).toBe(address)
    expect(device.touches).toEqual(['made', 'used'])
    await modal(page).getByRole('button', { name: 'Hide it' }).click()
    await expect(modal(page)).toHaveCount(0)

    await visit(page, '/launch')
    await expect(account(page)).toHaveAccessibleName(`Account ${address.slice(0, 4)}..${address.slice(-4)}`)
    await walletButton(page, 'Connect').click()
    await expect(signedIn(page)).toBeAttached()
    expect(await whoIs(page)).toBe(address)
    expect(device.touches).toEqual(['made', 'used', 'used'])

    await walletButton(page, /^\w{4}\.\.\w{4}$/).click()
    await page.getByRole('menuitem', { name: 'Change wallet' }).click()
    await modal(page).getByRole('button', { name: 'Make a passkey wallet' }).click()
    await expect.poll(async () => [undefined, address].includes(await whoIs(page))).toBe(false)
    expect(device.touches).toEqual(['made', 'used', 'used', 'made'])
    const second = await whoIs(page)

    // After a reload nothing is connected, and the settings lead to its secret key all the same.
    await visit(page, '/settings')
    await page.getByRole('navigation', { name: 'Sections of the settings' }).getByText('Wallet').click()
    await page.getByRole('button', { name: 'Show secret key' }).click()
    await modal(page).getByRole('button', { name: 'Show it' }).click()
    await expect(secret).toBeVisible()
    await modal(page).getByRole('button', { name: 'Hide it' }).click()

    await device.decline()
    await page.getByRole('button', { name: 'Show secret key' }).click()
    await modal(page).getByRole('button', { name: 'Show it' }).click()
    await expect(modal(page).getByText('The secret key was not shown')).toBeVisible()
    await expect(secret).toHaveCount(0)
    await page.keyboard.press('Escape')

    expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain(second)
    await account(page).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(walletButton(page, 'Select Wallet')).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(second)
  })

  // §8.1
  test('a passkey that is not there, and a device that keeps no secrets, are told in a sentence', async ({
    page,
    context,
  }) => {
    await addAuthenticator(page)
    await visit(page, '/launch')
    await passkey(page, 'Use my passkey wallet')
    await expect(page.getByText('Failed to connect wallet. Please try again.', { exact: true })).toBeVisible()
    await expect(page.getByText(/^No passkey was used\./)).toBeVisible()
    await expect(walletButton(page, 'Select Wallet')).toBeVisible()

    const old = await context.newPage()
    await addAuthenticator(old, { prf: false })
    await visit(old, '/launch')
    await passkey(old, 'Make a passkey wallet')
    await expect(old.getByText(/^This passkey can’t be a wallet/)).toBeVisible()
    await expect(walletButton(old, 'Select Wallet')).toBeVisible()
  })

  // §2.28, §2.31
  test('beside a detected wallet it is offered, and counts as none', async ({ page, wallet }) => {
    await wallet()
    await visit(page, '/launch')
    await walletButton(page, 'Select Wallet').click()
    await expect(modal(page)).toHaveAccessibleName('Connect a wallet on Solana to continue')
    await expect(modal(page).getByRole('button', { name: 'Test Wallet Detected' })).toBeFocused()
    await expect(modal(page).getByText('Detected')).toHaveCount(1)
    await expect(modal(page).getByRole('button', { name: 'Use my passkey wallet' })).toBeVisible()
    await expect(modal(page).getByRole('button', { name: 'Continue without' })).toHaveCount(0)
  })
})

// §2.29, §2.35
keptTest(
  'at a number the modal says why there is no passkey, and leads to the name; one can go on without',
  async ({ page, product }) => {
    await visit(page, '/realm?show=yours')
    await walletButton(page, 'Select Wallet').click()
    await expect(modal(page)).toHaveAccessibleName("You'll need a wallet on Solana to continue")
    await expect(modal(page).getByText(/^Passkeys don’t work at a numeric address/)).toBeVisible()
    await expect(modal(page).getByRole('link')).toHaveAttribute(
      'href',
      `${product.address.replace('127.0.0.1', 'localhost')}/realm?show=yours`,
    )
    await modal(page).getByRole('button', { name: 'Continue without' }).click()
    await expect(modal(page)).toHaveCount(0)
  },
)

requestTest('the server says where passkeys work', async ({ product }) => {
  const named = product.address.replace('127.0.0.1', 'localhost')
  await expect.poll(() => product.printed.join('\n')).toContain(named)
})

// §2.40, §2.57, §2.58
keptTest(
  'header and realm agree on who is here, after a reload and after signing out',
  async ({ page, context, product }) => {
    const person = await signInContext(context, product.address)
    const realm = await makeRealm(page.request, 'The Open Door')
    const short = `${person.address.slice(0, 4)}..${person.address.slice(-4)}`
    for (const path of ['/', '/isolated', '/nest']) {
      await visit(page, path)
      await expect(account(page)).toHaveAccessibleName(`Account ${short}`)
    }
    await visit(page, `/realm/${realm.id}`)
    await expect(walletButton(page, 'Select Wallet')).toBeVisible()
    await expect(account(page)).toHaveAccessibleName(`Account ${short}`)
    await expect(page.getByText('you · creator')).toBeVisible()
    await expect(input(page)).toBeEnabled()
    await expect(page.getByText('Connect wallet')).toHaveCount(0)
    await account(page).press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Copy address' })).toBeFocused()
    await expect(page.getByText(`Signed in as${short}`)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(account(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(account(page)).toHaveCount(0)
    await expect(page.getByPlaceholder('Connect wallet to chat')).toBeDisabled()
    await expect(page.getByText('you · creator')).toHaveCount(0)
    // The page shows at once that nobody is there, and the server ends the session meanwhile.
    await expect.poll(() => whoIs(page)).toBeUndefined()
  },
)

keptTest(
  'a connected wallet and its session are one thing in the header, whose menu leads to both',
  async ({ page, wallet, signIn }) => {
    await wallet()
    await visit(page, '/launch')
    await expect(account(page)).toHaveCount(0)
    const address = await signIn()
    await expect(account(page)).toHaveCount(0)
    await walletButton(page, address).click()
    await expect(page.getByRole('menu', { name: 'Wallet' }).locator('..')).toContainText('Signed in')
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await expect(page).toHaveURL('/settings')
    // After a reload no wallet is connected: the session is joined to the button that connects one.
    await page.reload()
    await expect(account(page)).toHaveAccessibleName(`Account ${address}`)
    await walletButton(page, 'Connect').click()
    await expect(account(page)).toHaveCount(0)
    await walletButton(page, address).click()
    await page.getByRole('menuitem', { name: 'Disconnect' }).click()
    await expect(walletButton(page, 'Select Wallet')).toBeVisible()
    await expect(account(page)).toHaveCount(0)
  },
)
