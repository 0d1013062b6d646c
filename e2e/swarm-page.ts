import type { Locator, Page } from '@playwright/test'
import type { NewSwarmRun, SwarmPage, SwarmRun } from '../src/shared/swarm/swarm.ts'
import type { ModelServer, Scenario, ScenarioName } from './fakes/model-server.ts'
import { makeAgent } from './make-agent.ts'

/** Elements of runs of several agents, and actions on them. */

/** The agent as which a model is asked to speak in a run; `Synthesis` for the synthesis. */
export function speakerOf(body: unknown): string {
  const { messages } = body as { messages?: { content: string }[] }
  return /You are "([^"]*)", one of several/.exec(messages?.[0]?.content ?? '')?.[1] ?? 'Synthesis'
}

/** Sets the scenario of each agent's model from now on, by the agent's name. */
export function script(model: ModelServer, scenarios: Record<string, Scenario | ScenarioName>): void {
  model.choose((body) => scenarios[speakerOf(body)])
}

/** Creates agents and starts a run with them, as the wallet that is signed in on the page. */
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
 * Stops all running runs of the wallet that is signed in there. A run belongs to the server and continues after its
 * journey: its requests would reach the model during another one.
 */
export async function stopRuns(page: Pick<Page, 'request'>): Promise<void> {
  const answer = await page.request.get('/api/swarm/runs')
  const { runs }: SwarmPage = await answer.json()
  for (const { id, state } of runs)
    if (state === 'running') await page.request.post(`/api/swarm/runs/${id}/stop`)
}

/**
 * Opens or reloads a running run, and waits until the page follows it: the first paint has its content, but presses
 * before hydration have no effect.
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

/** The state of the whole run. */
export function standing(page: Page, word: string): Locator {
  return page.getByText(word, { exact: true })
}

export function synthesis(page: Page): Locator {
  return page.getByRole('region', { name: 'Synthesis' })
}
