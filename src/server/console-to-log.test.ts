import printer from 'node:console'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { consoleToLog } from './console-to-log.ts'

test('what libraries print, and Node’s warnings, are lines of the log, until the console is given back', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino(
    { base: null, level: 'debug' },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  )
  const { error, warn } = printer
  const restore = consoleToLog(log)
  try {
    printer.error(new Error('a stream broke'))
    printer.info('The user %s a request.', 'aborted')
    printer.warn('x'.repeat(10_000))
    process.emitWarning('too many listeners')
    await new Promise(setImmediate)
  } finally {
    restore()
  }
  expect(lines).toEqual([
    expect.objectContaining({
      level: 50,
      source: 'console',
      msg: 'a library printed something',
      err: expect.objectContaining({ message: 'a stream broke' }),
    }),
    expect.objectContaining({ level: 20, source: 'console', msg: 'The user aborted a request.' }),
    expect.objectContaining({ level: 40, source: 'console', msg: 'x'.repeat(2_000) }),
    expect.objectContaining({ level: 40, source: 'node', msg: 'too many listeners' }),
  ])
  expect([printer.error, printer.warn]).toEqual([error, warn])
})
