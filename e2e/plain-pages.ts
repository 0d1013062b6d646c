import type { Browser, BrowserContext, Page } from '@playwright/test'

/** How many times slower the pages' processor is, for who looks for what only a slow one shows (CONTRIBUTING.md). */
const slower = Number(process.env.SLOWER ?? 1)

/**
 * What is drawn behind and over all pages without a journey looking at it: the two lights of the ground, which take a
 * fifth of the CPU of a page load where no graphics card draws them, noise, grain, and the blur behind dialogs.
 */
const plainStyles = `
  body::before { background: var(--color-ground) !important }
  .noise, .grain { display: none }
  * { backdrop-filter: none !important }
`

interface PageSettings {
  withEffects: boolean
  serviceWorkers: 'allow' | 'block'
}

async function makePlain(context: BrowserContext, { withEffects, serviceWorkers }: PageSettings) {
  if (!withEffects)
    await context.addInitScript((styles) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(styles)
      document.adoptedStyleSheets.push(sheet)
    }, plainStyles)
  // Otherwise each page would log that its registration was refused.
  if (serviceWorkers === 'block')
    await context.addInitScript(() => Object.defineProperty(navigator, 'serviceWorker', { value: undefined }))
  if (slower === 1) return
  await Promise.all(context.pages().map(slowDown))
  context.on('page', (page) => void slowDown(page).catch(() => {})) // one that closes at once
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
}

/**
 * Removes effects and service workers from every page that a journey opens from now on: in its own context, and in those
 * that it makes for others, who meet its person.
 * @returns what leaves the browser as it was
 */
export async function openPlainPages(
  browser: Browser,
  context: BrowserContext,
  settings: PageSettings,
): Promise<() => void> {
  await makePlain(context, settings)
  const { newContext } = browser
  browser.newContext = async (options) => {
    const other = await newContext.call(browser, options)
    await makePlain(other, settings)
    return other
  }
  return () => {
    browser.newContext = newContext
  }
}
