import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitForLimit } from './wait-for-limit.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** Asks repeatedly, with these responses of the limit. */
function ask(answers: number[], signal = new AbortController().signal) {
  const asked: string[] = []
  const waits: (string | null)[] = []
  const mayAsk = waitForLimit(async (asker) => {
    asked.push(asker)
    return answers.shift() ?? 0
  })
  const onWait = (until: Date | null) => void waits.push(until?.toISOString() ?? null)
  return { may: mayAsk('ada', { signal, onWait }), asked, waits }
}

test('what may be asked is asked at once', async () => {
  const { may, waits } = ask([0])
  expect([await may, waits]).toEqual([true, []])
})

test('what may not is asked again when the limit said, and it is told until when it waits', async () => {
  const { may, asked, waits } = ask([0.01, 0.02, 0])
  expect(await may).toBe(true)
  expect(asked).toEqual(['ada', 'ada', 'ada'])
  expect(waits).toEqual(['1970-01-01T00:00:00.010Z', null, '1970-01-01T00:00:00.020Z', null])
})

test('a limit that goes on refusing is not waited for any longer than two and a half minutes', async () => {
  expect(await ask([151]).may).toBe(false)
})

test('a turn that is over waits no longer, and is not asked', async () => {
  const over = new AbortController()
  const { may, asked, waits } = ask([60, 0], over.signal)
  await vi.waitFor(() => expect(waits).toHaveLength(1))
  over.abort()
  expect([await may, asked.length, waits.at(-1)]).toEqual([false, 1, null])
})
