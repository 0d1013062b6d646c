import type { DiskReport } from './durable-file-system.ts'

/** Kept by the engine's thread, in shared memory that both threads can read at any time. */
export interface DiskCounters {
  /** How often a write failed for a full disk; that number when the statement began; whether the engine ended by it. */
  full: Int32Array
  wrote: BigInt64Array
  /** The bytes left on a test's simulated disk. */
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

/** Must be called before the engine starts. */
export function markStart(counters: DiskCounters): void {
  markBegin(counters)
  Atomics.store(counters.full, ENDED, 0)
}

/** If a write has failed since the last statement began, the full disk is taken as the reason. */
export function markEnd({ full }: DiskCounters): void {
  if (Atomics.load(full, TIMES) !== Atomics.load(full, AT_BEGIN)) Atomics.store(full, ENDED, 1)
}

export function endedFull({ full }: DiskCounters): boolean {
  return Atomics.load(full, ENDED) === 1
}

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
