import { statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'

export interface Disk {
  /** In bytes, as available to a process without special privileges. */
  measure(): Promise<{ free: number; total: number }>
  measureNow(): { free: number; total: number }
  /** Reports bytes that this process used or, if negative, freed. On a real disk the file system accounts for them. */
  took(bytes: number): void
}

/** `room` simulates a disk for tests: so many bytes are left, whatever the real one has. */
export function openDisk(folder: string, room?: BigInt64Array): Disk {
  if (room) {
    const measureNow = () => ({ free: Number(Atomics.load(room, 0)), total: Number.MAX_SAFE_INTEGER })
    return {
      measureNow,
      measure: async () => measureNow(),
      took: (bytes) => void Atomics.sub(room, 0, BigInt(bytes)),
    }
  }
  const inBytes = ({ bavail, blocks, bsize }: { bavail: number; blocks: number; bsize: number }) => ({
    free: bavail * bsize,
    total: blocks * bsize,
  })
  return {
    measureNow: () => inBytes(statfsSync(folder)),
    measure: async () => inBytes(await statfs(folder)),
    took() {},
  }
}

/** A segment of PostgreSQL's log: if less is free, lack of space is taken as the reason for a failure. */
const NO_ROOM_BYTES = 16 * 1024 * 1024

export const hasNoRoom = (disk: Disk): boolean => disk.measureNow().free < NO_ROOM_BYTES

export class DiskFullError extends Error {
  override name = 'DiskFullError'
}

const codes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** SQLITE_FULL */
const sqliteFull = 13

/** Whether an operation failed because a disk or a user's quota is full. */
export function isDiskFull(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code, errcode } = at as { code?: unknown; errcode?: unknown }
    if (at instanceof DiskFullError || codes.has(code) || errcode === sqliteFull) return true
  }
  return false
}

export function diskFullSentence(folder: string): string {
  return `The disk with the data folder ${folder} is full: make room on it, then start the server again. What was saved is still there.`
}
