import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { OneByOne, SingleFlight } from './keyed-work.ts'

/** A work that ends when it is told to. */
function held<Result>(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const work = () => {
    log.push(`${name} begins`)
    return promise.finally(() => log.push(`${name} ends`))
  }
  return { work, resolve, reject }
}

test('of one key works run one after the other, also after one that failed; another key waits for none', async () => {
  const [queue, log] = [new OneByOne(), [] as string[]]
  const [first, second, other] = [held(log, 'first'), held(log, 'second'), held(log, 'other')]
  const failed = queue.run('a', first.work).catch(() => 'failed')
  const done = queue.run('a', second.work)
  const apart = queue.run('b', other.work)
  await turn()
  expect(log).toEqual(['first begins', 'other begins'])
  first.reject(new Error('no'))
  expect(await failed).toBe('failed')
  await turn()
  expect(log.slice(2)).toEqual(['first ends', 'second begins'])
  const settled = queue.settled()
  second.resolve('two')
  other.resolve('three')
  expect([await done, await apart]).toEqual(['two', 'three'])
  await settled
})

test('whoever asks while a key is worked on gets the same result or error; afterwards the work is done again', async () => {
  const [flight, log] = [new SingleFlight<string>(), [] as string[]]
  const [first, second] = [held<string>(log, 'first'), held<string>(log, 'second')]
  const asked = [flight.run('a', first.work), flight.run('a', second.work)]
  first.reject(new Error('no'))
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(log).toEqual(['first begins', 'first ends'])
  const again = flight.run('a', second.work)
  second.resolve('two')
  expect(await again).toBe('two')
  await flight.settled()
})
