import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Advice, fault, ok, percentile, warn } from './advice.ts'

const SYNCS = 20
const SLOW_SYNC_MS = 30
const MEGABYTE = 1024 * 1024

/** Room, and how long the disk takes to have something safely. @param minFree in megabytes, below which nothing is stored */
export async function lookAtDisk(dataDir: string, minFree: number): Promise<Advice[]> {
  const { bavail, bsize } = await statfs(dataDir)
  const free = (bavail * bsize) / MEGABYTE
  const room = `${Math.floor(free)} MB are free on the disk of ${dataDir}.`
  const mend = 'Make room on it, or set DATA_DIR to a larger one.'
  const advice =
    free < minFree
      ? fault('disk.room', `${room} Below ${minFree} MB (MIN_FREE_MB) nothing is stored.`, mend)
      : free < 4 * minFree + 256
        ? warn('disk.room', room, mend)
        : ok('disk.room', room)
  return [advice, syncAdvice(dataDir)]
}

function syncAdvice(dataDir: string): Advice {
  const path = join(dataDir, 'doctor.tmp')
  const times: number[] = []
  try {
    const file = openSync(path, 'w', 0o600)
    try {
      for (let turn = 0; turn < SYNCS; turn++) {
        const began = performance.now()
        writeSync(file, Buffer.alloc(8_192, turn))
        fsyncSync(file)
        times.push(performance.now() - began)
      }
    } finally {
      closeSync(file)
      rmSync(path, { force: true })
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return fault(
      'disk.sync',
      `Nothing can be written to ${dataDir} (${code}).`,
      'Let this user write to the folder.',
    )
  }
  const half = percentile(times, 0.5)
  const says = `The disk has a page safely after ${half.toFixed(1)} ms.`
  return half <= SLOW_SYNC_MS
    ? ok('disk.sync', says)
    : warn(
        'disk.sync',
        says,
        'Each stored change of the embedded database waits for this: use a faster disk.',
      )
}
