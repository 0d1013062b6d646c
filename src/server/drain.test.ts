import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from './base/log.ts'
import { Leaving } from './domain/operation/leaving.ts'
import { type DrainOptions, drain, drainTimesOf } from './drain.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/**
 * A server with so many replies, which notes what is done to it, and when, in milliseconds.
 * @param options.sockets how long closing them takes, in milliseconds
 */
function leave(options: Partial<DrainOptions> & { replies?: number; sockets?: number } = {}) {
  const { replies = 0, sockets = 0, ...others } = options
  const began = Date.now()
  const work = { replies, documents: 0 }
  const done: string[] = []
  const note = (what: string) => () => void done.push(`${what} ${Date.now() - began}`)
  const leaving = new Leaving()
  leaving.signal.addEventListener('abort', note('no new replies'))
  const over = drain({
    ...{ leaving, work: () => work, log: createLog('silent'), enough: new AbortController().signal },
    connections: { leave: note('connections end with their answers'), refuse: note('no connections') },
    hub: {
      leave() {
        note('sockets close')()
        return sockets
      },
    },
    ...{ settleMs: 0, limitMs: 30_000 },
    ...others,
  }).then(note('over'))
  return { work, done, over, leaving }
}

test('with nothing that runs and no proxy, it is over at once', async () => {
  const { done, over } = leave()
  await vi.advanceTimersByTimeAsync(0)
  await over
  expect(done).toEqual([
    'no new replies 0',
    'connections end with their answers 0',
    'no connections 0',
    'sockets close 0',
    'over 0',
  ])
})

test('behind a proxy it takes connections until the proxy has noticed, and closes its sockets only then', async () => {
  const { done, over } = leave(drainSettings(1))
  await vi.advanceTimersByTimeAsync(2_900)
  expect(done).toEqual(['no new replies 0', 'connections end with their answers 0'])
  await vi.advanceTimersByTimeAsync(200)
  await over
  expect(done.slice(2)).toEqual(['no connections 3000', 'sockets close 3000', 'over 3000'])
})

const drainSettings = (TRUSTED_PROXIES: number, DRAIN_SECONDS = 30) =>
  drainTimesOf({ TRUSTED_PROXIES, DRAIN_SECONDS })

test('sockets are closed a little apart, also where nothing else runs', async () => {
  const { done, over } = leave({ sockets: 400 })
  await vi.advanceTimersByTimeAsync(400)
  await over
  expect(done.slice(-2)).toEqual(['sockets close 0', 'over 400'])
})

test('what runs comes to its own end, and is not waited for longer than the limit', async () => {
  const short = leave({ replies: 2 })
  const long = leave({ replies: 1, ...drainSettings(0, 10) })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(short.done).not.toContainEqual(expect.stringMatching(/^over/))
  short.work.replies = 0
  await vi.advanceTimersByTimeAsync(100)
  await short.over
  expect(short.done.at(-1)).toBe('over 5050')
  await vi.advanceTimersByTimeAsync(5_000)
  await long.over
  expect(long.done.at(-1)).toBe('over 10000')
})

test('a second request to end is not kept waiting, by proxies or by replies', async () => {
  const [settling, running] = [new AbortController(), new AbortController()]
  const one = leave({ ...drainSettings(1), enough: settling.signal })
  const other = leave({ replies: 1, enough: running.signal })
  await vi.advanceTimersByTimeAsync(1_000)
  settling.abort()
  running.abort()
  await vi.advanceTimersByTimeAsync(0)
  await Promise.all([one.over, other.over])
  expect([one.done.at(-1), other.done.at(-1)]).toEqual(['over 1000', 'over 1000'])
})

test('a server that leaves refuses with a code and a time, and before that nothing', () => {
  const leaving = new Leaving()
  leaving.refuseNew()
  leaving.begin()
  expect(() => leaving.refuseNew()).toThrow(expect.objectContaining({ code: 'not_ready', retryAfter: 1 }))
})
