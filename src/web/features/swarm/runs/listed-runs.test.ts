import { expect, test } from 'vitest'
import type { SwarmSummary } from '../../../../shared/swarm/swarm.ts'
import { listedRuns } from './use-run-list.ts'

const run = (id: string, updatedAt: string, state: SwarmSummary['state'] = 'finished'): SwarmSummary => ({
  id,
  mode: 'relay',
  task: id,
  seats: [],
  state,
  shared: false,
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt,
})
const page = (...runs: SwarmSummary[]) => ({ runs, nextCursor: null })

test('a run that was gone on with while the pages came in is listed once, as it is now, and first', () => {
  const pages = [
    page(run('b', '2026-03-03T00:00:00.000Z'), run('a', '2026-03-02T00:00:00.000Z')),
    page(run('c', '2026-03-01T00:00:00.000Z'), run('a', '2026-03-04T00:00:00.000Z', 'running')),
  ]
  expect(listedRuns(pages).map(({ id, state }) => `${id} ${state}`)).toEqual([
    'a running',
    'b finished',
    'c finished',
  ])
})
