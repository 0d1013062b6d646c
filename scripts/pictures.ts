import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import { startModelServer } from '../e2e/fakes/model-server.ts'
import { operators } from '../e2e/operators.ts'
import { enterStates, pathTo, sampleReply, screenStates } from '../e2e/screen-states.ts'
import { startProduct } from '../e2e/start-product.ts'
import { build } from './build.ts'
import { findBrowser } from './find-browser.ts'
import { photographFrontPage } from './front-page.ts'

/**
 * `npm run pictures`: screenshots of every screen, on a phone and on a desktop, in a folder that git ignores; with
 * names, as in `npm run pictures -- swarm-run`, only of those. `front-page` makes the pictures of the README instead.
 */
const folder = fileURLToPath(new URL('../screenshots', import.meta.url))

const sizes = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1280, height: 860 },
]

const asked = process.argv.slice(2)
const screens = Object.keys(screenStates).filter((name) => asked.length === 0 || asked.includes(name))

async function photograph(browser: Browser, address: string) {
  for (const viewport of sizes) {
    for (const name of screens) {
      const context = await browser.newContext({ baseURL: address, viewport, reducedMotion: 'reduce' })
      const page = await context.newPage()
      await enterStates(page, address, pathTo(name))
      await page.waitForTimeout(500)
      const dialog = (await page.getByRole('dialog').count()) > 0
      await page.screenshot({ path: join(folder, `${name}-${viewport.width}.png`), fullPage: !dialog })
      await context.close()
    }
    console.log(`${viewport.width} px: ${screens.length} pictures`)
  }
}

await build(console.log)
await mkdir(folder, { recursive: true })
const model = await startModelServer({ scenario: { name: 'words', words: sampleReply } })
const product = await startProduct({
  OPENAI_BASE_URL: model.baseUrl,
  OPERATORS: operators.map(({ address }) => address).join(','),
})
const browser = await chromium.launch({
  executablePath: await findBrowser(console.log),
  args: ['--no-sandbox'],
})
try {
  if (asked.includes('front-page')) await photographFrontPage(browser, product.address, model)
  else await photograph(browser, product.address)
} finally {
  await browser.close()
  await product.stop()
  await model.close()
}
