import type { DiskReport } from './durable-file-system.ts'

/** What the engine's thread tells of its disk, readable at any moment from the other side. */
export interface DiskCounters {
  /**
   * How often a write failed for want of room; how often it had when the running statement began; and whether the engine
   * ended itself for that.
   */
  full: Int32Array
  /** Bytes that were written. */
  wrote: BigInt64Array
  /** Bytes that are left of a disk of a test's own. */
  room: BigInt64Array | undefined
}

const TIMES = 0
const AT_BEGIN = 1
const ENDED = 2

export function createDiskCounters(room?: BigInt64Array): DiskCounters {
  return {
    full: new Int32Array(new SharedArrayBuffer(12)),
    wrote: new BigInt64Array(new SharedArrayBuffer(8)),
    room,
  }
}

export function timesFull({ full }: DiskCounters): number {
  return Atomics.load(full, TIMES)
}

/** The engine is about to start. */
export function markStart(counters: DiskCounters): void {
  markBegin(counters)
  Atomics.store(counters.full, ENDED, 0)
}

/** The engine ends itself, in the statement that began last. */
export function markEnd({ full }: DiskCounters): void {
  if (Atomics.load(full, TIMES) !== Atomics.load(full, AT_BEGIN)) Atomics.store(full, ENDED, 1)
}

/** Whether the engine ended itself for want of room. */
export function endedFull({ full }: DiskCounters): boolean {
  return Atomics.load(full, ENDED) === 1
}

/** A statement begins. */
export function markBegin({ full }: DiskCounters): void {
  Atomics.store(full, AT_BEGIN, Atomics.load(full, TIMES))
}

export function reportTo({ full, wrote, room }: DiskCounters): DiskReport {
  return {
    full: () => void Atomics.add(full, TIMES, 1),
    wrote: (bytes) => void Atomics.add(wrote, 0, BigInt(bytes)),
    take:
      room &&
      ((bytes) => {
        const left = Atomics.sub(room, 0, BigInt(bytes)) - BigInt(bytes)
        if (bytes <= 0 || left >= 0n) return true
        Atomics.add(room, 0, BigInt(bytes))
        return false
      }),
  }
}
