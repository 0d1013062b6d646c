import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'

/** Bytes there and in the machine from which on nobody misses the few hundred MB that tests need at once. */
const room = 2 ** 31

/**
 * Where tests put data folders: in memory, where the system has such a place and enough of it, as databases wait for
 * the disk with each statement, and a machine's disk is shared. That they wait for it is proved by itself; what a
 * process that is killed had written is there all the same.
 */
export const workingFolder = hasRoom() ? inMemory : tmpdir()

function hasRoom(): boolean {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize > room && process.availableMemory() > 2 * room
  } catch {
    return false
  }
}
