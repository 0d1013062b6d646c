import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { citedSource } from '../../../../test/cited-source.ts'
import { foldSwarm, type SwarmRun } from '../../../shared/swarm/swarm.ts'
import { createLog } from '../../base/log.ts'
import { followRun } from './follow-run.ts'
import { LiveRuns } from './live-runs.ts'

/** A run whose only turn is running. */
function runningRun(): SwarmRun {
  const at = new Date(0).toISOString()
  const turn = { phase: 0, round: 1, seat: 0, given: 50, said: null, trouble: null, again: false }
  return {
    id: randomUUID(),
    own: true,
    mode: 'parallel',
    seats: [],
    phases: [],
    turns: [{ ...turn, id: randomUUID(), number: 1, state: 'running', content: '', createdAt: at }],
    state: 'running',
    shared: false,
    createdAt: at,
    updatedAt: at,
  }
}

test('what a running turn cites comes with the words that cite it', async () => {
  const run = runningRun()
  const turn = run.turns[0]?.id ?? ''
  const live = new LiveRuns()
  live.begin(turn)
  const [one, two] = [citedSource(1), citedSource(2)]
  const events = followRun(
    run,
    { read: async () => run, live, log: createLog('silent') },
    new AbortController().signal,
  )
  let known: SwarmRun | null = null
  const hear = async () => {
    const { value } = await events.next()
    if (value) known = foldSwarm(known, value)
    return known?.turns[0]
  }
  expect(await hear()).toMatchObject({ content: '' })
  live.said(run.id, turn, { content: 'At dusk', sources: [] })
  expect(await hear()).toMatchObject({ content: 'At dusk', sources: [] })
  live.said(run.id, turn, { content: 'At dusk [2]', sources: [two] })
  expect(await hear()).toMatchObject({ content: 'At dusk [2]', sources: [two] })
  live.said(run.id, turn, { content: 'At dusk [2], by hand', sources: [two] })
  expect(await hear()).toMatchObject({ content: 'At dusk [2], by hand', sources: [two] })
  live.said(run.id, turn, { content: 'At dusk [2], by hand [1]', sources: [one, two] })
  expect(await hear()).toMatchObject({ content: 'At dusk [2], by hand [1]', sources: [one, two] })
  await events.return(undefined)
})

test('while words come without a pause, the run is read too: another server may have closed it to who follows', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  try {
    const run = runningRun()
    const turn = run.turns[0]?.id ?? ''
    const live = new LiveRuns()
    live.begin(turn)
    let stored: SwarmRun | null = run
    const events = followRun(
      run,
      { read: async () => stored, live, log: createLog('silent') },
      new AbortController().signal,
    )
    await events.next()
    stored = null
    let isOver: boolean | undefined = false
    for (let second = 1; second <= 10 && !isOver; second++) {
      vi.advanceTimersByTime(1_000)
      live.said(run.id, turn, { content: 'more '.repeat(second), sources: [] })
      isOver = (await events.next()).done
    }
    expect(isOver).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
