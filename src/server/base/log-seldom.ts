import type { Logger } from './log.ts'

/** Milliseconds in which the same thing is said once. */
const EVERY_MS = 60_000

/**
 * A way to log what happens again and again while something outside is out of order, such as a disk that is full: each
 * message at most once a minute, with how often it was left out since.
 */
export function logSeldom(
  everyMs = EVERY_MS,
): (log: Logger, level: 'warn' | 'error', fields: object, message: string) => void {
  const said = new Map<string, { at: number; leftOut: number }>()
  return (log, level, fields, message) => {
    const now = performance.now()
    const last = said.get(message)
    if (last && now - last.at < everyMs) {
      last.leftOut += 1
      return
    }
    said.set(message, { at: now, leftOut: 0 })
    log[level]({ ...fields, ...(last && last.leftOut > 0 && { leftOut: last.leftOut }) }, message)
  }
}
