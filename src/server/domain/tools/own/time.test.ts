import { expect, test } from 'vitest'
import { callTool } from '../../../../../test/call-tool.ts'
import { createTime } from './time.ts'

const time = createTime(() => new Date('2026-11-26T23:30:15.678Z'))
const told = async (args: Record<string, unknown>) => {
  const outcome = await callTool(time, args)
  return outcome.kind === 'done' ? outcome.text : `${outcome.kind}: ${'why' in outcome ? outcome.why : ''}`
}

test('it tells the time of a zone with its day and its offset, and in UTC beside it', async () => {
  expect(await told({ action: 'now' })).toBe('It is Thursday 2026-11-26T23:30:15 in UTC.')
  expect(await told({ action: 'now', zone: 'Tokyo' })).toBe(
    'It is Friday 2026-11-27T08:30:15 in Asia/Tokyo (UTC+09:00), which is Thursday 2026-11-26T23:30:15 in UTC.',
  )
})

test('a time of one zone is told in another, by the offsets of that day', async () => {
  expect(
    await told({ action: 'convert', at: '2026-07-01T09:30', zone: 'New York', to: 'Asia/Kolkata' }),
  ).toBe(
    'Wednesday 2026-07-01T09:30:00 in America/New_York (UTC-04:00) is Wednesday 2026-07-01T19:00:00 in Asia/Kolkata (UTC+05:30).',
  )
  expect(await told({ action: 'convert', at: '2026-01-01T00:00+14:00', to: 'Pacific/Honolulu' })).toBe(
    'Thursday 2026-01-01T00:00:00 in UTC+14:00 is Wednesday 2025-12-31T00:00:00 in Pacific/Honolulu (UTC-10:00).',
  )
})

test('a time that clocks skip or show twice is not guessed', async () => {
  expect(await told({ action: 'convert', at: '2026-03-29T02:30', zone: 'Berlin', to: 'UTC' })).toBe(
    'No clock shows 2026-03-29T02:30:00 in Europe/Berlin: clocks are put forward over it, by 1 hour. By the offset before, it is this moment:\n' +
      'Sunday 2026-03-29T03:30:00 in Europe/Berlin (UTC+02:00) is Sunday 2026-03-29T01:30:00 in UTC.',
  )
  expect(await told({ action: 'convert', at: '2026-10-25T02:30', zone: 'Berlin', to: 'UTC' })).toBe(
    'Clocks show 2026-10-25T02:30:00 twice in Europe/Berlin, since they are put back over it:\n' +
      'Sunday 2026-10-25T02:30:00 in Europe/Berlin (UTC+02:00) is Sunday 2026-10-25T00:30:00 in UTC.\n' +
      'Sunday 2026-10-25T02:30:00 in Europe/Berlin (UTC+01:00) is Sunday 2026-10-25T01:30:00 in UTC.',
  )
})

test.each([
  ['2026-01-31', '2026-03-01', '29 days (4 weeks and 1 day, or 1 month and 1 day)'],
  ['2024-02-29', '2026-02-28', '730 days (104 weeks and 2 days, or 2 years)'],
  ['2026-12-24', '2026-12-24', '0 days'],
  ['2026-12-24', '2026-12-20', '4 days, backwards in time'],
])('from %s to %s there are %s', async (from, until, days) => {
  expect(await told({ action: 'difference', from, until })).toContain(
    `: ${days}. The first day is not counted.`,
  )
})

test('between times it counts what passes, also over a change of clocks and between offsets', async () => {
  const night = { action: 'difference', from: '2026-03-28T12:00', until: '2026-03-29T12:00' }
  expect(await told({ ...night, zone: 'Europe/Berlin' })).toMatch(/: 23 hours, which is 82800 seconds\.$/)
  expect(await told(night)).toMatch(/: 1 day, which is 86400 seconds\.$/)
  expect(
    await told({ action: 'difference', from: '2026-01-01T00:00Z', until: '2026-01-01T00:00:00.5+01:00' }),
  ).toMatch(/: 59 minutes and 59.5 seconds, which is -3599.5 seconds, backwards in time\.$/)
})

test.each<[Record<string, unknown>, RegExp]>([
  [{}, /“action” is "now", "convert" or "difference"/],
  [{ action: 'sleep' }, /“action” is/],
  [{ action: 'now', zone: 7 }, /“zone” is a text/],
  [{ action: 'now', zone: 'Lundon' }, /Near it are .*Europe\/London/],
  [{ action: 'now', zone: 'x'.repeat(1_000_000) }, /at most 64 characters/],
  [{ action: 'convert', at: '2026-02-29T10:00', to: 'UTC' }, /“2026-02-29T10:00” is no day of the calendar/],
  [{ action: 'convert', at: '2026-02-20T25:00', to: 'UTC' }, /is no time of a day/],
  [{ action: 'convert', at: 'tomorrow', to: 'UTC' }, /can’t be read\. Write a date as/],
  [{ action: 'convert', at: '2026-02-20T10:00+99:00', to: 'UTC' }, /no offset that clocks have/],
  [{ action: 'convert', at: '0000-01-01', to: 'UTC' }, /no year from 1 to 9999/],
  [{ action: 'convert', at: '2026-02-20' }, /“to” is a text/],
  [{ action: 'difference', from: '2026-13-01', until: '2026-01-01' }, /no month from 01 to 12/],
  [{ action: 'difference', from: '1'.repeat(1_000_000), until: '2026-01-01' }, /at most 40 characters/],
])('what is wrong with arguments is told in a sentence: %.60j', async (args, why) => {
  expect(await told(args)).toMatch(/^failed: .*\.$/)
  expect(await told(args)).toMatch(why)
})

test('at the ends of the calendar there is still an answer', async () => {
  for (const at of ['0001-01-01T00:00', '9999-12-31T23:59'])
    for (const zone of ['Pacific/Honolulu', 'Pacific/Kiritimati', '-18', '+18'])
      expect(await told({ action: 'convert', at, zone, to: 'Pacific/Apia' })).toMatch(
        / in Pacific\/Apia \(UTC/,
      )
})

test('fractions of a second are as exact as the times', async () => {
  expect(
    await told({ action: 'difference', from: '2026-03-29T14:30:00', until: '2026-03-29T14:31:01.1' }),
  ).toContain(': 1 minute and 1.1 seconds, which is 61.1 seconds.')
})
