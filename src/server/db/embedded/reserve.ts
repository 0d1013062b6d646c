import { randomFill } from 'node:crypto'
import { existsSync, rmSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Disk } from './disk.ts'

const fillRandom = promisify(randomFill)

const PIECE_BYTES = 1024 * 1024

/** A file that only takes up room, so that there is some to give when the disk is full. */
export interface Reserve {
  exists(): boolean
  /** Makes the file; one that can't be made whole is not there. */
  make(bytes: number): Promise<void>
  /** Gives its room back. @returns whether there was any */
  release(): boolean
}

/**
 * PostgreSQL needs room to recover from a crash, and a disk that is full to the last byte is what made it crash: the
 * reserve is what it recovers in.
 */
export function createReserve(dataFolder: string, disk: Disk): Reserve {
  const path = join(dataFolder, 'reserve')
  const unfinished = `${path}.unfinished`
  const remove = (name: string) => {
    if (!existsSync(name)) return false
    const { size } = statSync(name)
    rmSync(name, { force: true })
    disk.took(-size)
    return size > 0
  }
  return {
    exists: () => existsSync(path),

    async make(bytes) {
      try {
        const file = await open(unfinished, 'w', 0o600)
        try {
          // A file system that compresses would keep zeros in no room at all.
          const piece = new Uint8Array(PIECE_BYTES)
          for (let written = 0; written < bytes; written += PIECE_BYTES) {
            await fillRandom(piece)
            await file.write(piece)
          }
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, path)
        disk.took(statSync(path).size)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },

    release() {
      const unmade = remove(unfinished)
      return remove(path) || unmade
    },
  }
}
