import * as fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FairQueue, type FairQueueLimits } from './fair-queue.ts'

const limits: FairQueueLimits = { atOnce: 3, atOnceEach: 2, waitingEach: 4, waiting: 8, holdMs: 60_000 }

/** Work that runs until the test ends it, in the order in which it started. */
function setting(more: Partial<FairQueueLimits> = {}) {
  const queue = new FairQueue({ ...limits, ...more })
  const begun: string[] = []
  const refused: string[] = []
  const running: (() => void)[] = []
  return {
    queue,
    begun,
    refused,
    running,
    ask(name: string, group: string, member = '') {
      queue.enter({ group, member }).then(
        (place) => {
          begun.push(name)
          running.push(place.leave)
        },
        ({ code }) => refused.push(`${name} ${code}`),
      )
    },
    async endOne() {
      running.shift()?.()
      await settled()
    },
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a group that floods leaves places free, and others begin at once', async () => {
  const { ask, begun } = setting()
  for (const name of ['a1', 'a2', 'a3', 'a4']) ask(name, 'a')
  ask('b1', 'b')
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
})

test('groups come in turns, however much one of them has waiting', async () => {
  const { ask, begun, endOne } = setting()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) ask(name, 'a')
  for (const name of ['b1', 'b2', 'b3']) ask(name, 'b')
  ask('c1', 'c')
  await settled()
  for (let ends = 0; ends < 6; ends++) await endOne()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4', 'b3', 'a5'])
})

test('within a group its members come in turns', async () => {
  const { ask, begun, endOne } = setting({ atOnceEach: 1 })
  ask('a1', 'office', 'ada')
  for (const name of ['a2', 'a3']) ask(name, 'office', 'ada')
  ask('b1', 'office', 'bob')
  await settled()
  for (let ends = 0; ends < 3; ends++) await endOne()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('of a group that has too much waiting, who has most of it is refused, and nobody else', async () => {
  const { ask, refused, begun, queue, endOne } = setting()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) ask(name, 'office', 'ada')
  ask('b1', 'office', 'bob')
  ask('c1', 'home', 'cyd')
  await settled()
  expect(refused).toEqual(['a6 rate_limited'])
  // That one address asks too much does not say that the server has too much to do.
  expect(queue.refused).toBe(0)
  for (let ends = 0; ends < 7; ends++) await endOne()
  expect(begun.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1'])
})

test('where too much of all waits, the longest queue gives way', async () => {
  const { ask, refused, queue } = setting({ waiting: 3 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) ask(name, 'a')
  for (const name of ['b1', 'b2']) ask(name, 'b')
  await settled()
  expect(refused).toEqual(['a5 server_busy'])
  expect(queue.refused).toBe(1)
})

test('what takes long gives its place on, and gives none twice', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const queue = new FairQueue({ ...limits, atOnce: 1, atOnceEach: 1, holdMs: 50 })
  const order: string[] = []
  const ask = async (group: string) => {
    const place = await queue.enter({ group, member: '' })
    order.push(group)
    return place
  }
  const slow = await ask('slow')
  void ask('next')
  void ask('last')
  await vi.advanceTimersByTimeAsync(50)
  expect(order).toEqual(['slow', 'next'])
  slow.leave()
  await vi.advanceTimersByTimeAsync(1)
  expect(order).toEqual(['slow', 'next'])
  await vi.advanceTimersByTimeAsync(50)
  expect(order).toEqual(['slow', 'next', 'last'])
})

test('at its end what waits and what comes is told so, and what runs goes on', async () => {
  const { ask, begun, refused, queue, endOne } = setting()
  for (const name of ['a1', 'a2', 'a3', 'a4']) ask(name, 'a')
  await settled()
  queue.close()
  ask('b1', 'b')
  await settled()
  expect(refused).toEqual(['a3 not_ready', 'a4 not_ready', 'b1 not_ready'])
  await endOne()
  expect([begun, queue.waiting]).toEqual([['a1', 'a2'], 0])
})

test('work that fails gives its place back', async () => {
  const queue = new FairQueue({ ...limits, atOnce: 1 })
  const client = { group: 'a', member: '' }
  await expect(queue.run(client, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run(client, async () => 'well')).toBe('well')
})

test('whatever comes and goes: never too much at once, nothing is forgotten, and at the end nothing is left', async () => {
  const asked = fc.array(
    fc.oneof(
      fc.record({ group: fc.constantFrom('a', 'b', 'c', 'd'), member: fc.constantFrom('', 'x', 'y') }),
      fc.constant('end' as const),
    ),
    { maxLength: 60 },
  )
  await fc.assert(
    fc.asyncProperty(asked, async (steps) => {
      const queue = new FairQueue(limits)
      const running: { group: string; leave: () => void }[] = []
      let [wanted, met] = [0, 0]
      const check = () => {
        expect(running.length).toBeLessThanOrEqual(limits.atOnce)
        for (const { group } of running)
          expect(running.filter((one) => one.group === group).length).toBeLessThanOrEqual(limits.atOnceEach)
        expect(queue.waiting).toBeLessThanOrEqual(limits.waiting)
      }
      for (const step of steps) {
        if (step === 'end') running.shift()?.leave()
        else {
          wanted++
          queue.enter(step).then(
            (place) => {
              met++
              running.push({ group: step.group, leave: place.leave })
            },
            () => met++,
          )
        }
        await settled()
        check()
      }
      while (running.length > 0) {
        running.shift()?.leave()
        await settled()
        check()
      }
      expect([met, queue.waiting]).toEqual([wanted, 0])
    }),
    { numRuns: 100 },
  )
})
