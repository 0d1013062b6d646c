import { type Logger, pino } from 'pino'

export type { Logger }

/** JSON lines on standard error, so that what a command prints for people stays apart. */
export function createLog(level: string): Logger {
  const destination = pino.destination(2)
  // A terminal that was closed takes no lines any more; that is no reason to end, least of all while ending in order.
  destination.on('error', () => {})
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
}
