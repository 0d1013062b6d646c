import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { type EndSignal, listenForEnd } from './end-signals.ts'

function listening() {
  const source = new EventEmitter()
  const heard: string[] = []
  let time = 5_000
  listenForEnd(
    source,
    { begin: (signal) => heard.push(`begin ${signal}`), hurry: (signal) => heard.push(`hurry ${signal}`) },
    () => time,
  )
  return {
    heard,
    /** A signal that comes so many milliseconds after the one before. */
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
  const { heard, send } = listening()
  send(first)
  send(second, 1)
  send(second, 998)
  expect(heard).toEqual([`begin ${first}`])
})

test('a signal that comes later than a second after the first is impatience, and so is each after that', () => {
  const { heard, send } = listening()
  send('SIGTERM')
  send('SIGINT', 1_000)
  send('SIGINT', 10)
  expect(heard).toEqual(['begin SIGTERM', 'hurry SIGINT', 'hurry SIGINT'])
})
