import type { BrowserContext, Disposable, Page } from '@playwright/test'
import { test as base } from './fixtures.ts'

/**
 * The pages of this worker's journeys, by the settings that they were opened with. A page that is opened anew gets a
 * process, and fetches, compiles and warms up all code once more; one that goes on at the same site does not.
 */
const kept = new Map<string, Page>()

/** How many pages are kept: what most journeys have, and one of other settings, such as no JavaScript. */
const KEPT = 2

/** What the journey that is going on adds to each new document; it is taken out again after it. */
const scripts: Disposable[] = []

function rememberScripts(of: BrowserContext | Page): void {
  const add: (...script: unknown[]) => Promise<Disposable> = of.addInitScript.bind(of) as never
  of.addInitScript = async (...script: unknown[]) => {
    const added = await add(...script)
    scripts.push(added)
    return added
  }
}

/** Whether the journey that is going on did what can't be taken back: its page is closed after it. */
let isSpent = false

const lasting = [
  ...['setOffline', 'setExtraHTTPHeaders', 'setGeolocation', 'emulateMedia', 'newCDPSession'],
  ...['exposeFunction', 'exposeBinding', 'routeWebSocket', 'routeFromHAR'],
  // Of the clock.
  ...['install', 'setFixedTime', 'setSystemTime', 'pauseAt'],
]

function watchWhatLasts(of: object): void {
  for (const name of lasting) {
    const call: unknown = Reflect.get(of, name)
    if (typeof call !== 'function') continue
    Reflect.set(of, name, (...given: unknown[]) => {
      isSpent = true
      return call.apply(of, given)
    })
  }
}

/** Runs in a page of the product's site. */
async function emptyStores(): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  for (const name of await caches.keys()) await caches.delete(name)
  for (const { name } of await indexedDB.databases())
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name ?? '')
      request.onsuccess = () => resolve()
      request.onerror = () => reject(request.error)
    })
}

async function close(settings: string, page: Page): Promise<void> {
  kept.delete(settings)
  scripts.length = 0
  await page.context().close()
}

/** Makes a page as new for its site: nothing of a journey is left that the next one could find. */
async function forget(page: Page): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  const behavior = 'ignoreErrors'
  await Promise.all([page.unrouteAll({ behavior }), context.unrouteAll({ behavior })])
  await Promise.all(scripts.splice(0).map((script) => script.dispose()))
  for (const source of [page, context])
    for (const event of ['console', 'dialog', 'request', 'response'] as const)
      source.removeAllListeners(event)
  // What lies under the mouse would be hovered on the next screen.
  await page.mouse.move(-1, -1)
  // A text of the same site keeps the page's process, and no code of the product is there that could store anything.
  await page.goto('/robots.txt')
  await page.evaluate(emptyStores)
  await Promise.all([context.clearCookies(), context.clearPermissions()])
}

/**
 * For journeys that need no new browser: they go through one page one after the other, and it is made as new after each, or
 * closed where it can't be. Not for what a page fetches, as it may have that already, and not for what comes before
 * its first screen in its history.
 */
export const test = base.extend({
  context: async (
    { browser, baseURL, javaScriptEnabled, isMobile, hasTouch, serviceWorkers, withEffects, viewport },
    use,
  ) => {
    const settings = JSON.stringify([
      baseURL,
      javaScriptEnabled,
      isMobile,
      hasTouch,
      serviceWorkers,
      withEffects,
    ])
    let page = kept.get(settings)
    if (!page) {
      const [oldest] = kept
      if (oldest && kept.size === KEPT) await close(...oldest)
      page = await (await browser.newContext()).newPage()
      for (const part of [page, page.context()]) {
        rememberScripts(part)
        watchWhatLasts(part)
        watchWhatLasts(part.clock)
      }
    } else if (viewport) await page.setViewportSize(viewport)
    // The one that was used last comes last.
    kept.delete(settings)
    kept.set(settings, page)
    await use(page.context())
    if (isSpent || page.isClosed()) await close(settings, page)
    else await forget(page)
    isSpent = false
  },
  page: async ({ context }, use) => {
    const [page] = context.pages()
    if (!page) throw new Error('The kept page is gone.')
    await use(page)
  },
})
