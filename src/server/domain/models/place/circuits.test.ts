import { expect, test } from 'vitest'
import { Circuits } from './circuits.ts'

const model = { providerId: 'groq', model: 'llama' }

function circuits() {
  let time = 0
  const all = new Circuits(() => time)
  const state = () => all.read()[0]?.state
  const fail = (times: number, retryAfter?: number) => {
    for (let n = 0; n < times; n++) all.begin(model)?.failed('busy', retryAfter)
  }
  return { all, state, fail, opened: () => all.read()[0]?.opened, pass: (ms: number) => (time += ms) }
}

test('it opens after five failures in a row, lets one request try after a while, and closes when that succeeds', () => {
  const { all, state, fail, opened, pass } = circuits()
  fail(4)
  all.begin(model)?.succeeded()
  fail(4)
  expect(state()).toBe('closed')
  fail(1)
  expect([state(), opened()]).toEqual(['open', 1])
  expect(all.begin(model)).toBeNull()
  pass(15_000)
  const attempt = all.begin(model)
  expect(state()).toBe('half-open')
  expect(Array.from({ length: 20 }, () => all.begin(model))).toEqual(Array(20).fill(null))
  attempt?.succeeded()
  expect(state()).toBe('closed')
  expect(all.begin(model)).not.toBeNull()
})

test('each try that fails keeps it open for twice as long, two minutes at most', () => {
  const { all, state, fail, pass } = circuits()
  fail(5)
  const waits = [15_000, 30_000, 60_000, 120_000, 120_000]
  for (const ms of waits) {
    pass(ms - 1)
    expect(state()).toBe('open')
    pass(1)
    all.begin(model)?.failed('failed')
    expect(state()).toBe('open')
  }
})

test('a try that nobody waited for says nothing, and the next one tries', () => {
  const { all, state, fail, pass } = circuits()
  fail(5)
  pass(15_000)
  all.begin(model)?.left()
  expect(state()).toBe('half-open')
  all.begin(model)?.succeeded()
  expect(state()).toBe('closed')
})

test('half of the last twenty that failed open it, as a row of five does not come', () => {
  const { all, state, fail } = circuits()
  for (let n = 0; n < 10; n++) {
    expect(state() ?? 'closed').toBe('closed')
    all.begin(model)?.succeeded()
    fail(1)
  }
  expect(state()).toBe('open')
})

test('a provider that says to wait long is not asked until then', () => {
  const { state, fail, pass } = circuits()
  fail(1, 3)
  expect(state()).toBe('closed')
  fail(1, 40)
  expect(state()).toBe('open')
  pass(39_999)
  expect(state()).toBe('open')
  pass(1)
  expect(state()).toBe('half-open')
})

test('what is asked although it is open closes it as soon as it answers', () => {
  const { all, state, fail } = circuits()
  fail(5)
  all.observe(model).failed('failed')
  expect(state()).toBe('open')
  all.observe(model).succeeded()
  expect(state()).toBe('closed')
})

test('late news of requests from before it opened do not keep it open for longer', () => {
  const { all, state, pass } = circuits()
  const attempts = Array.from({ length: 20 }, () => all.begin(model))
  for (const attempt of attempts.slice(0, 5)) attempt?.failed('busy')
  expect(state()).toBe('open')
  pass(14_000)
  for (const attempt of attempts.slice(5)) attempt?.failed('busy')
  pass(1_000)
  expect(state()).toBe('half-open')
})

test('only so many models are kept in mind', () => {
  const { all } = circuits()
  for (let n = 0; n < 1_000; n++) all.begin({ providerId: 'p', model: `m${n}` })?.succeeded()
  expect(all.read()).toHaveLength(200)
})
