import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type Response,
} from '@playwright/test'
import { conversationClient } from '../test/conversation-client.ts'
import { type Account, requestInit, type Send, signInWith } from '../test/sign-in.ts'
import { type CutNetwork, startCutNetwork } from './cut-network.ts'
import { type ModelServer, startModelServer } from './fakes/model-server.ts'
import { installWallet, type WalletOptions } from './fakes/wallet.ts'
import { operators } from './operators.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { openPlainPages } from './plain-pages.ts'
import { type ProductServer, startProduct } from './start-product.ts'

export { expect } from '@playwright/test'

/** A signed-in person, and access to their conversations without a page. */
export interface Person extends Account {
  conversations: ReturnType<typeof conversationClient>
}

/**
 * Signs in a new wallet without a page, and gives the context its session: no wallet is connected, as after a reload.
 * Faster than `signIn`, which does it through the UI.
 */
export async function signInContext(context: BrowserContext, address: string): Promise<Person> {
  const send: Send = (method, path, sent) => fetch(address + path, requestInit(method, sent))
  const account = await signInWith(send)
  const [name = '', ...value] = account.cookie.split('=')
  await context.addCookies([{ name, value: value.join('='), url: address }])
  return { ...account, conversations: conversationClient(send, account) }
}

/** A page hydrates soon after its code has loaded; with the default intervals the wait would be far longer. */
const ALIVE_SOON = { intervals: [10, 20, 40] }

/** Resolves once an element of the first paint is hydrated: a press before that may be lost. */
export async function isAlive(element: Locator): Promise<void> {
  const isTaken = (node: Element) => Object.keys(node).some((key) => key.startsWith('__reactProps'))
  await expect.poll(() => element.evaluate(isTaken), ALIVE_SOON).toBe(true)
}

/**
 * `isAlive` for all interactive elements of a page, including the code of the screen, and for the window's keyboard
 * shortcuts.
 */
export async function isTakenOver(page: Page): Promise<void> {
  const isTaken = () => {
    const parts = [...document.querySelectorAll('#root :is(a, button, input, select, textarea)')]
    const hasProps = (node: Element) => Object.keys(node).some((key) => key.startsWith('__reactProps'))
    return parts.length > 0 && parts.every(hasProps)
  }
  await expect.poll(() => page.evaluate(isTaken), ALIVE_SOON).toBe(true)
  // Elements have their props before their effects have run, which happens when the page is idle.
  await page.evaluate(
    () => new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 1_000 })),
  )
}

/**
 * Navigates to an address, and resolves once the page is hydrated: a second faster than waiting for an idle network.
 */
export async function visit(page: Page, path: string): Promise<Response | null> {
  const answer = await page.goto(path)
  await isTakenOver(page)
  return answer
}

/**
 * Connects the page's only wallet and signs in through the UI; resolves to the displayed address, such as `AbCd..WxYz`.
 */
export async function connectWallet(page: Page): Promise<string> {
  const header = page.getByRole('banner')
  const shown = header.getByRole('button', { name: /^\w{4}\.\.\w{4}$/ })
  const chosenBefore = await page.evaluate(() => localStorage.getItem('walletName') !== null)
  const button = header.getByRole('button', { name: chosenBefore ? 'Connect' : 'Select Wallet', exact: true })
  await isAlive(button)
  await button.click()
  if (!chosenBefore)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Detected/ })
      .click()
  await shown.waitFor()
  await page.getByText('Wallet connected, signed in').waitFor({ state: 'attached' })
  return (await shown.textContent())?.trim() ?? ''
}

/** The violations of their policy by the pages of a context, as the browser reports them. */
export function refusedByPolicy(context: BrowserContext): string[] {
  const refused: string[] = []
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted(HTML|Script|Type)/.test(message.text())) refused.push(message.text())
  })
  return refused
}

