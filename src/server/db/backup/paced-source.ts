import { setTimeout as wait } from 'node:timers/promises'
import type { RowsSource } from './rows-source.ts'

/** In milliseconds. */
const WORK_MS = 5

/** The longest rest, in milliseconds: a piece that took long because others worked is not paid for twice. */
const LONGEST_REST_MS = 100

/**
 * The same rows, read with rests: after each few milliseconds of work for as long as that took. The low priority of the
 * process that reads them does not help who waits for the database, which gives them at its own.
 */
export function paced(
  source: RowsSource,
  rest: (ms: number) => Promise<unknown> = (ms) => wait(ms),
): RowsSource {
  return {
    ...source,
    async *copyOut(text) {
      let began = performance.now()
      for await (const piece of source.copyOut(text)) {
        yield piece
        const worked = performance.now() - began
        if (worked < WORK_MS) continue
        await rest(Math.min(worked, LONGEST_REST_MS))
        began = performance.now()
      }
    },
  }
}
