import { parentPort, workerData } from 'node:worker_threads'
import { type DiskCounters, markBegin, markEnd, reportTo } from './disk-counters.ts'
import { openPglite } from './open-pglite.ts'
import { serveSocket } from './serve-socket.ts'

export interface WorkerData {
  folder: string
  prepared: string | undefined
  /** With the functions that look for damage. */
  inspects?: boolean | undefined
  socketPath: string
  /** When the running statement began (`process.hrtime`), in nanoseconds; 0 while none runs. */
  busySince: BigInt64Array
  disk: DiskCounters
}

const { folder, prepared, inspects, socketPath, busySince, disk } = workerData as WorkerData
const pglite = await openPglite(folder, reportTo(disk), { prepared, inspects }).catch((error: unknown) => {
  markEnd(disk)
  throw error
})

/** Passes its own handler on every call: PGlite's would also parse each response and keep the result forever. */
function execute(messages: Uint8Array): Uint8Array {
  const answer: Buffer[] = []
  Atomics.store(busySince, 0, process.hrtime.bigint())
  markBegin(disk)
  // Nothing waits without `syncToFs`; our file system syncs by itself. The next statement overwrites `data` in memory.
  pglite
    .execProtocolRawStream(messages, {
      syncToFs: false,
      onRawData: (data) => void answer.push(Buffer.from(data)),
    })
    // The caller would otherwise wait forever.
    .catch(end)
  Atomics.store(busySince, 0, 0n)
  const [first = Buffer.alloc(0)] = answer
  const whole = answer.length > 1 ? Buffer.concat(answer) : first
  if (tellsOfCrash(whole)) end(new Error('PostgreSQL crashed; its last answer says why'))
  return whole
}

/** PGlite would continue in an undefined state. The zero bytes prevent a match in a row, as text contains none. */
function tellsOfCrash(data: Uint8Array): boolean {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return bytes.includes('\0VPANIC\0') || bytes.includes('\0VFATAL\0')
}

/** The internals of PGlite that are used here. Its version is pinned because of them. */
interface Insides {
  POSTGRES_MAIN_LONGJMP: number
  Module: { _PostgresMainLoopOnce: () => void }
}

// PostgreSQL leaves its main loop by an exception, with POSTGRES_MAIN_LONGJMP to re-enter it after an error, with any
// other status when it terminates. PGlite restarts it either way, for a partial message forever, without a response.
function endWithPostgres({ Module, POSTGRES_MAIN_LONGJMP }: Insides) {
  const loopOnce = Module._PostgresMainLoopOnce
  Module._PostgresMainLoopOnce = () => {
    try {
      loopOnce()
    } catch (error) {
      if ((error as { status?: unknown } | null)?.status !== POSTGRES_MAIN_LONGJMP) {
        markEnd(disk)
        // Ends only this thread, and at once: an exception would be caught.
        process.exit(1)
      }
      throw error
    }
  }
}

/** Nothing catches the error: it ends the thread and is reported to its parent. */
function end(error: unknown) {
  markEnd(disk)
  setImmediate(() => {
    throw error
  })
}

endWithPostgres(pglite as unknown as Insides)

let closing = false

/** PGlite is a single backend, so anything left behind would affect the next connection. */
async function reset() {
  if (closing) return
  try {
    await pglite.exec('rollback')
    await pglite.exec('discard all')
  } catch (error) {
    if (!closing) end(error)
  }
}

const server = await serveSocket(socketPath, { execute, reset })

parentPort?.once('message', async () => {
  closing = true
  server.close()
  await pglite.exec('checkpoint')
  await pglite.close()
  parentPort?.close()
})
parentPort?.postMessage('listening')
