import { expect, test } from 'vitest'
import { groupsOf } from './found-groups.ts'

const things = (...ids: string[]) => ids.map((id) => ({ id, name: id, line: '', to: `/${id}` }))
const none = { things: [], hasMore: false }
const nothing = {
  conversations: none,
  ownAgents: none,
  agents: none,
  ownRealms: none,
  realms: none,
  runs: none,
}
const many = things('a', 'b', 'c', 'd', 'e', 'f')

test('what more of a kind there is than the palette shows is behind its lists, with the same search', () => {
  const [agents, realms] = groupsOf('light & day', {
    ...nothing,
    ownAgents: { things: many, hasMore: false },
    agents: { things: things('a', 'b'), hasMore: true },
    ownRealms: { things: things('mine'), hasMore: false },
    realms: { things: many, hasMore: false },
  })
  expect(agents?.things.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(agents?.lists.map(({ to }) => to)).toEqual([
    '/management?query=light+%26+day',
    '/vacant?query=light+%26+day',
  ])
  expect(realms?.lists).toEqual([{ name: 'All realms', to: '/realm?query=light+%26+day' }])
})

test('where all is shown no list is offered, and none of runs that could not be searched', () => {
  const runs = { things: many, hasMore: false }
  expect(groupsOf('', { ...nothing, agents: { things: things('a'), hasMore: false } })[0]?.lists).toEqual([])
  expect(groupsOf('', { ...nothing, runs })[0]?.lists.map(({ to }) => to)).toEqual(['/swarm'])
  expect(groupsOf('a', { ...nothing, runs: { things: many, hasMore: true } })[0]?.lists).toEqual([])
})
