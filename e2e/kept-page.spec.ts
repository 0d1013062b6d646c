import type { Page } from '@playwright/test'
import { expect, signInContext, visit } from './fixtures.ts'
import { test } from './kept-page.ts'

/** What journeys could leave in the page that they share: the next one finds nothing of it. */
test.describe.configure({ mode: 'serial' })

const found = (page: Page) =>
  page.evaluate(async () => ({
    session: (await (await fetch('/api/session')).json()).session,
    local: localStorage.getItem('left') ?? sessionStorage.getItem('left'),
    databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => name === 'left'),
    caches: (await caches.keys()).filter((name) => name === 'left'),
    script: 'left' in window,
    routed: (await fetch('/api/tags')).headers.get('left'),
    width: window.innerWidth,
    reduced: matchMedia('(prefers-reduced-motion: reduce)').matches,
    here: document.querySelectorAll('main :hover').length,
  }))

const nothing = {
  session: null,
  local: null,
  databases: [],
  caches: [],
  script: false,
  routed: null,
  width: 1280,
  reduced: true,
  here: 0,
}

/** Leaves something in every place. */
async function leave(page: Page, address: string) {
  await page.addInitScript(() => Object.assign(window, { left: true }))
  await signInContext(page.context(), address)
  await page.route('**/api/tags', (route) => route.fulfill({ json: {}, headers: { left: 'here' } }))
  await visit(page, '/archives')
  await page.setViewportSize({ width: 400, height: 400 })
  await page.mouse.move(200, 200)
  await page.evaluate(async () => {
    localStorage.setItem('left', 'here')
    sessionStorage.setItem('left', 'here')
    await caches.open('left')
    await new Promise((done) => (indexedDB.open('left').onsuccess = done))
  })
  await page.context().newPage()
  const { session, here, ...rest } = await found(page)
  expect(session).not.toBeNull()
  expect(here).toBeGreaterThan(0)
  expect(rest).toEqual({
    local: 'here',
    databases: ['left'],
    caches: ['left'],
    script: true,
    routed: 'here',
    width: 400,
    reduced: true,
  })
}

let pages: Page[] = []

test('a journey leaves something in every place', async ({ page, product }) => {
  pages = [page]
  await leave(page, product.address)
})

test('the next one has the same page and finds nothing of it', async ({ page }) => {
  expect(pages).toEqual([page])
  await visit(page, '/archives')
  expect(await found(page)).toEqual(nothing)
  expect(page.context().pages()).toEqual([page])
  // This can’t be taken back.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
})

test('one that did what can’t be taken back leaves no page', async ({ page }) => {
  expect(pages).not.toContain(page)
  await visit(page, '/archives')
  expect(await found(page)).toEqual(nothing)
})
