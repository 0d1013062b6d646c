import { expect, test } from 'vitest'
import { anAgent } from '../../../../../test/an-agent.ts'
import { foundAgents, offeredAgents } from './offered-agents.ts'

const recent = (id: string) => ({ id, name: `Entity ${id}`, pictureUrl: `/${id}.webp` })
const listed = (id: string, description = 'Explains things.') => anAgent({ ...recent(id), category: 'quantum', description })
const shape = (groups: ReturnType<typeof offeredAgents>) =>
  groups.map(({ name, agents }) => [name, ...agents.map(({ id }) => id)])

test('favourites come first, then who was talked with, then the other public ones, each once', () => {
  const offered = offeredAgents({
    favourites: [recent('f'), recent('b')],
    recent: [recent('b'), recent('mine')],
    listed: [listed('a'), listed('b'), listed('f')],
  })
  expect(shape(offered)).toEqual([
    ['Favourites', 'f', 'b'],
    ['Recently used', 'mine'],
    ['Public agents', 'a'],
  ])
  expect(offered.flatMap(({ agents }) => agents.map(({ category }) => category))).toEqual([
    'quantum',
    'quantum',
    undefined,
    'quantum',
  ])
})

test('many recent ones never hide the public ones, and a group with nobody in it is none', () => {
  const many = Array.from({ length: 30 }, (_, index) => recent(`r${index}`))
  expect(
    shape(offeredAgents({ favourites: [], recent: many, listed: [listed('r29'), listed('a')] })),
  ).toEqual([
    ['Recently used', 'r0', 'r1', 'r2', 'r3', 'r4'],
    ['Public agents', 'r29', 'a'],
  ])
})

test('a search finds names and descriptions, whatever their case, who is known first and each once', () => {
  const { agents: found, more } = foundAgents(
    {
      favourites: [recent('x'), listed('f', 'Loves ENTROPY.')],
      recent: [{ ...recent('r'), name: 'Entropy itself' }, recent('y')],
      own: [listed('mine')],
      listed: [listed('f'), listed('r'), listed('a')],
    },
    'entropy',
  )
  expect(found.map(({ id }) => id)).toEqual(['f', 'r', 'mine', 'a'])
  expect(more).toBe(false)
})

test('where the words are in the description alone, the piece around them is shown', () => {
  const long = `${'word '.repeat(40)}about needles and thread`
  const search = (query: string) =>
    foundAgents({ favourites: [], recent: [], own: [], listed: [listed('a', long)] }, query).agents[0]
  expect(search('Needles')?.excerpt).toMatch(/^…word .{10,30}about needles and thread$/)
  expect(search('entity')).not.toHaveProperty('excerpt')
})
