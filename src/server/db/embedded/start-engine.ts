import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { programUrl } from '../../base/files.ts'
import { DiskFullError, isDiskFull } from './disk.ts'
import { type DiskCounters, endedFull, markStart } from './disk-counters.ts'
import type { WorkerData } from './worker.ts'

/** Runs in its own thread, so that a slow statement blocks no request. */
export interface Engine {
  /** Milliseconds since the running statement began; 0 while none runs. */
  busyFor(): number
  /** When the thread has ended, with its error: a `DiskFullError` if there was no space to write. Never rejects. */
  ended: Promise<Error | undefined>
  /** Makes a checkpoint first. After ten seconds, the thread is terminated. */
  close(): Promise<void>
  /** Nothing that was acknowledged is lost. */
  kill(): Promise<void>
}

/** To be called before PostgreSQL's WebAssembly is compiled, in whichever thread. */
export function limitCompiler(): void {
  // V8's optimizing compiler would use half a gigabyte to make long scans half as long again, and would speed up
  // nothing else.
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)
}

/** Resolves once connections are accepted. @throws {Error} if it can't be opened: a `DiskFullError` without space */
export async function startEngine(
  place: Pick<WorkerData, 'folder' | 'prepared' | 'inspects' | 'socketPath'>,
  disk: DiskCounters,
): Promise<Engine> {
  markStart(disk)
  limitCompiler()
  const busySince = new BigInt64Array(new SharedArrayBuffer(8))
  const workerData: WorkerData = { ...place, busySince, disk }
  const worker = new Worker(programUrl('db/embedded/worker'), {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  })
  let fault: Error | undefined
  worker.on('error', (error) => {
    fault = error instanceof Error ? error : new Error('its thread threw what is no error')
  })
  const ended = new Promise<Error | undefined>((resolve) =>
    worker.once('exit', (code) => {
      const cause = fault ?? (code === 0 ? undefined : new Error('PostgreSQL ended itself'))
      const full = cause && (endedFull(disk) || isDiskFull(cause))
      resolve(full ? new DiskFullError('there is no room', { cause }) : cause)
    }),
  )
  const listens = new Promise<true>((resolve) => worker.once('message', () => resolve(true)))
  const listening = await Promise.race([listens, ended.then(() => false)])
  if (!listening) throw (await ended) ?? new Error('its thread ended')
  const kill = async () => {
    await worker.terminate()
    await ended
  }
  return {
    busyFor() {
      const since = Atomics.load(busySince, 0)
      return since === 0n ? 0 : Number(process.hrtime.bigint() - since) / 1e6
    },
    ended,
    async close() {
      worker.postMessage('close')
      await Promise.race([ended, wait(10_000, undefined, { ref: false })])
      await kill()
    },
    kill,
  }
}
