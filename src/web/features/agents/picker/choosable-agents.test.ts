import { expect, test } from 'vitest'
import { anAgent } from '../../../../../test/an-agent.ts'
import { uuidIn } from '../../../lib/uuid-in.ts'
import { choosableAgents } from './choosable-agents.ts'

const agent = (id: string, visibilityEnabled = true) =>
  anAgent({ id, name: `Entity ${id}`, pictureUrl: `/${id}.webp`, visibilityEnabled })

const idsOf = (...lists: Parameters<typeof choosableAgents>) =>
  choosableAgents(...lists).map(({ name, agents }) => [name, ...agents.map(({ id }) => id)])

test('each agent is offered once, the reader’s own first', () => {
  expect(idsOf([agent('a'), agent('b')], [agent('b'), agent('c')])).toEqual([
    ['Your agents', 'a', 'b'],
    ['Public agents', 'c'],
  ])
})

test('a dormant agent is offered nowhere', () => {
  expect(idsOf([agent('a', false)], [agent('a'), agent('c')])).toEqual([['Public agents', 'c']])
})

test('an agent’s link or id is understood, and words are words', () => {
  const id = '5db052f2-33ba-4124-abcb-af26f751efe3'
  expect(uuidIn(`https://bionic.example/chat/${id.toUpperCase()}?x=1`)).toBe(id)
  expect(uuidIn(` ${id} `)).toBe(id)
  expect(uuidIn('quantum')).toBeUndefined()
})
