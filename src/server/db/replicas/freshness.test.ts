import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Heard, judge, PrimaryLog, parsePosition, STALE_MS } from './freshness.ts'

test('a position is read as PostgreSQL writes it, and nothing else is', () => {
  expect(parsePosition('0/0')).toBe(0n)
  expect(parsePosition('16/B374D848')).toBe(0x16b374d848n)
  expect(parsePosition('FFFFFFFF/ffffffff')).toBe(2n ** 64n - 1n)
  for (const text of ['', '16', '16/', '16/B374D848 ', '16/123456789', 'g/0'])
    expect(() => parsePosition(text)).toThrow('no position')
})

test('a replica is read while it has what was committed two seconds ago, was heard, and has what its reader did', () => {
  const log = new PrimaryLog()
  log.add(0, 10n)
  log.add(1_000, 20n)
  const heard = { position: 15n, at: 1_000 }
  expect(judge(heard, log, { least: 15n, now: STALE_MS })).toBe('readable')
  expect(judge(heard, log, { least: 16n, now: STALE_MS })).toBe('unseen')
  expect(judge(heard, log, { least: 0n, now: STALE_MS + 1 })).toBe('behind')
  expect(judge({ ...heard, position: 9n }, log, { least: 0n, now: 0 })).toBe('behind')
  expect(judge({ ...heard, at: -1 }, log, { least: 0n, now: STALE_MS })).toBe('silent')
  expect(judge(null, log, { least: 0n, now: 0 })).toBe('silent')
  expect(judge(heard, new PrimaryLog(), { least: 0n, now: 0 })).toBe('behind')
})

test('an idle primary leaves a replica readable for as long as both are heard', () => {
  const log = new PrimaryLog()
  for (let at = 0; at <= 600_000; at += 250) log.add(at, 10n)
  expect(judge({ position: 10n, at: 600_000 }, log, { least: 0n, now: 600_000 })).toBe('readable')
  expect(log.lagOf(10n, 600_100)).toBe(100)
  expect(log.lagOf(9n, 600_100)).toBe(null)
})

/** What happens at a place, each with the milliseconds before it; questions take a while both ways. */
const happening = fc.record({
  after: fc.nat(700),
  what: fc.oneof(
    { weight: 2, arbitrary: fc.constant({ is: 'commit' as const }) },
    {
      weight: 2,
      arbitrary: fc.record({
        is: fc.constant('replay' as const),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        is: fc.constantFrom('look' as const, 'hear' as const),
        there: fc.nat(250),
        back: fc.nat(250),
      }),
    },
    { weight: 3, arbitrary: fc.record({ is: fc.constant('read' as const), sawCommit: fc.nat(30) }) },
  ),
})

test('whatever is slow, a replica that may answer has what its reader did, and all that is older than two seconds', () => {
  let read = 0
  fc.assert(
    fc.property(fc.array(happening, { minLength: 5, maxLength: 80 }), (happenings) => {
      let now = 0
      let replayed = 0
      const commits: number[] = []
      const log = new PrimaryLog()
      let heard: Heard | null = null
      for (const { after, what } of happenings) {
        now += after
        switch (what.is) {
          case 'commit':
            commits.push(now)
            break
          case 'replay':
            replayed += Math.floor((commits.length - replayed) * what.share)
            break
          case 'look': {
            const asked = now
            now += what.there
            const position = BigInt(commits.length)
            now += what.back
            log.add(asked, position)
            break
          }
          case 'hear': {
            now += what.there
            const position = BigInt(replayed)
            now += what.back
            heard = { position, at: now }
            break
          }
          case 'read': {
            const least = Math.min(what.sawCommit, commits.length)
            if (judge(heard, log, { least: BigInt(least), now }) !== 'readable') break
            read++
            expect(replayed).toBeGreaterThanOrEqual(least)
            const old = commits.filter((at) => at < now - STALE_MS).length
            expect(replayed).toBeGreaterThanOrEqual(old)
            break
          }
          default:
            what satisfies never
        }
      }
    }),
    { numRuns: 2_000 },
  )
  // The rule is no promise where nothing is ever read from a replica.
  expect(read).toBeGreaterThan(100)
})
