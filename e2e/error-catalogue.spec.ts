import type { Page } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { composer, notAnswered, say } from './chat-page.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { makeAgent } from './make-agent.ts'
import { openSections } from './open-section.ts'

/** Section 8: each error is caused for real, and the person sees the text of the table. */

/** The errors that the page itself logs. */
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  return errors
}

test.describe('the wallet', () => {
  // §3.34, §8.1, §8.2, §9.6
  test('a wallet that refuses to connect: the toast, for five seconds', async ({ page, wallet }) => {
    await page.clock.install()
    await wallet({ refuses: ['connect'], holds: ['connect'] })
    await visit(page, '/')
    await page.getByRole('banner').getByRole('button', { name: 'Select Wallet' }).click()
    await page.getByRole('button', { name: /Detected/ }).click()
    const toast = page.getByText('Failed to connect wallet. Please try again.', { exact: true })
    const calls = () => page.evaluate(() => window.testWallets['Test Wallet']?.calls)
    await expect.poll(calls).toContain('standard:connect')
    // The clock is stopped before the toast appears, because its seconds start with it.
    await expect(async () => {
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
    }).toPass()
    await page.evaluate(() => window.testWallets['Test Wallet']?.release())
    await expect(async () => {
      await page.clock.runFor(20)
      await expect(toast).toBeVisible({ timeout: 100 })
    }).toPass()
    await page.clock.runFor(4_500)
    await expect(toast).toBeVisible()
    await page.clock.runFor(1_000)
    await expect(toast).toHaveCount(0)
    await expect(page.getByRole('banner').getByRole('button', { name: 'Select Wallet' })).toBeVisible()
  })
})

/**
 * The server is unreachable because the network before it is cut: a page can't distinguish that from a server that is
 * down.
 */
