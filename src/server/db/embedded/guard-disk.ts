import type { Logger } from '../../base/log.ts'
import { logSeldom } from '../../base/log-seldom.ts'
import type { Disk } from './disk.ts'
import type { Reserve } from './reserve.ts'

const MEGABYTE = 1024 * 1024

/** Milliseconds between two looks at how much is free. */
const LOOK_MS = 500

/** What is kept for an emergency: two segments of PostgreSQL's log, the least that a recovery may need. */
const RESERVE_BYTES = 32 * MEGABYTE

/** Of a small disk no more than this part is left free, and no more is kept in reserve. */
const SMALL_DISK = 8

/** So much more than what makes it stop has to be free before things are stored again, so that it does not flutter. */
const AGAIN = 1.25

/** At least a segment of PostgreSQL's log has to fit in. */
const SEGMENT_BYTES = 16 * MEGABYTE

/** How long nothing may have failed for want of room before things are stored again, in milliseconds. */
const QUIET_MS = 1_000

export interface DiskGuard {
  /** Whether something may be stored; false from the moment on that a write of the engine fails. */
  hasRoom(): boolean
  /** Stops the looks and waits for what is under way. */
  close(): Promise<void>
}

/**
 * Looks after the disk under the embedded database. Nothing more is taken in when less than `minFree` bytes are free:
 * what runs has room to end in, and PostgreSQL, which ends itself when it can't write its log, does not come to that.
 * Who fills the disk faster than it is looked at, or is somebody else, meets the reserve (`createReserve`). Things are
 * stored again by themselves as soon as there is room.
 * @param options.timesFull how often a write of the engine failed for want of room so far
 * @param options.onFull called when nothing more is taken in: there may be room to win
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
  const say = logSeldom()
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
