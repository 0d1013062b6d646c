import fs, { type PathLike } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'

/** What is remembered and forgotten at once, in bytes, and the part of it that a disk writes whole. */
const BLOCK = 8192
const SECTOR = 512

/** What a file holds on the disk itself where that differs from what everybody reads. */
interface Unsynced {
  size: number
  blocks: Map<number, Buffer>
}

/** A name in a folder that came, went or changed, and how to take that back. */
interface NameChange {
  folders: string[]
  /** The file of that name: its own sync keeps the name, too. */
  file: number | undefined
  takeBack(): void
}

const real = { ...fs }

/**
 * Makes `folder` one on a disk whose power goes: every step that writes, names or syncs in it, whoever takes it in this
 * process, is counted, and at the step `cutAt` the process ends with the exit code 3, leaving what the disk holds: of
 * what was not synced some is there, some is torn, and some is gone.
 * @param random from 0 to 1, for what a disk may do one way or the other
 * @returns how many steps there were so far
 */
export function cutPower(folder: string, cutAt: number, random: () => number): () => number {
  const aside = `${folder}-removed`
  real.mkdirSync(aside, { recursive: true })
  const unsynced = new Map<number, Unsynced>()
  const open = new Map<number, string>()
  let names: NameChange[] = []
  let removed = 0
  let steps = 0
  /** Node's functions use each other; each step counts once. */
  let watching = true

  function step() {
    steps += 1
    if (steps < cutAt) return
    watching = false
    try {
      forget()
      real.rmSync(aside, { recursive: true, force: true })
      process.exit(3)
    } catch (error) {
      // Thrown on, it would be taken for a fault of the disk.
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
      process.exit(4)
    }
  }

  const isOnDisk = (path: PathLike | number) => watching && `${path}/`.startsWith(`${folder}/`)
  const quietly = <Result>(work: () => Result): Result => {
    const before = watching
    watching = false
    try {
      return work()
    } finally {
      watching = before
    }
  }
  const pathOf = (path: PathLike | number) =>
    typeof path === 'number' ? (open.get(path) ?? '') : String(path)

  /** Before bytes of a file are written, or cut off: then `length` is infinite. */
  function change(path: string, position: number, length: number) {
    const { ino, size } = real.statSync(path)
    const known = unsynced.get(ino) ?? { size, blocks: new Map<number, Buffer>() }
    unsynced.set(ino, known)
    const end = Math.min(position + length, known.size)
    const file = real.openSync(path, 'r')
    for (let block = Math.floor(position / BLOCK); block * BLOCK < end; block++) {
      if (known.blocks.has(block)) continue
      const bytes = Buffer.alloc(BLOCK)
      known.blocks.set(block, bytes.subarray(0, real.readSync(file, bytes, 0, BLOCK, block * BLOCK)))
    }
    real.closeSync(file)
  }

  /** A file or folder has come to be, nothing of which is on the disk yet. */
  function created(path: string) {
    const stats = real.statSync(path)
    if (stats.isFile()) unsynced.set(stats.ino, { size: 0, blocks: new Map() })
    const takeBack = () => real.rmSync(path, { recursive: true, force: true })
    names.push({ folders: [dirname(path)], file: stats.ino, takeBack })
  }

  /** Takes a file away without losing it: it may come back. */
  function putAside(path: string): (() => void) | undefined {
    if (!real.existsSync(path)) return undefined
    const place = join(aside, String(removed++))
    real.renameSync(path, place)
    return () => real.renameSync(place, path)
  }

  function remove(path: string) {
    const takeBack = putAside(path)
    if (takeBack) names.push({ folders: [dirname(path)], file: undefined, takeBack })
  }

  function sync(path: string) {
    const stats = real.statSync(path)
    unsynced.delete(stats.ino)
    const keeps = ({ folders, file }: NameChange) =>
      file === stats.ino || (stats.isDirectory() && folders.includes(path))
    names = names.filter((name) => !keeps(name))
  }

  function forget() {
    for (const entry of real.readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      const before = entry.isFile() ? unsynced.get(real.statSync(path).ino) : undefined
      if (before) forgetWrites(path, before)
    }
    // Of the names a journal keeps the first ones, or none.
    const kept = random() < 0.5 ? 0 : Math.floor(random() * (names.length + 1))
    for (const { takeBack } of names.slice(kept).reverse()) takeBack()
  }

  function forgetWrites(path: string, { size, blocks }: Unsynced) {
    const now = real.readFileSync(path)
    const keeps = random() < 0.5
    const disk = Buffer.alloc(keeps ? Math.max(now.length, size) : size)
    for (let block = 0; block * BLOCK < disk.length; block++) {
      const from = block * BLOCK
      const written = now.subarray(from, from + BLOCK)
      const before = blocks.get(block)
      const isUntouched = before === undefined && from < size
      const chance = random()
      if (isUntouched || (keeps && chance < 0.4)) written.copy(disk, from)
      else before?.copy(disk, from)
      // Cut off in the middle of the write.
      const sectors = Math.floor(random() * (BLOCK / SECTOR))
      if (keeps && chance > 0.8) written.copy(disk, from, 0, SECTOR * sectors)
    }
    real.writeFileSync(path, disk)
  }

  const patched: Partial<typeof fs> = {
    openSync(path, flags, mode) {
      const isNew = isOnDisk(path) && !real.existsSync(path)
      const file = real.openSync(path, flags, mode)
      if (isOnDisk(path)) open.set(file, String(path))
      if (isNew && real.existsSync(path)) created(String(path))
      return file
    },
    closeSync(file) {
      open.delete(file)
      real.closeSync(file)
    },
    fsyncSync(file) {
      const path = pathOf(file)
      if (!isOnDisk(path)) return real.fsyncSync(file)
      step()
      if (real.existsSync(path)) sync(path)
    },
    fsync: ((file: number, done: fs.NoParamCallback) => {
      const path = pathOf(file)
      if (!isOnDisk(path)) return real.fsync(file, done)
      step()
      if (real.existsSync(path)) sync(path)
      done(null)
    }) as typeof fs.fsync,
    writeFileSync(path, data, options) {
      const isNew = isOnDisk(pathOf(path as PathLike)) && !real.existsSync(path as PathLike)
      if (isNew) step()
      quietly(() => real.writeFileSync(path, data, options))
      if (isNew) created(String(path))
    },
    mkdirSync: ((path: PathLike, options?: object) => {
      const isNew = isOnDisk(path) && !real.existsSync(path)
      if (isNew) step()
      const made = quietly(() => real.mkdirSync(path, options))
      if (isNew) created(String(path))
      return made
    }) as typeof fs.mkdirSync,
    renameSync(from, to) {
      if (!isOnDisk(from)) return real.renameSync(from, to)
      step()
      const replaced = putAside(String(to))
      real.renameSync(from, to)
      const takeBack = () => {
        real.renameSync(to, from)
        replaced?.()
      }
      names.push({ folders: [dirname(String(from)), dirname(String(to))], file: undefined, takeBack })
    },
    unlinkSync(path) {
      if (!isOnDisk(path)) return real.unlinkSync(path)
      step()
      remove(String(path))
    },
    rmSync(path, options) {
      if (!isOnDisk(path)) return real.rmSync(path, options)
      step()
      // What it holds goes along, at once and for good.
      if (real.statSync(path, { throwIfNoEntry: false })?.isFile()) remove(String(path))
      else quietly(() => real.rmSync(path, options))
    },
    truncateSync(path, length) {
      if (isOnDisk(path)) {
        step()
        change(String(path), length ?? 0, Number.POSITIVE_INFINITY)
      }
      quietly(() => real.truncateSync(path, length))
    },
    ftruncateSync(file, length) {
      if (watching && open.has(file)) {
        step()
        change(pathOf(file), length ?? 0, Number.POSITIVE_INFINITY)
      }
      real.ftruncateSync(file, length)
    },
    writeSync: ((file: number, bytes: Uint8Array, offset: number, length: number, position: number) => {
      if (watching && open.has(file) && real.existsSync(pathOf(file))) {
        step()
        change(pathOf(file), position, length)
      }
      return real.writeSync(file, bytes, offset, length, position)
    }) as typeof fs.writeSync,
    cpSync(from, to, options) {
      quietly(() => real.cpSync(from, to, options))
      if (!isOnDisk(String(to))) return
      for (const name of real.readdirSync(to, { recursive: true })) created(join(String(to), String(name)))
      step()
    },
  }
  Object.assign(fs, patched)
  syncBuiltinESMExports()
  return () => steps
}
