import { cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { RowsSource } from './rows-source.ts'

/** Of the machine's processors, what has to be idle for a backup to go on without resting. */
const ENOUGH_IDLE = 1 / 3

/** How often that is looked at, in milliseconds. */
const LOOK_MS = 100

/** The longest rest, in milliseconds: a piece that took long because others worked is not paid for twice. */
const LONGEST_REST_MS = 100

/**
 * The same rows, read with rests while the machine has little to spare: after each piece for as long as that took. The
 * priority of this process does not help who waits for the database, which reads the rows at its own.
 * @param isBusy whether others need the machine
 */
export function paced(
  source: RowsSource,
  {
    isBusy = lookForWork(),
    rest = wait,
  }: { isBusy?: () => boolean; rest?: (ms: number) => Promise<unknown> } = {},
): RowsSource {
  return {
    ...source,
    async *copyOut(text) {
      let began = performance.now()
      for await (const piece of source.copyOut(text)) {
        yield piece
        const took = performance.now() - began
        if (isBusy()) await rest(Math.min(took, LONGEST_REST_MS))
        began = performance.now()
      }
    },
  }
}

function lookForWork(): () => boolean {
  let [last, lookedAt, busy] = [times(), performance.now(), false]
  return () => {
    const now = performance.now()
    if (now - lookedAt < LOOK_MS) return busy
    const current = times()
    const idle = (current.idle - last.idle) / Math.max(1, current.all - last.all)
    ;[last, lookedAt, busy] = [current, now, idle < ENOUGH_IDLE]
    return busy
  }
}

/** Milliseconds of all processors since the machine started. */
function times(): { idle: number; all: number } {
  let [idle, all] = [0, 0]
  for (const { times: of } of cpus()) {
    idle += of.idle
    all += of.user + of.nice + of.sys + of.irq + of.idle
  }
  return { idle, all }
}
