import type { Logger } from './log.ts'

const EVERY_MS = 60_000

/** For what recurs while something external fails, such as a full disk; counts omitted repetitions. */
export function logThrottled(
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
