import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { startModelServer } from '../e2e/fakes/model-server.ts'
import { installWallet } from '../e2e/fakes/wallet.ts'
import { startProduct } from '../e2e/fixtures.ts'
import { buildWeb } from './build-web.ts'
import { findBrowser } from './find-browser.ts'

/** `npm run pictures`: every screen as a person sees it, on a phone and on a desk, in a folder that git ignores. */
const folder = fileURLToPath(new URL('../screenshots', import.meta.url))

const sizes = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1280, height: 860 },
]

const sample = '5db052f2-33ba-4124-abcb-af26f751efe3'

const screens: Record<string, { path: string; signedIn?: true; act?: (page: Page) => Promise<unknown> }> = {
  home: { path: '/' },
  'home-wallet-modal': {
    path: '/',
    act: (page) => page.getByRole('button', { name: 'Select Wallet' }).click(),
  },
  matrix: { path: '/vacant', act: scrollThrough },
  'matrix-detail': { path: `/vacant?agent=${sample}` },
  'matrix-create': { path: '/vacant?create' },
  'matrix-nothing': { path: '/vacant?query=nothing%20of%20the%20kind' },
  'matrix-quick-chat': {
    path: '/vacant',
    act: (page) =>
      page
        .getByRole('button', { name: /quick chat/i })
        .first()
        .click(),
  },
  'create-locked': { path: '/create' },
  create: { path: '/create', signedIn: true },
  'management-visitor': { path: '/management' },
  'management-empty': { path: '/management', signedIn: true },
  chat: { path: `/chat/${sample}` },
  'chat-reply': { path: `/chat/${sample}`, act: talk },
  'chat-not-found': { path: '/chat/00000000-0000-4000-8000-000000000000' },
  isolated: { path: '/isolated' },
  launch: { path: '/launch' },
  nest: { path: '/nest' },
  archives: { path: '/archives' },
  glossary: { path: '/archives?tab=glossary' },
  realms: { path: '/realm' },
  'not-found': { path: '/nowhere' },
}

async function scrollThrough(page: Page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 600) {
      window.scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    window.scrollTo(0, 0)
  })
}

async function talk(page: Page) {
  await page.getByRole('textbox').fill('Explain the surface code as if I had a pencil and ten minutes.')
  await page.keyboard.press('Enter')
  await page.getByText('changed their mind').waitFor()
}

async function signIn(page: Page) {
  await page.getByRole('button', { name: 'Select Wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Detected/ })
    .click()
  await page.getByText('Wallet connected, signed in').waitFor({ state: 'attached' })
}

async function photograph(browser: Browser, address: string) {
  for (const viewport of sizes) {
    for (const [name, screen] of Object.entries(screens)) {
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
      if (screen.signedIn) await installWallet(context)
      const page = await context.newPage()
      await page.goto(address + screen.path, { waitUntil: 'networkidle' })
      if (screen.signedIn) await signIn(page)
      await screen.act?.(page)
      await page.waitForTimeout(500)
      const dialog = (await page.getByRole('dialog').count()) > 0
      await page.screenshot({ path: join(folder, `${name}-${viewport.width}.png`), fullPage: !dialog })
      await context.close()
    }
    console.log(`${viewport.width} px: ${Object.keys(screens).length} pictures`)
  }
}

await buildWeb(console.log)
await mkdir(folder, { recursive: true })
const reply = [
  'Draw a chessboard. Put a qubit on every line between two squares. Now let the black squares ask one question, ',
  '_“is the parity of my four lines even?”_, and the white squares ask the same in the other basis.\n\n',
  '```python\nfor square in board:\n    syndrome[square] = parity(edges(square))\n```\n\n',
  'An error flips two neighbouring answers. You never look at the qubits; you look at which squares changed their mind.',
]
const model = await startModelServer({ scenario: { name: 'words', words: reply } })
const product = await startProduct({ OPENAI_BASE_URL: model.baseUrl })
const browser = await chromium.launch({
  executablePath: await findBrowser(console.log),
  args: ['--no-sandbox'],
})
try {
  await photograph(browser, product.address)
} finally {
  await browser.close()
  await product.stop()
  await model.close()
}
