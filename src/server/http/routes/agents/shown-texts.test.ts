import { expect, test } from 'vitest'
import { newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { type Agent, agentPageSchema, agentSchema } from '../../../../shared/agents/agents.ts'
import type { Home } from '../../../../shared/home.ts'
import { AI_ANSWERS } from '../../../../shared/trust/disclosure.ts'

const { send, signIn } = testApp(await testDatabase())
const [ada, bob] = [await signIn(), await signIn()]

/** A description and a personality as cards have them. */
const written = {
  description: 'Ask {{char}}, who listens to {{user}}. It knows <user> and {{original}}.',
  personality: 'You are {{CHAR}}.',
}
const shown = {
  description: 'Ask Ada, who listens to you. It knows <user> and {{original}}.',
  personality: 'You are Ada.',
}
const agent: Agent = agentSchema.parse(
  await (await send('POST', '/api/agents', { as: ada, json: { ...newAgent, ...written } })).json(),
)
const read = async (path: string, as = bob) => (await send('GET', path, { as })).json()

test('the placeholders of a card are names where others read them, and stay for its owner to edit', async () => {
  expect(agent).toMatchObject(written)
  expect(await read(`/api/agents/${agent.id}`, ada)).toMatchObject(written)
  expect(await read(`/api/agents/${agent.id}`)).toMatchObject(shown)
  const { agents } = agentPageSchema.parse(await read('/api/agents'))
  expect(agents.map(({ description }) => description)).toEqual([shown.description])
  expect(((await read('/api/home')) as Home).agents[0]?.description).toBe(shown.description)
})

test('other programs get the names as well', async () => {
  const { skills, description } = (await read(`/a2a/${agent.id}/.well-known/agent-card.json`)) as {
    description: string
    skills: { description: string }[]
  }
  expect([description, skills[0]?.description]).toEqual([
    `${shown.description}\n\n${AI_ANSWERS}`,
    shown.description,
  ])
  expect(await read(`/v1/models/${agent.handle}`)).toMatchObject({ description: shown.description })
})

test('an exported card has them as they were written, whoever exports it', async () => {
  for (const as of [ada, bob]) {
    const card = (await read(`/api/agents/${agent.id}/card?format=json`, as)) as {
      data: { description: string; extensions: { bionic: { description: string } } }
    }
    expect(card.data.description).toBe(written.personality)
    expect(card.data.extensions.bionic.description).toBe(written.description)
  }
})
