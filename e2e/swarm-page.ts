import type { Locator, Page } from '@playwright/test'
import type { NewSwarmRun, SwarmRun } from '../src/shared/swarm.ts'
import type { ModelServer, Scenario, ScenarioName } from './fakes/model-server.ts'
import { makeAgent } from './make-agent.ts'

/** What journeys do with runs of several agents. */

/** Who a model is asked to speak as in a run; `Synthesis` where it ends one. */
export function speakerOf(body: unknown): string {
  const { messages } = body as { messages?: { content: string }[] }
  return /You are "([^"]*)", one of several/.exec(messages?.[0]?.content ?? '')?.[1] ?? 'Synthesis'
}

/** What each agent's model does from now on, by the agent's name. */
export function script(model: ModelServer, scenarios: Record<string, Scenario | ScenarioName>): void {
  model.choose((body) => scenarios[speakerOf(body)])
}

/** Makes agents and begins a run with them, as the wallet that is signed in on the page. */
export async function beginRun(
  page: Pick<Page, 'request'>,
  names: readonly string[],
  fields: Partial<NewSwarmRun> = {},
): Promise<SwarmRun> {
  const agents = await Promise.all(names.map((name) => makeAgent(page, { name })))
  const answer = await page.request.post('/api/swarm/runs', {
    data: {
      id: crypto.randomUUID(),
      mode: 'parallel',
      task: 'What is light?',
      rounds: 1,
      words: 1_200,
      ...fields,
      agentIds: agents.map(({ id }) => id),
    },
  })
  if (!answer.ok()) throw new Error(`The run was not begun: ${await answer.text()}`)
  return answer.json()
}

export function lane(page: Page, name: string): Locator {
  return page.getByRole('listitem', { name, exact: true })
}

/** How a run stands as a whole. */
export function standing(page: Page, word: string): Locator {
  return page.getByText(word, { exact: true })
}

export function synthesis(page: Page): Locator {
  return page.getByRole('region', { name: 'Synthesis' })
}
