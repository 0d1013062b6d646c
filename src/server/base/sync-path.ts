import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Has a file or the names in a folder on the disk, before it returns. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
