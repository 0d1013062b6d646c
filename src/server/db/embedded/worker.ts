import { parentPort, workerData } from 'node:worker_threads'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { type DiskCounters, markBegin, markEnd, reportTo } from './disk-counters.ts'
import { openPglite } from './open-pglite.ts'

/** What the thread is started with. */
export interface WorkerData {
  folder: string
  /** What a new folder is copied from. */
  prepared: string | undefined
  socketPath: string
  /** When the running statement began on the clock of `process.hrtime`, in nanoseconds; 0 while none runs. */
  busySince: BigInt64Array
  disk: DiskCounters
}

const { folder, prepared, socketPath, busySince, disk } = workerData as WorkerData
const pglite = await openPglite(folder, reportTo(disk), prepared).catch((error: unknown) => {
  markEnd(disk)
  throw error
})

const execute = pglite.execProtocolRawStream.bind(pglite)
pglite.execProtocolRawStream = async (message, { onRawData, ...options }) => {
  Atomics.store(busySince, 0, process.hrtime.bigint())
  markBegin(disk)
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

/** What PGlite is inside, as far as it is used here; it is pinned because of it. */
interface Insides {
  POSTGRES_MAIN_LONGJMP: number
  Module: { _PostgresMainLoopOnce: () => void }
}

/**
 * PostgreSQL leaves its loop by an exception: with this status to begin it anew after an error, and with any other when
 * it ends itself. PGlite begins anew in either case, for ever where the message has more to say, and would answer nobody.
 */
function endWithPostgres({ Module, POSTGRES_MAIN_LONGJMP }: Insides) {
  const loopOnce = Module._PostgresMainLoopOnce
  Module._PostgresMainLoopOnce = () => {
    try {
      loopOnce()
    } catch (error) {
      if ((error as { status?: unknown } | null)?.status !== POSTGRES_MAIN_LONGJMP) {
        markEnd(disk)
        // Of this thread alone, and at once: an exception would be caught.
        process.exit(1)
      }
      throw error
    }
  }
}

/** Thrown where no one catches it: that ends the thread, and whoever started it hears why. */
function end(error: unknown) {
  markEnd(disk)
  setImmediate(() => {
    throw error
  })
}

endWithPostgres(pglite as unknown as Insides)

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
