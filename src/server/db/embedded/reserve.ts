import { randomFill } from 'node:crypto'
import { existsSync, rmSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Disk } from './disk.ts'

const fillRandom = promisify(randomFill)

const PIECE_BYTES = 1024 * 1024

/** A file that occupies the disk space that PostgreSQL needs to recover after a full disk made it crash. */
export interface Reserve {
  exists(): boolean
  /** If that fails, no partial file remains. */
  make(bytes: number): Promise<void>
  /** Returns whether any space was freed. */
  release(): boolean
}

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
          // Random bytes, because a compressing file system would store zeros in no space at all.
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
