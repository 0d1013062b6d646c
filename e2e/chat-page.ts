import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { AgentPage, AgentSummary } from '../src/shared/agents/agents.ts'
import { expect } from './fixtures.ts'

/** Elements of the chat screen, and actions on it. */

/** The chat with one of the sample agents. */
export const meridian = '/chat/5db052f2-33ba-4124-abcb-af26f751efe3'

export const composer = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })
export const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation' })
export const indicator = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Processing neural response' })
export const notAnswered = (page: Page) => page.getByText('Not answered · Retry', { exact: true })
/** Shown once a reply has ended. */
export const copyReply = (page: Page) => page.getByRole('button', { name: 'Copy the reply' })
/** A question or a paragraph of a reply with exactly this text. */
export const said = (page: Page, text: string) => conversation(page).getByText(text, { exact: true })

export async function say(page: Page, text: string): Promise<void> {
  // The code that sends also sets the field's height; before it has loaded, Enter would insert a line break.
  await expect(composer(page)).toHaveAttribute('style', /height/)
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

/** The id of the stored conversation that the page shows; waits until the address contains one. */
export async function conversationId(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** The list of stored conversations, beside a chat or on its own screen. */
export const history = (page: Page): Locator => page.getByRole('list', { name: 'Conversations' })

/** A stored conversation, by its title. */
export const historyItem = (page: Page, title: string): Locator =>
  history(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) })

/** Chooses an item in the menu of a conversation. */
export async function chooseFor(page: Page, title: string, option: string): Promise<void> {
  await historyItem(page, title)
    .getByRole('button', { name: `Options of ${title}` })
    .click()
  await page.getByRole('menuitem', { name: option, exact: true }).click()
}

export async function sampleAgents(
  request: APIRequestContext,
): Promise<{ one: AgentSummary; other: AgentSummary }> {
  const page: AgentPage = await (await request.get('/api/agents')).json()
  const [one, other] = page.agents
  if (!one || !other) throw new Error('The samples are missing')
  return { one, other }
}

/** The texts of a model request, without the roles. */
export const messagesOf = (body: unknown): string[] =>
  (body as { messages: { role: string; content: string }[] }).messages.map((message) => message.content)
