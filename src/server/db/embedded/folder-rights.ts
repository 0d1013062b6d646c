import { accessSync, existsSync, constants as modes, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseError } from '../connect/database-error.ts'

const mayUse = (path: string, mode: number) => {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

export const rightsSentence = (folder: string) =>
  `This user may not read and write everything in ${folder}: give the folder to the server’s user (chown -R), or run this as that user.`

/**
 * Before anything in it is looked for: of what is in a folder that this user may not enter, nothing can be said.
 * @throws {DatabaseError}
 */
export function refuseClosedFolder(dataDir: string): void {
  const folder = resolve(dataDir)
  if (existsSync(folder) && !mayUse(folder, modes.R_OK | modes.X_OK))
    throw new DatabaseError(rightsSentence(folder))
}

/** Whether something in a folder is another user's, as after a command that was run by root. */
export function hasOthersFiles(folder: string): boolean {
  try {
    const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return inside.some((name) => !mayUse(join(folder, name), modes.R_OK | modes.W_OK))
  } catch {
    return existsSync(folder)
  }
}
