import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import type { Disk } from './disk.ts'
import type { Reserve } from './reserve.ts'

const MEGABYTE = 1024 * 1024

const LOOK_MS = 500

/** Two segments of PostgreSQL's log, the least that a recovery may need. */
const RESERVE_BYTES = 32 * MEGABYTE

/** On a small disk, at most one eighth is left free, and at most as much is reserved. */
const SMALL_DISK = 8

/** How many times the minimum must be free before writes are allowed again, so that the state does not flap. */
const AGAIN = 1.25

/** One segment of PostgreSQL's log, the least that must fit before writes are allowed again. */
const SEGMENT_BYTES = 16 * MEGABYTE

/** How long no write may have failed for lack of space before writes are allowed again. */
const QUIET_MS = 1_000

interface DiskGuard {
  /** False from the moment that a write of the engine fails. */
  hasRoom(): boolean
  /** Waits for a running check. */
  close(): Promise<void>
}

/**
 * Refuses writes when less than `minFree` bytes are free: running work then has space to finish, and PostgreSQL does
 * not get to where it can't write its log and terminates. If the disk fills faster than it is checked, or something
 * else fills it, the reserve is used. `onFull` may free space when writes are refused.
 */
export function guardDisk(options: {
  disk: Disk
  reserve: Reserve
  minFree: number
  timesFull: () => number
  onFull: () => void
  log: Logger
  everyMs?: number | undefined
}): DiskGuard {
  const { disk, reserve, minFree, timesFull, onFull, log } = options
  const say = logThrottled()
  let room = true
  let seenFull = timesFull()
  let fullAt = -QUIET_MS
  let busy: Promise<void> | undefined
  let closed = false

  function judge({ free, total }: { free: number; total: number }) {
    const least = Math.min(minFree, total / SMALL_DISK)
    const again = Math.max(least * AGAIN, Math.min(SEGMENT_BYTES, total / (2 * SMALL_DISK)))
    const now = performance.now()
    const failed = timesFull() !== seenFull
    seenFull = timesFull()
    if (failed) fullAt = now
    if (room && (failed || free < least)) {
      room = false
      const figures = { freeBytes: free, leastBytes: Math.round(least) }
      say(log, 'error', figures, 'The disk is full: nothing is stored until there is room on it')
      onFull()
    } else if (!room && free >= again && now - fullAt >= QUIET_MS) {
      room = true
      say(log, 'warn', { freeBytes: free }, 'There is room on the disk again: things are stored')
    }
    return { free, least, size: Math.min(RESERVE_BYTES, total / SMALL_DISK) }
  }

  async function look() {
    try {
      const { free, least, size } = judge(await disk.measure())
      if (minFree > 0 && room && !closed && !reserve.exists() && free >= size + 2 * least)
        await reserve.make(size)
    } catch (error) {
      say(log, 'warn', { err: error }, 'The room on the disk can not be looked after')
    }
  }

  const timer = setInterval(() => {
    busy ??= look().finally(() => {
      busy = undefined
    })
  }, options.everyMs ?? LOOK_MS).unref()
  judge(disk.measureNow())

  return {
    hasRoom: () => room && timesFull() === seenFull,
    async close() {
      closed = true
      clearInterval(timer)
      await busy
    },
  }
}
