import type { Page } from '@playwright/test'

/** Holds the requests of a page with a method and a path until they are released, as on a slow network. */
export async function holdRequest(page: Page, method: string, path: RegExp) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    ask()
    await released
    await route.continue()
  })
  return { asked, release }
}
