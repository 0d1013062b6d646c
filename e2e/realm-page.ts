import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { Realm } from '../src/shared/realms/realms.ts'
import { expect, visit } from './fixtures.ts'
import { test as base } from './kept-page.ts'
import { makeAgent } from './make-agent.ts'
import { signInHost } from './realm-host.ts'

export const input = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })
export const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
/** The boxes of people's messages. */
export const OF_PEOPLE = 'li:not([data-kind="answer"]) > [data-words]'
/** The texts of people's messages on the screen. */
export const shown = (page: Page) => log(page).locator(`${OF_PEOPLE} :is(.prose, p.italic)`).allTextContents()
/** The agents' answers, in their order. */
export const answers = (page: Page): Locator => log(page).locator('li[data-kind="answer"]')
/** One message, of any author. */
export const message = (page: Page, text: string): Locator =>
  log(page).locator('li').filter({ hasText: text })
/** A section of the panel beside the messages, such as `Here now`. */
export const panel = (page: Page, title: string): Locator => page.getByRole('region', { name: title })

export async function say(page: Page, text: string): Promise<void> {
  await input(page).fill(text)
  await input(page).press('Enter')
}

/** Resolves once a message on the page is stored in the realm and no longer being sent. */
export async function isSaid(page: Page, text: string): Promise<void> {
  await expect(log(page).locator('li[data-number]').getByText(text, { exact: true })).toBeVisible()
}

/** Resolves once the page follows its realm. */
export async function isHeard(page: Page): Promise<void> {
  await expect(page.getByText('CONNECTED', { exact: true })).toBeVisible()
}

/**
 * Stops the page's installed clock; from now on time passes only as the journey says. If the time to pause at is
 * already over when it is requested, the clock is already stopped and the next try is in time.
 */
export async function standStill(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  }).toPass()
}

/** Opens a realm as a new signed-in person. @returns the address as it is displayed, such as `AbCd..WxYz` */
export async function enterRealm(page: Page, realmId: string): Promise<string> {
  const { address } = await signInHost(page.request)
  await visit(page, `/realm/${realmId}`)
  return `${address.slice(0, 4)}..${address.slice(-4)}`
}

/** Chooses an option of a message. */
export async function choose(of: Locator, option: string | RegExp): Promise<void> {
  await of.getByRole('button', { name: 'Message options' }).click()
  await of.page().getByRole('menuitem', { name: option }).click()
}

/** Creates a realm as the wallet that is signed in there. @param changes further fields that its creator sets */
export async function makeRealm(request: APIRequestContext, name: string, changes = {}): Promise<Realm> {
  const made = await request.post('/api/realms', { data: { name, description: '' } })
  expect(made.status()).toBe(201)
  const realm: Realm = await made.json()
  if (Object.keys(changes).length > 0)
    expect((await request.patch(`/api/realms/${realm.id}`, { data: changes })).ok()).toBe(true)
  return realm
}

/** Creates agents with these names and invites them into a realm, as the wallet that is signed in there. */
export async function bringAgents(
  request: APIRequestContext,
  realm: Realm,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    // The prompt tells the scripted model which agent's turn it is.
    const { id } = await makeAgent({ request }, { name, personality: personalityOf(name) })
    expect((await request.put(`/api/realms/${realm.id}/agents/${id}`)).ok()).toBe(true)
  }
}

const personalityOf = (name: string) => `The personality of ${name}.`

/** Whether the body of a model request is for a turn of this agent. */
export const isAskedFor = (name: string, body: unknown) => JSON.stringify(body).includes(personalityOf(name))

interface RoomFixtures {
  /** Opens a separate browser for a person whom `enterRealm` signs in. */
  somebody: (address?: string) => Promise<Page>
  /** Opens a separate browser for a person without a wallet. */
  visitor: () => Promise<Page>
}

/** Journeys with several people: their browsers are closed at the end of the test. */
export const test = base.extend<RoomFixtures>({
  somebody: async ({ browser, baseURL }, use) => {
    const pages: Page[] = []
    await use(async (address = baseURL ?? '') => {
      const context = await browser.newContext({ baseURL: address })
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
