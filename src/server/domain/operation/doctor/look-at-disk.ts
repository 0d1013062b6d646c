import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Advice, fault, ok, percentile, warn } from './advice.ts'

const SYNCS = 20
const SLOW_SYNC_MS = 30
const MEGABYTE = 1024 * 1024

/**
 * Room, and how long the disk takes to have something safely. Makes no folder: the one that is named may be a mistake.
 * @param minFree in megabytes, below which nothing is stored
 * @param hasDatabase whether the folder has to be there, as the database is in it
 */
export async function lookAtDisk(dataDir: string, minFree: number, hasDatabase = true): Promise<Advice[]> {
  const found = await stat(dataDir).catch(codeOf)
  if (found === 'ENOENT' && !hasDatabase) return [await roomAdvice(await nearestFolder(dataDir), minFree)]
  if (found === 'ENOENT')
    return [fault('disk.folder', `There is no folder ${dataDir}.`, 'Set DATA_DIR to that of the server.')]
  if (typeof found === 'string')
    return [fault('disk.folder', `${dataDir} can’t be looked at (${found}).`, 'Set DATA_DIR to a folder.')]
  if (!found.isDirectory())
    return [fault('disk.folder', `${dataDir} is no folder.`, 'Set DATA_DIR to a folder.')]
  return [await roomAdvice(dataDir, minFree), syncAdvice(dataDir)]
}

/** The folder in which a server would make this one. */
async function nearestFolder(path: string): Promise<string> {
  const parent = dirname(resolve(path))
  const isThere = await stat(parent).then(
    (found) => found.isDirectory(),
    () => false,
  )
  return isThere || parent === dirname(parent) ? parent : nearestFolder(parent)
}

async function roomAdvice(dataDir: string, minFree: number): Promise<Advice> {
  const { bavail, bsize } = await statfs(dataDir)
  const free = (bavail * bsize) / MEGABYTE
  const room = `${Math.floor(free)} MB are free on the disk of ${dataDir}.`
  const mend = 'Make room on it, or set DATA_DIR to a larger one.'
  if (free < minFree)
    return fault('disk.room', `${room} Below ${minFree} MB (MIN_FREE_MB) nothing is stored.`, mend)
  return free < 4 * minFree + 256 ? warn('disk.room', room, mend) : ok('disk.room', room)
}

/** The system's name of an error, such as `ENOENT`. */
export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

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
    return fault(
      'disk.sync',
      `Nothing can be written to ${dataDir} (${codeOf(error)}).`,
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
