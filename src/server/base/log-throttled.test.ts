import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { logThrottled } from './log-throttled.ts'

test('what happens again and again is said once, and then with how often it was left out', async () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) })
  const say = logThrottled(20)
  for (let time = 0; time < 5; time++) say(log, 'warn', { time }, 'it is away')
  say(log, 'error', {}, 'something else')
  expect(lines).toMatchObject([{ msg: 'it is away', time: 0 }, { msg: 'something else' }])
  await expect
    .poll(() => {
      say(log, 'warn', {}, 'it is away')
      return lines.length
    })
    .toBe(3)
  expect(lines[2]?.leftOut).toBeGreaterThanOrEqual(4)
})
