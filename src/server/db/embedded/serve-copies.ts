import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import { safeMessage } from '../../base/describe-error.ts'
import type { FolderCopy } from '../connect/connect.ts'
import { DatabaseError } from '../connect/database-error.ts'
import { removeCopy } from './copy-folder.ts'

export const COPIES_SOCKET = 'copies.sock'

const answerSchema = z.union([
  z.object({ folder: z.string(), at: z.iso.datetime() }),
  z.object({ refused: z.string() }),
])

/**
 * Lets another process of this user, such as the operator's program, have a copy of the database: each connection is
 * answered with a line that says where it is, and the copy goes when the connection ends, however it ends.
 */
export async function serveCopies(path: string, copy: () => Promise<FolderCopy>): Promise<Server> {
  const server = createServer(async (socket) => {
    socket.on('error', () => {})
    const closed = once(socket, 'close')
    let made: FolderCopy | undefined
    try {
      made = await copy()
      socket.write(`${JSON.stringify({ folder: made.folder, at: made.at.toISOString() })}\n`)
    } catch (error) {
      const refused = error instanceof DatabaseError ? error.message : safeMessage(error)
      socket.end(`${JSON.stringify({ refused })}\n`)
    }
    socket.resume()
    await closed
    await made?.remove()
  })
  server.listen(path)
  await once(server, 'listening')
  return server
}

/** Undefined if no server has this data folder open. @throws {DatabaseError} if the server can't make a copy */
export async function askForCopy(dataFolder: string): Promise<FolderCopy | undefined> {
  const run = join(dataFolder, 'run')
  if (!existsSync(run)) return undefined
  const socket = connect(join(realpathSync(run), COPIES_SOCKET))
  try {
    await once(socket, 'connect')
  } catch {
    // A server that was killed leaves its socket behind.
    socket.destroy()
    return undefined
  }
  socket.on('error', () => {})
  for await (const line of createInterface({ input: socket })) {
    const answer = answerSchema.parse(JSON.parse(line))
    if ('refused' in answer) throw new DatabaseError(answer.refused)
    return {
      folder: answer.folder,
      at: new Date(answer.at),
      async remove() {
        // At this process's low priority; the server does so itself where this one was killed.
        await removeCopy(answer.folder)
        socket.destroy()
      },
    }
  }
  throw new DatabaseError('The server that has this data folder ended before it made a copy: try again.')
}
