import type { Page } from '@playwright/test'
import type { Agent } from '../src/shared/agents/agents.ts'
import type { Realm } from '../src/shared/realms/realms.ts'
import type { SwarmRun } from '../src/shared/swarm/swarm.ts'
import { firstQuestion } from '../test/conversation-client.ts'
import type { ModelServer } from './fakes/model-server.ts'
import { expect, type Person } from './fixtures.ts'
import { makeAgent } from './make-agent.ts'
import { beginRun } from './swarm-page.ts'

/**
 * The places with the same text: an agent that answers with it, a conversation, a realm, a shared run and stored
 * drafts.
 */
export interface SpokenWorld {
  agent: Agent
  conversationId: string
  realm: Realm
  run: SwarmRun
  briefId: string
}

/**
 * Creates all of them with the same text, without a page, as the wallet that is signed in there.
 * @param words the model's reply to every request
 */
export async function makeSpokenWorld(
  page: Pick<Page, 'request'>,
  person: Person,
  model: ModelServer,
  words: string,
  fields: {
    agent?: Partial<Agent>
    task?: string
    realm?: Record<string, string>
    question?: string
    topic?: string
  } = {},
): Promise<SpokenWorld> {
  model.use({ name: 'words', words: [words] })
  const { request } = page
  const agent = await makeAgent(page, { name: 'Ada', ...fields.agent } as Parameters<typeof makeAgent>[1])
  const conversationId = crypto.randomUUID()
  const question = firstQuestion(agent.id, fields.question)
  await (await person.conversations.ask(conversationId, question)).text()
  const made = await request.post('/api/realms', {
    data: { name: 'A realm', description: '', ...fields.realm },
  })
  const realm: Realm = await made.json()
  expect((await request.put(`/api/realms/${realm.id}/agents/${agent.id}`)).ok()).toBe(true)
  const said = { id: crypto.randomUUID(), content: fields.question ?? `@${agent.name} What is light?` }
  expect((await request.post(`/api/realms/${realm.id}/messages`, { data: said })).ok()).toBe(true)
  const run = await beginRun(page, [agent.name, agent.name], { ...(fields.task && { task: fields.task }) })
  expect((await request.patch(`/api/swarm/runs/${run.id}`, { data: { shared: true } })).ok()).toBe(true)
  await expect
    .poll(async () => (await (await request.get(`/api/swarm/runs/${run.id}`)).json()).state)
    .toBe('finished')
  const briefId = crypto.randomUUID()
  const draft = { id: crypto.randomUUID(), content: words.slice(0, 10_000), state: 'finished', edited: false }
  const brief = {
    agentId: agent.id,
    platform: 'x',
    topic: fields.topic ?? 'Light',
    source: '',
    tone: 'friendly',
  }
  expect(
    (
      await request.put(`/api/me/briefs/${briefId}`, { data: { ...brief, drafts: [draft], follows: 0 } })
    ).ok(),
  ).toBe(true)
  return { agent, conversationId, realm, run, briefId }
}
