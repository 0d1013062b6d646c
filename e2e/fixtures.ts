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
import { type ModelServer, startModelServer } from './fakes/model-server.ts'
import { installWallet, type WalletOptions } from './fakes/wallet.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { type ProductServer, startProduct } from './start-product.ts'

export { expect } from '@playwright/test'

/** Somebody with a wallet who has signed in, and their hand on their conversations past any page. */
export interface Person extends Account {
  conversations: ReturnType<typeof conversationClient>
}

/**
 * Signs a new wallet in without a page, and gives the context the session: as after a reload, no wallet is connected.
 * Quicker than `signIn`, which does it as a person does.
 */
export async function signInContext(context: BrowserContext, address: string): Promise<Person> {
  const send: Send = (method, path, sent) => fetch(address + path, requestInit(method, sent))
  const account = await signInWith(send)
  const [name = '', ...value] = account.cookie.split('=')
  await context.addCookies([{ name, value: value.join('='), url: address }])
  return { ...account, conversations: conversationClient(send, account) }
}

/** A page comes alive soon after its code is there: looked after less often, it would be waited for far longer. */
const ALIVE_SOON = { intervals: [10, 20, 40] }

/** Resolves once the page's code has taken an element of the first paint over: a press before that may be lost. */
export async function isAlive(element: Locator): Promise<void> {
  const isTaken = (node: Element) => Object.keys(node).some((key) => key.startsWith('__reactProps'))
  await expect.poll(() => element.evaluate(isTaken), ALIVE_SOON).toBe(true)
}

/** `isAlive` for all that can be pressed on a page, code of the screen included, and for keys that the window listens to. */
export async function isTakenOver(page: Page): Promise<void> {
  const isTaken = () => {
    const parts = [...document.querySelectorAll('#root :is(a, button, input, select, textarea)')]
    const hasProps = (node: Element) => Object.keys(node).some((key) => key.startsWith('__reactProps'))
    return parts.length > 0 && parts.every(hasProps)
  }
  await expect.poll(() => page.evaluate(isTaken), ALIVE_SOON).toBe(true)
  // Elements have their props before their effects have run, which is once the page has nothing more urgent to do.
  await page.evaluate(
    () => new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 1_000 })),
  )
}

/** Goes to an address, and resolves once the page takes presses: quicker by a second than a network that is quiet. */
export async function visit(page: Page, path: string): Promise<Response | null> {
  const answer = await page.goto(path)
  await isTakenOver(page)
  return answer
}

/** Connects the page's one wallet and signs in, as a person does; resolves with the shown address, such as `AbCd..WxYz`. */
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

/** What the pages of a context tried that their policy forbids, as the browser says it. */
export function refusedByPolicy(context: BrowserContext): string[] {
  const refused: string[] = []
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted(HTML|Script|Type)/.test(message.text())) refused.push(message.text())
  })
  return refused
}

/** Takes noise, grain and the blur behind dialogs off every page that a context opens from now on. */
export async function takeEffectsOff(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.noise, .grain { display: none } * { backdrop-filter: none !important }')
    document.adoptedStyleSheets.push(sheet)
  })
}

export interface Fixtures {
  /** Puts a Wallet Standard wallet into every page that the browser context opens from now on. */
  wallet: (options?: Partial<WalletOptions>) => Promise<void>
  /** Connects through the modal and signs in, as a person does; resolves with the shown address, such as `AbCd..WxYz`. */
  signIn: (page?: Page) => Promise<string>
  /** Who is signed in in the browser context from the start; no wallet is connected, as after a reload. */
  person: Person
  /**
   * Whether the pages of the journey's context have noise, grain and blur. A browser without a graphics card spends most of
   * its drawing on them, so they are there only where a journey shows that they are in nobody's way.
   */
  withEffects: boolean
  plainPages: undefined
  /** No page does what its policy forbids: what a browser refuses to do is missing on the screen. */
  ownPolicy: undefined
  /** A journey that fails says the errors that its pages wrote to their consoles. */
  consoleOfFailure: undefined
  /** A journey leaves nothing behind of what it told the model to do: the worker's next one has the same model. */
  usualModel: undefined
}

export interface WorkerFixtures {
  model: ModelServer
  product: ProductServer
  /**
   * A server that can go down and come back, beside the one that all journeys share, with the smallest window that a
   * model may have and room for one conversation of a wallet. It is here, as a worker that knows other fixtures than the last would start everything anew.
   */
  own: OwnServer
}

/** How long servers may take to start, in milliseconds: nothing is asserted about it, and a machine can be busy. */
const STARTING_MS = 120_000

export const test = base.extend<Fixtures, WorkerFixtures>({
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
  baseURL: async ({ product }, use) => {
    await use(product.address)
  },
  wallet: async ({ context }, use) => {
    await use((options) => installWallet(context, options))
  },
  withEffects: [false, { option: true }],
  plainPages: [
    async ({ context, withEffects, serviceWorkers }, use) => {
      if (!withEffects) await takeEffectsOff(context)
      // Else each page would be told that it was refused one.
      if (serviceWorkers === 'block')
        await context.addInitScript(() =>
          Object.defineProperty(navigator, 'serviceWorker', { value: undefined }),
        )
      await use(undefined)
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