test.describe('a server that does not answer', () => {
  test.use({ baseURL: async ({ keptNetwork }, use) => use(keptNetwork.address) })

  // §8.8, §8.9
  test('the agent is not made, the banner says so, and all that was typed is kept', async ({
    page,
    keptNetwork: network,
    person: _,
  }) => {
    await visit(page, '/create')
    const typed = {
      Name: 'Tinder',
      Description: 'Keeps the fire.',
      Personality: 'You are a keeper of fires.',
      'Custom instructions': 'Never let it go out.',
      'Knowledge domains': 'Wood, Wind',
      'Image address': 'https://example.com/fire.png',
    }
    await openSections(page.getByRole('form'), 'Personality and instructions', 'Knowledge', 'Picture')
    for (const [label, text] of Object.entries(typed))
      await page.getByLabel(label, { exact: false }).fill(text)
    await page.getByRole('radio', { name: 'Synthetic Cognition' }).check()
    network.cut()
    await page.getByRole('button', { name: 'Initialize agent' }).click()
    const banner = { hasText: 'Neural pattern initialization failed. Please try again.' }
    await expect(page.getByRole('alert').filter(banner)).toBeVisible()
    for (const [label, text] of Object.entries(typed))
      await expect(page.getByLabel(label, { exact: false })).toHaveValue(text)
    await expect(page.getByRole('radio', { name: 'Synthetic Cognition' })).toBeChecked()
    network.mend()
    // Everybody's pages would ask for a picture that nobody can bring.
    await page.getByLabel('Image address').fill('')
    // It is shown only for a moment.
    await Promise.all([
      expect(page.getByText('Neural pattern initialized successfully!')).toBeVisible(),
      page.getByRole('button', { name: 'Initialize agent' }).click(),
    ])
    await page.waitForURL('/management')
    await expect(page.getByRole('article')).toHaveCount(1)
  })

  // §8.10
  test('the visibility stays as it was, and the banner says so', async ({
    page,
    keptNetwork: network,
    person: _,
  }) => {
    await makeAgent(page, { name: 'Ember' })
    await visit(page, '/management')
    await expect(page.getByRole('button', { name: 'Hide Ember' })).toBeVisible()
    network.cut()
    await page.getByRole('button', { name: 'Hide Ember' }).click()
    const banner = page.getByRole('alert').filter({ hasText: 'Failed to update neural pattern visibility.' })
    await expect(banner).toBeVisible()
    await expect(page.getByRole('article').getByText('Active', { exact: true })).toBeVisible()
    await expect(page.getByText('Neural pattern hidden')).toHaveCount(0)
    network.mend()
    await Promise.all([
      expect(page.getByText('Neural pattern hidden')).toBeVisible(),
      page.getByRole('button', { name: 'Hide Ember' }).click(),
    ])
    await expect(banner).toHaveCount(0)
  })

  test('an agent that could not be asked for can be asked for again', async ({
    page,
    keptNetwork: network,
    person: _,
  }) => {
    // Opens a chat first: with the network cut, the code of that screen could not be loaded either.
    await visit(page, '/vacant?query=meridian')
    const agent = await makeAgent(page, { name: 'Cinder' })
    await page.getByRole('link', { name: 'Meridian', exact: true }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Open chat' }).click()
    await expect(composer(page)).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click()
    const link = page.getByRole('link', { name: 'Cinder', exact: true })
    await expect(link).toBeVisible()
    network.cut()
    await link.click()
    await expect(page).toHaveURL(`/chat/${agent.id}`)
    await expect(page.getByRole('heading', { name: 'This agent could not be loaded.' })).toBeVisible()
    const why = page.getByRole('main').getByRole('alert')
    await expect(why).toContainText('The server can’t be reached. Check the connection and try again.')
    await expect(page).toHaveTitle('Chat · Bionic')
    network.mend()
    // A fault of the server is none of the connection.
    await page.route('**/api/agents/*', (route) => route.fulfill({ status: 500 }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(why).toContainText('Something went wrong on the server. Try again in a moment.')
    await page.unroute('**/api/agents/*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cinder')
  })

  // §8.15
  test('the list has no agents but a way to try again', async ({ page, keptNetwork: network }) => {
    await visit(page, '/vacant')
    await expect(page.getByRole('article').first()).toBeVisible()
    network.cut()
    await page.getByPlaceholder('Initialize search sequence...').fill('lattice')
    const alert = page.getByRole('alert').filter({ hasText: 'The agents could not be loaded' })
    await expect(alert).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    network.mend()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Lattice' })).toBeVisible()
    await expect(page.getByPlaceholder('Initialize search sequence...')).toHaveValue('lattice')
  })

  // §8.19
  test('quick chat is not answered, and the page logs why', async ({ page, keptNetwork: network }) => {
    const errors = errorsOf(page)
    await visit(page, '/vacant?query=meridian')
    await page.getByRole('button', { name: 'Quick chat with Meridian', exact: true }).click()
    await expect(composer(page)).toBeFocused()
    network.cut()
    await say(page, 'Hello?')
    await expect(notAnswered(page)).toBeVisible()
    await expect(page.getByText('The server could not be reached.')).toBeVisible()
    await expect(page.getByText('Processing neural response')).toHaveCount(0)
    await expect(composer(page)).toBeEnabled()
    await expect
      .poll(() => errors.filter((text) => text.startsWith('Error generating response')))
      .toHaveLength(1)
    network.mend()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Hello from the scripted model.')).toBeVisible()
  })

  // §8.17
  test('the realms did not answer, and can be asked again', async ({ page, keptNetwork: network }) => {
    await visit(page, '/realm')
    await expect(page.getByRole('article').first()).toBeVisible()
    network.cut()
    await page.getByRole('searchbox').fill('workshop')
    const alert = page.getByRole('alert').filter({ hasText: 'The realms could not be loaded' })
    await expect(alert).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    expect(await axeViolations(page)).toEqual([])
    network.mend()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('article')).toHaveText([/The Workshop/])
  })

  // §8.18
  test('a realm does not get the message: it waits on the screen, goes once by itself, and the page logs why', async ({
    page,
    keptNetwork: network,
    person: _,
  }) => {
    const errors = errorsOf(page)
    await visit(page, '/realm?query=workshop')
    await page.getByRole('link', { name: 'The Workshop' }).click()
    await expect(page.getByText('CONNECTED', { exact: true })).toBeVisible()
    const input = page.getByPlaceholder('Enter message...')
    const log = page.getByRole('log', { name: 'Messages' })
    network.cut()
    await input.fill('Anybody home?')
    await input.press('Enter')
    await expect(
      page.getByText('Waiting for the connection. Your message will be sent automatically.'),
    ).toBeVisible()
    await expect(page.getByText('NOT CONNECTED', { exact: true })).toBeVisible()
    await expect(log.getByText('Anybody home?')).toBeVisible()
    await expect.poll(() => errors.filter((text) => text.startsWith('Error sending message'))).toHaveLength(1)
    network.mend()
    await expect(page.getByText('CONNECTED', { exact: true })).toBeVisible()
    await expect(page.getByText('Waiting for the connection')).toHaveCount(0)
    await expect(input).toHaveValue('')
    await page.reload()
    await expect(log.getByText('Anybody home?')).toHaveCount(1)
  })
})
