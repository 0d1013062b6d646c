import type { Page } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { connectWallet, expect, visit } from './fixtures.ts'
import { signInHost } from './realm-host.ts'
import { enterRealm, input, isSaid, log, say, shown, test } from './realm-page.ts'

const sendButton = (page: Page) => page.getByRole('button', { name: 'Send' })
const notSent = (page: Page) => page.getByText('Not sent · Retry', { exact: true })

// §2.5, §2.51, §2.52, §2.53, §2.57, §2.58, §2.60
test('without a wallet a realm is read, and its input rests', async ({ page, request }) => {
  const host = await signInHost(request)
  const realm = await host.makeRealm('The Gallery', 'Look, and say nothing.')
  const said: string[] = []
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
  await page.goto(`/realm/${realm.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Gallery')
  await expect(page.getByText('No messages yet', { exact: true })).toBeVisible()
  await expect(page.getByText('Connect wallet to participate in chat', { exact: true })).toBeVisible()
  await expect(page.getByPlaceholder('Connect wallet to chat')).toBeDisabled()
  await expect(sendButton(page)).toBeDisabled()
  expect(await axeViolations(page)).toEqual([])
  await host.say(realm, 'Hear, hear')
  await expect(log(page).getByText('Hear, hear')).toBeVisible()
  await expect(page.getByText('No messages yet')).toHaveCount(0)
  await expect(page.getByPlaceholder('Connect wallet to chat')).toBeDisabled()
  const html = await (await page.request.get(`/realm/${realm.id}`)).text()
  expect(html).toContain('Hear, hear')
  expect(said).toEqual([])
})

// §6.10
test('after a reload a session is enough to write, and the room says nothing of connecting', async ({
  page,
  person,
  request,
}) => {
  const host = await signInHost(request)
  const realm = await host.makeRealm('The Second Visit')
  await visit(page, `/realm/${realm.id}`)
  await expect(input(page)).toBeEnabled()
  await expect(page.getByPlaceholder('Enter message...')).toBeVisible()
  await expect(page.getByText(/connect wallet/i)).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Select Wallet' })).toBeVisible()
  await say(page, 'Back again')
  await isSaid(page, 'Back again')
  expect(await host.received(realm)).toEqual(['Back again'])
  await expect(page.getByText('2 participants', { exact: true })).toBeVisible()
  // The first paint has the same content.
  const html = await (await page.request.get(`/realm/${realm.id}`)).text()
  expect(html).toContain('Enter message...')
  expect(html).not.toMatch(/connect wallet/i)
  expect(html).toContain(person.address)
})

// §2.54, §2.55, §3.19
test('what one sends the other sees, in one order, each own on the right, and it outlives a reload', async ({
  page,
  wallet,
  somebody,
  request,
}) => {
  await wallet()
  const host = await signInHost(request)
  const realm = await host.makeRealm('The Long Now')
  const other = await somebody()
  await visit(page, `/realm/${realm.id}`)
  const address = await connectWallet(page)
  const otherAddress = await enterRealm(other, realm.id)
  await expect(page.getByText('No messages yet')).toBeVisible()
  await expect(page.getByText('Connect wallet to participate in chat')).toHaveCount(0)

  const drawn = 'First, with markdown and <b>no</b> markup'
  await say(page, 'First, with **markdown** and <b>no</b> markup')
  await expect(log(page).getByText(drawn)).toBeVisible()
  await expect(log(page).locator('strong')).toHaveText('markdown')
  await expect(input(page)).toHaveValue('')
  await expect(input(page)).toBeFocused()
  await expect(log(other).getByText('First, with')).toBeVisible()
  const second = `Second ${'long '.repeat(60)}`.trim()
  await say(other, second)
  await expect(log(page).getByText('Second long')).toBeVisible()
  // While the person's own message is being sent, a second one is ignored.
  await isSaid(page, drawn)
  await isSaid(other, second)
  await Promise.all([say(page, 'Third, from here'), say(other, 'Third, from there')])
  for (const one of [page, other]) await expect(log(one).getByText('Third, from')).toHaveCount(2)
  const order = (await host.received(realm)).map((content) => content.replaceAll('**', ''))
  expect(order).toHaveLength(4)
  for (const one of [page, other]) await expect.poll(() => shown(one)).toEqual(order)

  await expect(log(page).getByText(otherAddress).first()).toBeVisible()
  await expect(log(page).getByText(address)).toHaveCount(0)
  await expect(log(other).getByText(address).first()).toHaveCSS('text-transform', 'none')
  await expect(page.getByText('3 participants', { exact: true })).toBeVisible()
  await expect(log(page).locator('time').first()).toHaveText(/^([01]\d|2[0-3]):[0-5]\d$/)
  await expect(log(page).getByRole('heading', { name: 'Today' })).toBeVisible()

  const column = await log(page).locator('ol').first().boundingBox()
  const boxes = async (text: string) =>
    log(page).locator('li > div').filter({ hasText: text }).first().boundingBox()
  const [own, others] = [await boxes('First, with'), await boxes('Second long')]
  if (!column || !own || !others) throw new Error('The messages have no boxes')
  expect(Math.round(own.x + own.width)).toBe(Math.round(column.x + column.width))
  expect(Math.round(others.x)).toBe(Math.round(column.x))
  expect(others.width).toBeLessThanOrEqual(column.width * 0.8 + 0.5)
  expect(await axeViolations(page)).toEqual([])

  await page.reload()
  await expect.poll(() => shown(page)).toEqual(order)
})

// §2.59, §2.62, §5.26
test('blank words, and the Enter of a composition, send nothing', async ({ page, request }) => {
  const host = await signInHost(request)
  const realm = await host.makeRealm('The Quiet')
  await enterRealm(page, realm.id)
  await expect(page.getByPlaceholder('Enter message...')).toBeEnabled()
  await expect(sendButton(page)).toBeDisabled()
  await say(page, ' \n ')
  await expect(sendButton(page)).toBeDisabled()
  await input(page).fill('日本')
  await input(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  await expect(input(page)).toHaveValue('日本')
  await input(page).press('Shift+Enter')
  await input(page).pressSequentially('語')
  await sendButton(page).click()
  await expect(log(page).getByText('日本')).toBeVisible()
  await expect.poll(() => host.received(realm)).toEqual(['日本\n語'])
  await say(page, 'x'.repeat(2_001))
  await expect(page.getByText('A message can have at most 2,000 characters.')).toBeVisible()
  await expect(input(page)).toHaveValue('x'.repeat(2_001))
})

// §8.18
test('words that could not be sent are kept, and one retry sends them once', async ({ page, request }) => {
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  const host = await signInHost(request)
  const realm = await host.makeRealm('The Storm')
  await enterRealm(page, realm.id)
  await page.route('**/messages', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.continue(),
  )
  await say(page, 'Mayday')
  await expect(notSent(page)).toBeVisible()
  await expect(input(page)).toHaveValue('Mayday')
  await expect(log(page).getByText('Mayday')).toHaveCount(0)
  await expect.poll(() => logged.some((line) => line.startsWith('Error sending message'))).toBe(true)
  expect(await axeViolations(page)).toEqual([])
  await page.unroute('**/messages')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(log(page).getByText('Mayday')).toBeVisible()
  await expect(notSent(page)).toHaveCount(0)
  await expect(input(page)).toHaveValue('')
  await expect.poll(() => host.received(realm)).toEqual(['Mayday'])
})

test('a message whose answer got lost is found in the realm and not sent again', async ({
  page,
  request,
}) => {
  const host = await signInHost(request)
  const realm = await host.makeRealm('The Echo')
  await enterRealm(page, realm.id)
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
  await page.route('**/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
    lose()
  })
  await say(page, 'Once')
  // The text is shown before the response is lost; otherwise the rest would prove nothing.
  await lost
  await isSaid(page, 'Once')
  await expect(log(page).getByText('Once')).toBeVisible()
  await expect(notSent(page)).toHaveCount(0)
  await expect(input(page)).toHaveValue('')
  await expect.poll(() => host.received(realm)).toEqual(['Once'])
})

test('who declines to sign keeps the words, and is asked again', async ({ page, wallet, request }) => {
  const host = await signInHost(request)
  const realm = await host.makeRealm('The Threshold')
  await wallet({ refuses: ['sign'] })
  await visit(page, `/realm/${realm.id}`)
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Detected/ })
    .click()
  await expect(page.getByPlaceholder('Enter message...')).toBeEnabled()
  await say(page, 'May I?')
  await expect(notSent(page)).toBeVisible()
  await expect(input(page)).toHaveValue('May I?')
  expect(await host.received(realm)).toEqual([])
  await page.evaluate(() => window.testWallets['Test Wallet']?.refuses.clear())
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(log(page).getByText('May I?')).toBeVisible()
})

test('others’ messages are told to a screen reader, one’s own are not', async ({ page, request }) => {
  const host = await signInHost(request)
  const realm = await host.makeRealm('The Ear')
  await enterRealm(page, realm.id)
  await say(page, 'Anybody there?')
  await expect(log(page).getByText('Anybody there?')).toBeVisible()
  await host.say(realm, 'I am.')
  const news = page.getByRole('status').filter({ hasText: 'I am.' })
  await expect(news).toHaveText(`${host.address.slice(0, 4)}..${host.address.slice(-4)}: I am.`)
  await expect(page.getByRole('status').filter({ hasText: 'Anybody there?' })).toHaveCount(0)
})
