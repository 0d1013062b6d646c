import { type Logger, pino } from 'pino'

export type { Logger }

/** JSON lines on standard error, so that what a command prints for people stays apart. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2))
}
