import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { test as base, type Page } from '@playwright/test'
import { type ModelServer, startModelServer } from './fakes/model-server.ts'
import { installWallet, type WalletOptions } from './fakes/wallet.ts'

export { expect } from '@playwright/test'

const main = fileURLToPath(new URL('../src/server/main.ts', import.meta.url))

export interface ProductServer {
  address: string
  /** What it has logged so far, a line each; it grows. */
  log: readonly Record<string, unknown>[]
  /** Ends it as an operator would, and resolves with its exit code. */
  stop(): Promise<number | null>
}

/**
 * Starts the production server on a free port with a data folder of its own, which goes with it.
 * @param environment what is set besides, such as OPENAI_BASE_URL
 */
export async function startProduct(environment: Record<string, string> = {}): Promise<ProductServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bionic-journey-'))
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RATE_LIMIT_CHAT: '10000',
      RATE_LIMIT_WRITE: '10000',
      RATE_LIMIT_READ: '100000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = logOf(child)
  const address = await announcedAddress(child)
  return {
    address,
    log,
    async stop() {
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
      if (child.exitCode === null) child.kill('SIGTERM')
      const code = child.exitCode ?? (await ended)
      if (!environment.DATA_DIR) await rm(dataDir, { recursive: true, force: true })
      return code
    },
  }
}

function announcedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it answered.`)))
    if (!child.stdout) return reject(new Error('The server has no standard output.'))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /^Bionic is at (\S+)/.exec(line)?.[1]
      if (address) resolve(address)
    })
  })
}

/** Shows what it says on standard error, as if it had its own, and keeps the lines of its log. */
function logOf(child: ChildProcess): Record<string, unknown>[] {
  const log: Record<string, unknown>[] = []
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => {
      process.stderr.write(`${line}\n`)
      if (line.startsWith('{')) log.push(JSON.parse(line))
    })
  return log
}

/** Connects the page's one wallet and signs in, as a person does; resolves with the shown address, such as `AbCd..WxYz`. */
export async function connectWallet(page: Page): Promise<string> {
  const header = page.getByRole('banner')
  const shown = header.getByRole('button', { name: /^\w{4}\.\.\w{4}$/ })
  const chosenBefore = await page.evaluate(() => localStorage.getItem('walletName') !== null)
  await header.getByRole('button', { name: chosenBefore ? 'Connect' : 'Select Wallet', exact: true }).click()
  if (!chosenBefore)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Detected/ })
      .click()
  await shown.waitFor()
  await page.getByText('Wallet connected, signed in').waitFor({ state: 'attached' })
  return (await shown.textContent())?.trim() ?? ''
}

interface Fixtures {
  /** Puts a Wallet Standard wallet into every page that the browser context opens from now on. */
  wallet: (options?: Partial<WalletOptions>) => Promise<void>
  /** Connects through the modal and signs in, as a person does; resolves with the shown address, such as `AbCd..WxYz`. */
  signIn: (page?: Page) => Promise<string>
}

interface WorkerFixtures {
  model: ModelServer
  product: ProductServer
}

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
      const product = await startProduct({ OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: 'scripted-key' })
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => {
    await use(product.address)
  },
  wallet: async ({ context }, use) => {
    await use((options) => installWallet(context, options))
  },
  signIn: async ({ page: ownPage }, use) => {
    await use((page = ownPage) => connectWallet(page))
  },
})
