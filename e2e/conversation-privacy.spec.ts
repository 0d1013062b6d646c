import type { Page } from '@playwright/test'
import type { ConversationPage } from '../src/shared/chat/conversations.ts'
import { conversationClient, firstQuestion } from '../test/conversation-client.ts'
import { requestInit, type Send, signInWith } from '../test/sign-in.ts'
import {
  composer,
  conversationId,
  copyReply,
  history,
  historyItem,
  meridian,
  said,
  sampleAgents,
  say,
} from './chat-page.ts'
import { installWallet } from './fakes/wallet.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { makeAgent } from './make-agent.ts'
import { stickingOut } from './sticking-out.ts'

const storedBy = async (page: Page): Promise<ConversationPage> =>
  (await page.request.get('/api/conversations')).json()

test('another wallet and a visitor find nothing at the address of a conversation', async ({
  page,
  person: _,
  product,
}) => {
  const send: Send = (method, path, sent) => fetch(product.address + path, requestInit(method, sent))
  const { one } = await sampleAgents(page.request)
  const owner = await signInWith(send)
  const id = crypto.randomUUID()
  const asked = await conversationClient(send, owner).ask(id, firstQuestion(one.id, 'My secret'))
  await asked.text()
  const address = `/chat/${one.id}/${id}`
  expect(await (await send('GET', address, { as: owner })).text()).toContain('My secret')

  // Another person who opens the address is redirected to the agent.
  const answer = await page.goto(address)
  await expect(page.getByRole('heading', { name: `Start your own chat with ${one.name}` })).toBeVisible()
  expect(await answer?.text()).not.toContain('My secret')
  expect(await answer?.text()).toContain(`<meta property="og:title" content="${one.name} · Bionic">`)
  await expect(page.getByRole('link', { name: `Talk with ${one.name}` })).toHaveAttribute(
    'href',
    `/chat/${one.id}`,
  )
  for (const path of ['', '/export?format=json'])
    expect((await page.request.get(`/api/conversations/${id}${path}`)).status()).toBe(404)
  expect((await storedBy(page)).conversations).toEqual([])

  await page.context().clearCookies()
  await page.goto(address)
  await expect(page.getByText('This conversation is private. Only', { exact: false })).toBeVisible()
  await expect(page.getByRole('heading', { name: `Start your own chat with ${one.name}` })).toBeVisible()
  expect((await page.request.get(`/api/conversations/${id}`)).status()).toBe(401)
})

// §4.36
test('a conversation is there after a reload with no wallet connected and on another device of the wallet, and is hidden by signing out', async ({
  page,
  browser,
  product,
  wallet,
  signIn,
  model,
}) => {
  const seeds = [[...crypto.getRandomValues(new Uint8Array(32))]]
  await wallet({ seeds })
  await visit(page, meridian)
  await expect(page.getByRole('switch', { name: 'Don’t save' })).toHaveCount(0)
  await signIn()
  await expect(page.getByRole('switch', { name: 'Don’t save' })).not.toBeChecked()
  model.next({ name: 'stalls', words: ['Hello from the'], rest: [' scripted model.'] })
  await say(page, 'Remember me')
  await expect(said(page, 'Hello from the')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
  await expect(said(page, 'Hello from the')).toBeVisible()
  model.release()
  await expect(said(page, 'Hello from the scripted model.')).toBeVisible()
  await expect(copyReply(page)).toHaveCount(1)
  await say(page, 'Still me')
  await expect(copyReply(page)).toHaveCount(2)
  expect((await storedBy(page)).conversations).toHaveLength(1)

  const device = await browser.newContext({ baseURL: product.address })
  await installWallet(device, { seeds })
  const other = await device.newPage()
  await visit(other, '/chat')
  const shown = await signIn(other)
  await historyItem(other, 'Remember me').getByRole('link').click()
  await expect(said(other, 'Still me')).toBeVisible()
  await device.close()

  await signIn()
  await expect(said(page, 'Remember me')).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: shown }).click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  await expect(page.getByText('Remember me')).toHaveCount(0)
  await expect(history(page)).toHaveCount(0)
  // The page deletes at once, and then requests it from the server.
  await expect.poll(async () => (await page.request.get('/api/conversations')).status()).toBe(401)
})

