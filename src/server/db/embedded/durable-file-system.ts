import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type ModuleOptions = Parameters<NodeFS['init']>[1]
type Module = Parameters<NonNullable<ModuleOptions['preRun']>[number]>[0]

/** What emscripten's file system has inside, as far as it is used here; PGlite is pinned because of it. */
interface FileSystem {
  filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } }
  ErrnoError: new (errno: number) => Error
}

/** EIO, as the WebAssembly system interface numbers it. */
const inputOutputError = 29

/**
 * PGlite's files in a folder, with an fsync that reaches the disk. PGlite's own answers PostgreSQL "done" without
 * doing anything, so that rows which were reported as saved are lost in a power cut.
 */
export class DurableFileSystem extends NodeFS {
  override async init(pg: PGlite, options: ModuleOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const preRun = [giveFsync, ...(emscriptenOpts.preRun ?? [])]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

function giveFsync(module: Module) {
  const files = module.FS as unknown as FileSystem
  files.filesystems.NODEFS.stream_ops.fsync = ({ nfd }) => {
    try {
      fsyncSync(nfd)
      return 0
    } catch {
      // PostgreSQL must hear of it: it stops, rather than go on with rows that may not be there.
      throw new files.ErrnoError(inputOutputError)
    }
  }
}

/** Puts a folder with all that it holds, and its name in the folder above, on the disk. */
export function syncFolder(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() || entry.isDirectory()) syncPath(join(entry.parentPath, entry.name))
  syncPath(folder)
  syncPath(dirname(folder))
}

export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
