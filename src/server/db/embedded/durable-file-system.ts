import { closeSync, fstatSync, fsync, fsyncSync, openSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncPath } from '../../base/sync-path.ts'

type ModuleOptions = Parameters<NodeFS['init']>[1]
type Module = Parameters<NonNullable<ModuleOptions['preRun']>[number]>[0]

interface Stream {
  nfd: number
}

interface Node {
  parent: Node
  name: string
}

/** The internals of emscripten's file system that are used here. PGlite's version is pinned because of them. */
interface FileSystem {
  filesystems: {
    NODEFS: {
      stream_ops: {
        fsync?: (stream: Stream) => number
        write: (stream: Stream, buffer: unknown, offset: number, length: number, position: number) => number
        open: (stream: Stream) => void
      }
      node_ops: {
        mknod: (parent: Node, name: string, mode: number, device: number) => Node
        unlink: (parent: Node, name: string) => void
      }
      realPath: (node: Node) => string
    }
  }
  ErrnoError: new (errno: number) => Error & { errno: number }
}

// Error numbers of the WebAssembly system interface.
const EDQUOT = 19
const EIO = 29
const ENOSPC = 51

export interface DiskReport {
  /** A write failed because the disk was full. */
  full(): void
  wrote(bytes: number): void
  /** Takes space from a test's simulated disk; false if there is not enough. */
  take?: ((bytes: number) => boolean) | undefined
}

/** PGlite's own fsync does nothing and reports success, so rows reported as saved would be lost in a power cut. */
export class DurableFileSystem extends NodeFS {
  readonly #report: DiskReport

  constructor(folder: string, report: DiskReport = { full() {}, wrote() {} }) {
    super(folder)
    this.#report = report
  }

  override async init(pg: PGlite, options: ModuleOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const give = (module: Module) => giveDisk(module.FS as unknown as FileSystem, this.#report)
    const preRun = [give, ...(emscriptenOpts.preRun ?? [])]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

function giveDisk({ filesystems: { NODEFS }, ErrnoError }: FileSystem, report: DiskReport) {
  const { stream_ops: streams, node_ops: nodes } = NODEFS
  // An exhausted quota is reported as a full disk, because PostgreSQL does not know EDQUOT.
  const watched = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (error) {
      const { errno } = error as { errno?: number }
      if (errno !== ENOSPC && errno !== EDQUOT) throw error
      report.full()
      throw new ErrnoError(ENOSPC)
    }
  }
  streams.fsync = ({ nfd }) => {
    try {
      fsyncSync(nfd)
      return 0
    } catch (error) {
      // PostgreSQL must get the error: it then stops rather than continue with rows that may not be on the disk.
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOSPC' && code !== 'EDQUOT') throw new ErrnoError(EIO)
      report.full()
      throw new ErrnoError(ENOSPC)
    }
  }
  const { write, open } = streams
  streams.write = (stream, buffer, offset, length, position) =>
    watched(() => {
      if (report.take && !report.take(growth(stream, position + length))) throw new ErrnoError(ENOSPC)
      const written = write(stream, buffer, offset, length, position)
      report.wrote(written)
      // PostgreSQL treats a short write as a full disk.
      if (written < length) report.full()
      return written
    })
  streams.open = (stream) => watched(() => open(stream))
  const { mknod, unlink } = nodes
  nodes.mknod = (...place) => watched(() => mknod(...place))
  if (!report.take) return
  nodes.unlink = (parent, name) => {
    const size = sizeOf(join(NODEFS.realPath(parent), name))
    unlink(parent, name)
    report.take?.(-size)
  }
}

function growth({ nfd }: Stream, end: number): number {
  return Math.max(0, end - fstatSync(nfd).size)
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** As many as Node has threads for files. Syncs that wait together go into one write of the file system's journal. */
const SYNCS_AT_ONCE = 4

/** Syncs a folder, everything in it, and its entry in the parent folder to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const left = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  const syncLeft = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) await syncBeside(path)
  }
  await Promise.all(Array.from({ length: SYNCS_AT_ONCE }, syncLeft))
  syncPath(folder)
  syncPath(dirname(folder))
}

/** `syncPath` in another thread. */
async function syncBeside(path: string): Promise<void> {
  const descriptor = openSync(path, 'r')
  try {
    await new Promise<void>((resolve, reject) =>
      fsync(descriptor, (error) => (error ? reject(error) : resolve())),
    )
  } finally {
    closeSync(descriptor)
  }
}
