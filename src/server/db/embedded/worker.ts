import { parentPort, workerData } from 'node:worker_threads'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { openPglite } from './open-pglite.ts'

/** What the thread is started with. */
export interface WorkerData {
  folder: string
  socketPath: string
  /** When the running statement began on the clock of `process.hrtime`, in nanoseconds; 0 while none runs. */
  busySince: BigInt64Array
}

const { folder, socketPath, busySince } = workerData as WorkerData
const pglite = await openPglite(folder)

const execute = pglite.execProtocolRawStream.bind(pglite)
pglite.execProtocolRawStream = async (message, { onRawData, ...options }) => {
  Atomics.store(busySince, 0, process.hrtime.bigint())
  try {
    await execute(message, {
      ...options,
      onRawData(data) {
        onRawData(data)
        if (tellsOfCrash(data)) end(new Error('PostgreSQL crashed; its last answer says why'))
      },
    })
  } catch (error) {
    // The socket server would let everyone wait for ever.
    end(error)
  } finally {
    Atomics.store(busySince, 0, 0n)
  }
}

/**
 * PostgreSQL ends itself after such an answer, as when the disk fails. PGlite would go on in a state that nobody
 * vouches for. The zeros keep a row from looking like it: text has none.
 */
function tellsOfCrash(data: Uint8Array): boolean {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return bytes.includes('\0VPANIC\0') || bytes.includes('\0VFATAL\0')
}

/** Thrown where no one catches it: that ends the thread, and whoever started it hears why. */
function end(error: unknown) {
  setImmediate(() => {
    throw error
  })
}

// One connection: PGlite is one backend, and a second one would overwrite the first one's unnamed statement and portal.
const server = new PGLiteSocketServer({ db: pglite, path: socketPath, maxConnections: 1 })
await server.start()

parentPort?.once('message', async () => {
  await server.stop()
  await pglite.exec('checkpoint')
  await pglite.close()
  parentPort?.close()
})
parentPort?.postMessage('listening')
