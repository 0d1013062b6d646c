import printer from 'node:console'
import { format } from 'node:util'
import type { Logger } from './base/log.ts'

const levels = { error: 'error', warn: 'warn', info: 'debug', log: 'debug', debug: 'debug' } as const
const methods = Object.keys(levels) as (keyof typeof levels)[]

/** The longest line of a library that is kept whole. */
const LINE_LENGTH = 2_000

/**
 * Takes what libraries print by themselves, and Node's warnings, into the log: the router prints errors of streams and
 * clients that left, for instance, and a line that is no JSON breaks whoever reads the log.
 * @returns what gives the console back
 */
export function consoleToLog(log: Logger): () => void {
  const before = Object.fromEntries(methods.map((method) => [method, printer[method]]))
  for (const method of methods)
    printer[method] = (...said: unknown[]) => {
      const err = said.find((part) => part instanceof Error)
      // Words alone: what hangs on objects, and the words of an error, can hold what was to be stored.
      const words = said.filter((part) => typeof part === 'string' || typeof part === 'number')
      const message = words.length > 0 ? format(...words) : 'a library printed something'
      log[levels[method]]({ source: 'console', ...(err && { err }) }, message.slice(0, LINE_LENGTH))
    }
  // Node prints warnings by a listener of its own.
  const printers = process.listeners('warning')
  const warn = (warning: Error) => log.warn({ source: 'node', err: warning }, warning.message)
  process.removeAllListeners('warning').on('warning', warn)
  return () => {
    Object.assign(printer, before)
    process.off('warning', warn)
    for (const printer of printers) process.on('warning', printer)
  }
}
