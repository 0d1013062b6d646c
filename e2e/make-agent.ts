import type { Page } from '@playwright/test'
import type { Agent, NewAgent } from '../src/shared/agents/agents.ts'

/** Chooses an action from the menu of an own agent on `/management`. */
export async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Creates an agent through the API, as the wallet that is signed in on the page or in another source of requests. */
export async function makeAgent(
  page: Pick<Page, 'request'>,
  fields: Partial<NewAgent> & { name: string },
): Promise<Agent> {
  const answer = await page.request.post('/api/agents', {
    data: {
      description: 'Made for a journey.',
      category: 'quantum',
      personality: 'You are a traveller.',
      capabilities: ['Walking'],
      knowledgeDomains: ['Roads'],
      ...fields,
    },
  })
  if (!answer.ok()) throw new Error(`The agent was not made: ${await answer.text()}`)
  return answer.json()
}