test('a message that is sent after the session has ended is there to send once its wallet is back', async ({
  page,
  wallet,
  signIn,
}) => {
  await wallet()
  await visit(page, meridian)
  await signIn()
  await say(page, 'First words')
  await expect(copyReply(page)).toBeVisible()
  await page.request.delete('/api/session')
  await say(page, 'Words at a bad moment')
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  await expect(page.getByText('First words')).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'Connect' }).click()
  await expect(said(page, 'First words')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toHaveValue('Words at a bad moment')
})

// §4.36
test('a visitor’s words, the isolated screen’s and those of quick chat are stored nowhere', async ({
  page,
  person: _,
  context,
}) => {
  // A new agent, because the newest agents of other journeys may share a name.
  const one = await makeAgent(page, { name: `Whisper ${crypto.randomUUID()}`, isPublic: true })
  await page.goto('/isolated')
  await expect(page.getByRole('switch')).toHaveCount(0)
  await say(page, 'Isolated words')
  await expect(copyReply(page)).toBeVisible()
  await visit(page, '/vacant')
  await page.getByRole('button', { name: `Quick chat with ${one.name}` }).click()
  await say(page, 'Quick words')
  await expect(copyReply(page)).toBeVisible()
  expect((await storedBy(page)).conversations).toEqual([])
  await context.clearCookies()
  await page.goto(`/chat/${one.id}`)
  await say(page, 'A visitor’s words')
  await expect(copyReply(page)).toBeVisible()
  await expect(page).toHaveURL(`/chat/${one.id}`)
  await expect(page.getByText('Not saved: ends when you close this page')).toBeVisible()
  await page.goto('/chat')
  await expect(page.getByText('Conversations are saved for signed-in wallets')).toBeVisible()
  await page.getByRole('list', { name: 'Agents' }).getByRole('link', { name: one.name }).click()
  await expect(page).toHaveURL(`/chat/${one.id}`)
})

test('what a visitor has said, and asks while the wallet is at the signature, is kept once it has signed', async ({
  page,
  wallet,
}) => {
  await wallet({ holds: ['sign'] })
  await page.goto(meridian)
  await say(page, 'As a visitor')
  await expect(copyReply(page)).toBeVisible()
  const header = page.getByRole('banner')
  await header.getByRole('button', { name: 'Select Wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Detected/ })
    .click()
  await expect(header.getByRole('button', { name: /^\w{4}\.\.\w{4}$/ })).toBeVisible()
  await say(page, 'While it signs')
  await expect(page.getByText('Waiting for your wallet to save this conversation.')).toBeVisible()
  await page.evaluate(() => window.testWallets['Test Wallet']?.release())
  await expect(copyReply(page)).toHaveCount(2)
  await conversationId(page)
  await expect(page.getByText(/^Not kept/)).toHaveCount(0)
  await expect(historyItem(page, 'As a visitor')).toBeVisible()
  await say(page, 'And from then on')
  await expect(copyReply(page)).toHaveCount(3)
  await page.reload()
  for (const text of ['As a visitor', 'While it signs', 'And from then on'])
    await expect(said(page, text)).toBeVisible()
  await expect(copyReply(page)).toHaveCount(3)
})

test('with “Don’t save” a conversation stays in the page and ends with it', async ({ page, person: _ }) => {
  await page.goto(meridian)
  const keepNothing = page.getByRole('switch', { name: 'Don’t save' })
  await composer(page).fill('Off the record')
  await keepNothing.click()
  await expect(keepNothing).toBeChecked()
  await expect(composer(page)).toHaveValue('Off the record')
  await composer(page).press('Enter')
  await expect(copyReply(page)).toBeVisible()
  await expect(page).toHaveURL(meridian)
  await expect(page.getByText('Not saved: ends when you close this page')).toBeVisible()
  // It shares the head with the model's name: on narrow screens they stand below each other.
  for (const width of [360, 390, 450, 540, 1280]) {
    await page.setViewportSize({ width, height: 860 })
    await expect.poll(() => stickingOut(page), `at ${width} px`).toEqual([])
  }
  expect((await storedBy(page)).conversations).toEqual([])
  await page.reload()
  await expect(page.getByText('> Initialize query sequence_')).toBeVisible()
  await expect(page.getByText('Off the record')).toHaveCount(0)
  await expect(keepNothing).not.toBeChecked()
  await say(page, 'On the record')
  await conversationId(page)
  await expect(historyItem(page, 'On the record')).toBeVisible()
  await expect.poll(async () => (await storedBy(page)).conversations).toHaveLength(1)
})
