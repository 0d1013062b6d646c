import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { SecurityLog } from './security-log.ts'

afterEach(() => void vi.useRealTimers())

function listen() {
  vi.useFakeTimers()
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { lines, security: new SecurityLog(log) }
}

test('an event is one line with its kind, and who did what', () => {
  const { lines, security } = listen()
  security.report({
    kind: 'forbidden',
    code: 'muted',
    address: '203.0.113.7',
    requestId: '1',
    method: 'POST',
    route: '/a/:id',
  })
  expect(lines).toEqual([
    expect.objectContaining({
      level: 40,
      event: 'security',
      kind: 'forbidden',
      code: 'muted',
      address: '203.0.113.7',
      method: 'POST',
      route: '/a/:id',
    }),
  ])
})

test('a flood from one address leaves ten lines a minute and a sum, and others are still heard', () => {
  const { lines, security } = listen()
  for (let count = 0; count < 10_000; count++)
    security.report({ kind: 'rate_limited', address: '203.0.113.7' })
  expect(lines).toHaveLength(10)
  security.report({ kind: 'rate_limited', address: '203.0.113.8' })
  security.report({ kind: 'sign_in_failed', address: '203.0.113.7' })
  expect(lines).toHaveLength(12)
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(12)).toEqual([
    expect.objectContaining({ event: 'security', kind: 'rate_limited', more: 9_990 }),
  ])
  security.report({ kind: 'rate_limited', address: '203.0.113.7' })
  expect(lines).toHaveLength(14)
})

test('a flood from many addresses leaves sixty lines a minute', () => {
  const { lines, security } = listen()
  for (let count = 0; count < 10_000; count++)
    security.report({ kind: 'host_refused', address: `10.0.0.${count}` })
  expect(lines).toHaveLength(60)
})
