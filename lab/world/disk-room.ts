import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** In megabytes: an embedded database with its log and its reserve, and some room. */
const DISK_MB = 320
/** Of those, what a schedule may need beside what is kept free. */
const NEEDED_MB = 64

/** A place for an embedded database whose disk can be filled and made slow. */
export class DiskRoom {
  readonly folder: string
  readonly #root: string
  /** Whether it is a disk of its own, which can be full without any harm to others. */
  readonly isOwn: boolean

  private constructor(root: string, isOwn: boolean) {
    this.#root = root
    this.folder = join(root, 'data')
    this.isOwn = isOwn
    mkdirSync(this.folder, { recursive: true })
  }

  /** A small disk in memory where this user may mount one, else a folder that can't be filled. */
  static async make(root: string, megabytes = DISK_MB): Promise<DiskRoom> {
    mkdirSync(root, { recursive: true })
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', root], {
      stdio: 'ignore',
    })
    return new DiskRoom(root, status === 0)
  }

  /** What a server's Node loads so that `slow` works. */
  get variables(): Record<string, string> {
    const hook = new URL('../faults/slow-fsync.ts', import.meta.url).href
    return { NODE_OPTIONS: `--import=${hook}`, LAB_SLOW_FSYNC: this.#slowFile }
  }

  get #slowFile(): string {
    return join(this.#root, 'slow-fsync')
  }

  get #filler(): string {
    return join(this.#root, 'filler')
  }

  /** Leaves so many bytes free. */
  fill(left = 0): void {
    if (!this.isOwn) return
    const { bavail, bsize } = statfsSync(this.#root)
    const size = Math.max(0, bavail * bsize - left)
    try {
      writeFileSync(this.#filler, Buffer.alloc(size))
    } catch (error) {
      // What was written before the disk was full stays.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }

  /** Whether so much was written that another schedule may find no room. Never of a disk that is not its own. */
  get isUsedUp(): boolean {
    if (!this.isOwn) return false
    const { bavail, bsize } = statfsSync(this.#root)
    return bavail * bsize < NEEDED_MB * 1024 * 1024
  }

  /** Has every wait for the disk take this long, in milliseconds. */
  slow(ms: number): void {
    writeFileSync(this.#slowFile, String(ms))
  }

  empty(): void {
    rmSync(this.#filler, { force: true })
    rmSync(this.#slowFile, { force: true })
  }

  remove(): void {
    if (this.isOwn) spawnSync('umount', ['-l', this.#root])
    rmSync(this.#root, { recursive: true, force: true })
  }
}
