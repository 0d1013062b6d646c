import printer from 'node:console'
import { format } from 'node:util'
import type { Logger } from './base/log.ts'

const levels = { error: 'error', warn: 'warn', info: 'debug', log: 'debug', debug: 'debug' } as const
const methods = Object.keys(levels) as (keyof typeof levels)[]

const LINE_LENGTH = 2_000

/**
 * Returns a function that restores the console. Libraries print (the router: errors of streams and clients that left),
 * as Node prints warnings, and a line that is not JSON breaks programs that read the log.
 */
export function consoleToLog(log: Logger): () => void {
  const before = Object.fromEntries(methods.map((method) => [method, printer[method]]))
  for (const method of methods)
    printer[method] = (...said: unknown[]) => {
      const err = said.find((part) => part instanceof Error)
      // Only texts and numbers are logged: objects and error messages can contain user data.
      const words = said.filter((part) => typeof part === 'string' || typeof part === 'number')
      const message = words.length > 0 ? format(...words) : 'a library printed something'
      log[levels[method]]({ source: 'console', ...(err && { err }) }, message.slice(0, LINE_LENGTH))
    }
  // Node prints warnings with a listener of its own, which is replaced.
  const printers = process.listeners('warning')
  const warn = (warning: Error) => log.warn({ source: 'node', err: warning }, warning.message)
  process.removeAllListeners('warning').on('warning', warn)
  return () => {
    Object.assign(printer, before)
    process.off('warning', warn)
    for (const printer of printers) process.on('warning', printer)
  }
}
