import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { type EndSignal, listenForEnd } from './end-signals.ts'

function listening() {
  const source = new EventEmitter()
  const received: string[] = []
  let time = 5_000
  listenForEnd(
    source,
    {
      begin: (signal) => received.push(`begin ${signal}`),
      atOnce: (signal) => received.push(`at once ${signal}`),
      hurry: (signal) => received.push(`hurry ${signal}`),
    },
    () => time,
  )
  return {
    received,
    /** Sends a signal this many milliseconds after the previous one. */
    send(signal: EndSignal, after = 0) {
      time += after
      source.emit(signal)
    },
  }
}

test.each([
  ['SIGINT', 'SIGINT'],
  ['SIGTERM', 'SIGTERM'],
  ['SIGHUP', 'SIGHUP'],
  ['SIGINT', 'SIGTERM'],
  ['SIGHUP', 'SIGTERM'],
] as const)('%s and %s within a second are one wish to end', (first, second) => {
  const { received, send } = listening()
  send(first)
  send(second, 1)
  send(second, 998)
  expect(received).toEqual([`begin ${first}`])
})

test('a Ctrl-C that npm was quicker with than the terminal waits for nothing', () => {
  const { received, send } = listening()
  send('SIGTERM')
  send('SIGINT', 1)
  send('SIGINT', 1)
  send('SIGTERM', 1)
  expect(received).toEqual(['begin SIGTERM', 'at once SIGINT'])
})

test('a signal that comes later than a second after the first is impatience, and so is each after that', () => {
  const { received, send } = listening()
  send('SIGTERM')
  send('SIGINT', 1_000)
  send('SIGINT', 10)
  expect(received).toEqual(['begin SIGTERM', 'hurry SIGINT', 'hurry SIGINT'])
})
