import { join } from 'node:path'
import { preparedDataFolder } from '../../src/server/base/files.ts'
import type { Database } from '../../src/server/db/connect/connect.ts'
import { databaseOn } from '../../src/server/db/connect/connection-pool.ts'
import { createDiskCounters } from '../../src/server/db/embedded/disk-counters.ts'
import { lockDataFolder } from '../../src/server/db/embedded/lock-data-folder.ts'
import { connectSocket, placeSocket } from '../../src/server/db/embedded/open-embedded.ts'
import { startEngine } from '../../src/server/db/embedded/start-engine.ts'

/**
 * Opens the embedded database for successive server processes: starting it takes longer than the rest of a restart. Its
 * disk space is not monitored, and statements have no timeout.
 * @throws {DatabaseError} if the folder can't be used or is used by another process
 */
export async function holdDatabase(folder: string) {
  const unlock = await lockDataFolder(folder)
  const socket = placeSocket(folder)
  const place = {
    folder: join(folder, 'db'),
    prepared: join(preparedDataFolder, 'db'),
    socketPath: socket.path,
  }
  const engine = await startEngine(place, createDiskCounters()).catch((error) => {
    socket.remove()
    unlock()
    throw error
  })
  return {
    socketPath: socket.path,
    /** Resolves when it has ended. Never rejects. */
    ended: engine.ended,
    async close() {
      await engine.close()
      socket.remove()
      unlock()
    },
  }
}

/** The database that another process runs. It has one backend, so there is one connection. */
export async function connectHeld(socketPath: string): Promise<Database> {
  const pool = connectSocket(socketPath)
  const db = databaseOn(pool)
  return {
    kind: 'embedded',
    db,
    unbounded: (work) => work(db),
    hasRoom: () => true,
    failed: new Promise(() => {}),
    close: () => pool.end(),
  }
}
