import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What the system says of a process. Memory is what it has of the machine's, in megabytes. */
export interface ProcessSample {
  memory: number
  handles: number
  threads: number
}

/**
 * @param database the folder of an embedded database, whose files are not counted as handles: PostgreSQL keeps those open
 * that it has used, up to one for each
 * @throws {Error} where the system has no `/proc`, or no such process
 */
export function sampleProcess(pid: number, database?: string): ProcessSample {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const numberOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  const handles = readdirSync(`/proc/${pid}/fd`).filter((handle) => {
    try {
      const target = readlinkSync(`/proc/${pid}/fd/${handle}`)
      return database === undefined || !target.startsWith(database)
    } catch {
      // It was closed meanwhile.
      return false
    }
  })
  return { memory: numberOf('VmRSS') / 1024, handles: handles.length, threads: numberOf('Threads') }
}

/** Megabytes of all files in a folder; files that go meanwhile are left out. */
export function folderMegabytes(folder: string): number {
  const sizes = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    try {
      return entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0
    } catch {
      return 0
    }
  })
  return sizes.reduce((sum, size) => sum + size, 0) / 1024 ** 2
}
