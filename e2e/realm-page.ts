import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { Realm } from '../src/shared/realms/realms.ts'
import { test as base, expect, takeEffectsOff, visit } from './fixtures.ts'
import { makeAgent } from './make-agent.ts'
import { signInHost } from './realm-host.ts'

export const input = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })
export const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
/** The texts of people's messages, as they stand on the screen. */
export const shown = (page: Page) => log(page).locator('li > div > p:not(.sr-only)').allTextContents()
/** What agents answered, one after the other. */
export const answers = (page: Page): Locator => log(page).locator('li[data-kind="answer"]')
/** One message, whoever said it. */
export const message = (page: Page, text: string): Locator =>
  log(page).locator('li').filter({ hasText: text })
/** A part of the panel beside the messages, such as `Here now`. */
export const panel = (page: Page, title: string): Locator => page.getByRole('region', { name: title })

export async function say(page: Page, text: string): Promise<void> {
  await input(page).fill(text)
  await input(page).press('Enter')
}

/** Resolves once a message stands on the page that the realm has, so that it is not on its way any more. */
export async function isSaid(page: Page, text: string): Promise<void> {
  await expect(log(page).locator('li[data-number]').getByText(text, { exact: true })).toBeVisible()
}

/** Resolves once the page hears the realm that it shows. */
export async function isHeard(page: Page): Promise<void> {
  await expect(page.getByText('CONNECTED', { exact: true })).toBeVisible()
}

/**
 * From here on time passes on a page, whose clock is installed, only as the journey says. Where the moment to stop at has
 * passed before it is asked for, the clock stands still already and the next try is in time.
 */
export async function standStill(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  }).toPass()
}

/** Opens a realm as somebody new who has signed in. @returns the address as it is shown, such as `AbCd..WxYz` */
export async function enterRealm(page: Page, realmId: string): Promise<string> {
  const { address } = await signInHost(page.request)
  await visit(page, `/realm/${realmId}`)
  return `${address.slice(0, 4)}..${address.slice(-4)}`
}

/** Chooses in the options of a message. */
export async function choose(of: Locator, option: string | RegExp): Promise<void> {
  await of.getByRole('button', { name: 'Options of the message' }).click()
  await of.page().getByRole('menuitem', { name: option }).click()
}

/** Makes a realm as whoever is signed in there. @param changes what its creator sets besides */
export async function makeRealm(request: APIRequestContext, name: string, changes = {}): Promise<Realm> {
  const made = await request.post('/api/realms', { data: { name, description: '' } })
  expect(made.status()).toBe(201)
  const realm: Realm = await made.json()
  if (Object.keys(changes).length > 0)
    expect((await request.patch(`/api/realms/${realm.id}`, { data: changes })).ok()).toBe(true)
  return realm
}

/** Makes agents of these names and invites them into a realm, as whoever is signed in there. */
export async function bringAgents(
  request: APIRequestContext,
  realm: Realm,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    // What it is asked with tells the scripted model whose turn it is.
    const { id } = await makeAgent({ request }, { name, personality: personalityOf(name) })
    expect((await request.put(`/api/realms/${realm.id}/agents/${id}`)).ok()).toBe(true)
  }
}

const personalityOf = (name: string) => `The personality of ${name}.`

/** Whether a model is asked for a turn of this agent, by the body of the request. */
export const isAskedFor = (name: string, body: unknown) => JSON.stringify(body).includes(personalityOf(name))

interface RoomFixtures {
  /** Opens a browser of its own, for somebody whom `enterRealm` signs in. */
  somebody: (address?: string) => Promise<Page>
  /** Opens a browser of its own for somebody without a wallet. */
  visitor: () => Promise<Page>
}

/** Journeys of rooms that are shared: whoever came goes with the test. */
export const test = base.extend<RoomFixtures>({
  somebody: async ({ browser, baseURL }, use) => {
    const pages: Page[] = []
    await use(async (address = baseURL ?? '') => {
      const context = await browser.newContext({ baseURL: address, reducedMotion: 'reduce' })
      await takeEffectsOff(context)
      const page = await context.newPage()
      pages.push(page)
      return page
    })
    await Promise.all(pages.map((page) => page.context().close()))
  },
  visitor: async ({ somebody }, use) => {
    await use(() => somebody())
  },
})
