import { expect, test } from 'vitest'
import { manualTime, settle } from '../../../../test/manual-time.ts'
import { Reachability } from './reachability.ts'

/** A server that is reachable or not, and the number of requests to it. */
function serverThat(isThere: boolean) {
  const time = manualTime()
  const seen = { isThere, asked: 0 }
  const reachability = new Reachability(async () => {
    seen.asked++
    return seen.isThere
  }, time.reconnecting)
  return { time, seen, reachability }
}

test('something that failed at a server that is there changes nothing', async () => {
  const { time, seen, reachability } = serverThat(true)
  let told = 0
  reachability.subscribe(() => told++)
  reachability.doubt()
  await settle()
  expect([reachability.isReachable(), told, seen.asked]).toEqual([true, 0, 1])
  expect(time.waiting()).toBe(0)
})

test('a server that is gone is told once, asked less and less often, and told to be back', async () => {
  const { time, seen, reachability } = serverThat(false)
  const told: boolean[] = []
  reachability.subscribe(() => told.push(reachability.isReachable()))
  reachability.doubt()
  reachability.doubt()
  await time.pass(60_000)
  expect(told).toEqual([false])
  expect(seen.asked).toBeLessThan(20)
  seen.isThere = true
  await time.pass(5_000)
  expect(told).toEqual([false, true])
  expect(time.waiting()).toBe(0)
})

test('whoever does not want to wait asks at once, as a page does that is looked at again', async () => {
  const { time, seen, reachability } = serverThat(false)
  reachability.lost()
  expect(reachability.isReachable()).toBe(false)
  await time.pass(30_000)
  seen.isThere = true
  reachability.askNow()
  await settle()
  expect(reachability.isReachable()).toBe(true)

  seen.isThere = false
  reachability.lost()
  await time.pass(30_000)
  seen.isThere = true
  await time.wake('visible')
  expect(reachability.isReachable()).toBe(true)
})

test('a question that nobody ever answers counts as lost', async () => {
  const time = manualTime()
  const reachability = new Reachability(
    (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(false))),
    time.reconnecting,
  )
  reachability.doubt()
  await time.pass(4_999)
  expect(reachability.isReachable()).toBe(true)
  await time.pass(1)
  expect(reachability.isReachable()).toBe(false)
})
