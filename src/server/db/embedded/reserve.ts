import { randomFill } from 'node:crypto'
import { existsSync, rmSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Disk } from './disk.ts'

const fillRandom = promisify(randomFill)

const PIECE_BYTES = 1024 * 1024

/** A file that occupies the disk space that PostgreSQL needs to recover after a full disk made it crash. */
export class Reserve {
  readonly #path: string
  readonly #unfinished: string
  readonly #disk: Disk

  constructor(dataFolder: string, disk: Disk) {
    this.#path = join(dataFolder, 'reserve')
    this.#unfinished = `${this.#path}.unfinished`
    this.#disk = disk
  }

  exists(): boolean {
    return existsSync(this.#path)
  }

  /** If that fails, no partial file remains. */
  async make(bytes: number): Promise<void> {
    try {
      const file = await open(this.#unfinished, 'w', 0o600)
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
      await rename(this.#unfinished, this.#path)
      this.#disk.took(statSync(this.#path).size)
    } catch (error) {
      await rm(this.#unfinished, { force: true })
      throw error
    }
  }

  /** Returns whether any space was freed. */
  release(): boolean {
    const unmade = this.#remove(this.#unfinished)
    return this.#remove(this.#path) || unmade
  }

  #remove(name: string): boolean {
    if (!existsSync(name)) return false
    const { size } = statSync(name)
    rmSync(name, { force: true })
    this.#disk.took(-size)
    return size > 0
  }
}
