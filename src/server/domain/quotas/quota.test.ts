import { expect, test } from 'vitest'
import { randomFrom } from '../../../../test/random-from.ts'
import { CappedQuota } from './quota.ts'

const wallet = 'wallet'

/** A quota with its own store, and a clock that the test advances. */
function setUp({ cap = 10, freshMs = 1_000, recheckMs = 100 } = {}) {
  const state = { stored: 0, now: 0, measured: 0, fails: false }
  const quota = new CappedQuota({
    cap,
    freshMs,
    recheckMs,
    now: () => state.now,
    refuse: () => new Error('full'),
    measure: async () => {
      state.measured += 1
      if (state.fails) throw new Error('The database does not answer')
      const { stored } = state
      await new Promise((resolve) => setImmediate(resolve))
      return stored
    },
  })
  const store = (amount: number) => async () => {
    await new Promise((resolve) => setImmediate(resolve))
    state.stored += amount
    return amount
  }
  const put = (amount: number) => quota.hold(wallet, amount, store(amount))
  return { state, quota, put }
}

test('of any number at once no more are stored than there is room for', async () => {
  const { state, put } = setUp()
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => put(1)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(state.stored).toBe(10)
})

test('what is stored is counted on in memory, not measured each time', async () => {
  const { state, put } = setUp({ cap: 1_000 })
  for (let time = 0; time < 100; time++) await put(1)
  expect(state.measured).toBe(1)
  state.now += 1_000
  await put(1)
  expect(state.measured).toBe(2)
})

test('what was measured ahead is not measured again, and what fails then is asked once more', async () => {
  const { state, quota, put } = setUp()
  quota.measureAhead(wallet)
  await put(1)
  quota.measureAhead(wallet)
  await put(1)
  expect(state).toMatchObject({ measured: 1, stored: 2 })
  state.now += 1_000
  state.fails = true
  quota.measureAhead(wallet)
  await new Promise((resolve) => setImmediate(resolve))
  state.fails = false
  await put(8)
  await expect(put(1)).rejects.toThrow('full')
})

test('near the cap it is measured again, so that what was deleted makes room and what other servers store is seen', async () => {
  const { state, put } = setUp()
  await put(10)
  await expect(put(1)).rejects.toThrow('full')
  state.stored = 5
  await expect(put(1)).rejects.toThrow('full')
  state.now += 100
  await put(5)
  // Another server.
  state.stored = 10
  state.now += 100
  await expect(put(1)).rejects.toThrow('full')
})

test('what fails and what was there already take no room', async () => {
  const { quota, put } = setUp()
  await expect(quota.hold(wallet, 10, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await quota.hold(wallet, 10, async () => 'known', { kept: () => false })
  await put(10)
  expect(await quota.hold(wallet, 1, async () => 'new', { before: async () => 'known' })).toBe('known')
})

test('what is stored without asking counts, and wallets do not share', async () => {
  const { quota, put, state } = setUp()
  await put(1)
  quota.add(wallet, 9)
  state.stored = 10
  await expect(put(1)).rejects.toThrow('full')
  state.stored = 0
  await quota.hold('other', 10, async () => {})
})

test('whoever has room is never refused for what is counted twice while it is stored', async () => {
  const cap = 40
  for (let seed = 0; seed < 50; seed++) {
    const random = randomFrom(seed)
    const moments = async () => {
      for (let turns = Math.floor(random() * 6); turns > 0; turns--)
        await new Promise((resolve) => setImmediate(resolve))
    }
    let stored = 0
    const quota = new CappedQuota({
      cap,
      freshMs: 0,
      recheckMs: 0,
      now: () => 0,
      refuse: () => new Error(`full, seed ${seed}`),
      measure: async () => {
        await moments()
        const seen = stored
        await moments()
        return seen
      },
    })
    const put = async () => {
      await moments()
      await quota.hold(wallet, 1, async () => {
        await moments()
        stored += 1
        await moments()
      })
    }
    await Promise.all(Array.from({ length: cap }, put))
    expect(stored).toBe(cap)
    await expect(put()).rejects.toThrow('full')
  }
})