export interface Fixtures {
  /** Adds a Wallet Standard wallet to every page that the browser context opens from now on. */
  wallet: (options?: Partial<WalletOptions>) => Promise<void>
  /** Connects with the dialog and signs in through the UI; resolves to the displayed address, such as `AbCd..WxYz`. */
  signIn: (page?: Page) => Promise<string>
  /** The person who is signed in in the browser context from the start; no wallet is connected, as after a reload. */
  person: Person
  /**
   * Whether the pages of a journey, those of others' browsers included, have their lights, noise, grain and blur. A
   * browser without a GPU spends most of its time drawing them, so they are enabled only for journeys that check that
   * they do not interfere.
   */
  withEffects: boolean
  plainPages: undefined
  /** No page violates its policy: content that a browser blocks is missing on the screen. */
  ownPolicy: undefined
  /** A failed journey reports the console errors of its pages. */
  consoleOfFailure: undefined
  /** Resets the model after each journey: the worker's next one uses the same model. */
  usualModel: undefined
}

export interface WorkerFixtures {
  model: ModelServer
  product: ProductServer
  /**
   * A server that can go down and come back, beside the one that all journeys share, with the smallest context window
   * of a model and room for one conversation per wallet. It is a fixture here, because a worker whose fixtures differ
   * from the last one's would restart everything.
   */
  own: OwnServer
  /** A network before the product that a journey cuts and mends; its address stays, so that its page can be kept. */
  keptNetwork: CutNetwork
}

/** The timeout for starting servers, in milliseconds: nothing is asserted about it, and a machine can be busy. */
const STARTING_MS = 300_000

/** For what is asked without a page: no browser context is opened for it. */
export const requestTest = base.extend<object, WorkerFixtures>({
  model: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const model = await startModelServer()
      await use(model)
      await model.close()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ model }, use) => {
      const product = await startProduct({
        OPENAI_BASE_URL: model.baseUrl,
        OPENAI_API_KEY: 'scripted-key',
        VISION_MODELS: 'gpt-4-turbo-preview',
        // The scripted model is also what people bring keys for.
        MODEL_ADDRESS_RANGES: '127.0.0.1/32',
        TOOL_ADDRESS_RANGES: '127.0.0.1/32',
        OPERATORS: operators.map(({ address }) => address).join(','),
      })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: STARTING_MS },
  ],
  own: [
    async ({ model }, use) => {
      const own = await startOwnServer({
        OPENAI_BASE_URL: model.baseUrl,
        OPENAI_API_KEY: 'scripted-key',
        CHAT_WINDOW_TOKENS: '2048',
        QUOTA_CONVERSATIONS: '1',
      })
      await use(own)
      await own.end()
    },
    { scope: 'worker', timeout: STARTING_MS },
  ],
  keptNetwork: [
    async ({ product }, use) => {
      const network = await startCutNetwork(product.address)
      await use(network)
      await network.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => {
    await use(product.address)
  },
})

export const test = requestTest.extend<Fixtures>({
  wallet: async ({ context }, use) => {
    await use((options) => installWallet(context, options))
  },
  withEffects: [false, { option: true }],
  plainPages: [
    async ({ browser, context, withEffects, serviceWorkers }, use) => {
      const close = await openPlainPages(browser, context, { withEffects, serviceWorkers })
      await use(undefined)
      close()
    },
    { auto: true },
  ],
  ownPolicy: [
    async ({ context }, use) => {
      const refused = refusedByPolicy(context)
      await use(undefined)
      expect(refused).toEqual([])
    },
    { auto: true },
  ],
  consoleOfFailure: [
    async ({ context }, use, journey) => {
      const lines: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error') lines.push(message.text())
      })
      await use(undefined)
      if (journey.status !== journey.expectedStatus && lines.length > 0)
        await journey.attach('console', { body: lines.join('\n'), contentType: 'text/plain' })
    },
    { auto: true },
  ],
  usualModel: [
    async ({ model }, use) => {
      await use(undefined)
      model.reset()
    },
    { auto: true },
  ],
  person: async ({ context, baseURL }, use) => {
    await use(await signInContext(context, baseURL ?? ''))
  },
  signIn: async ({ page: ownPage }, use) => {
    await use((page = ownPage) => connectWallet(page))
  },
})
