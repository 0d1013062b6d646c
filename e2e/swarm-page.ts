import type { Locator, Page } from '@playwright/test'
import type { NewSwarmRun, SwarmPage, SwarmRun } from '../src/shared/swarm/swarm.ts'
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

/**
 * Stops what still runs of whoever is signed in there. A run belongs to the server and goes on without its journey: what
 * its agents are asked next would come to the model in the midst of another.
 */
export async function stopRuns(page: Pick<Page, 'request'>): Promise<void> {
  const answer = await page.request.get('/api/swarm/runs')
  const { runs }: SwarmPage = await answer.json()
  for (const { id, state } of runs)
    if (state === 'running') await page.request.post(`/api/swarm/runs/${id}/stop`)
}

/**
 * Opens a run that is under way, or reloads it, and waits until the page hears it: its first paint has all of it, but
 * nothing that is pressed before the page is alive does anything.
 */
export async function openLive(page: Page, id: string, open = () => page.goto(`/swarm/${id}`)) {
  const received = page.waitForResponse((response) => response.url().endsWith(`/api/swarm/runs/${id}/events`))
  const opened = await open()
  await received
  return opened
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
