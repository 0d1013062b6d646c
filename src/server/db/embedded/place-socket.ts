import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The shortest limit among the systems Node runs on (macOS: 104 bytes with the closing zero). */
const longestSocketPath = 103

/**
 * Where the embedded database listens: a folder that no other user may enter, inside the data folder, or where that
 * path is too long for a socket, in the system's folder for temporary files.
 * @returns the path, with no file there, and what clears it away
 */
export function placeSocket(dataFolder: string): { path: string; remove: () => void } {
  const inside = join(dataFolder, 'run')
  const fits = Buffer.byteLength(join(inside, 'db.sock')) <= longestSocketPath
  const folder = fits ? inside : mkdtempSync(join(tmpdir(), 'bionic-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (fits) {
    // A process that was killed leaves its socket behind.
    remove()
    mkdirSync(folder, { mode: 0o700 })
  }
  return { path: join(folder, 'db.sock'), remove }
}
