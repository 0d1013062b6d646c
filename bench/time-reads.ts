import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Asked, Asking } from './ask-over-http.ts'
import { percentile } from './percentile.ts'

const SAMPLES = 200
const AT_ONCE = 16
/** The maximum duration of one measurement, in milliseconds. */
const PATIENCE = 2_000

/** Times a read, first one at a time, then sixteen at once, and formats the result as a cell of a table. */
export async function timeReads(read: () => Promise<unknown>): Promise<string> {
  for (let warm = 0; warm < 5; warm++) await read()
  return analytics(await repeat(read, SAMPLES, 1), await repeat(read, SAMPLES * 4, AT_ONCE))
}

/** The same for a path of a server on this machine; the requests are sent by a separate thread. */
export async function timeReadsOverHttp(
  port: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const ask = async (count: number, atOnce: number): Promise<Asked> => {
    const workerData: Asking = { port, path, headers, count, atOnce, patience: PATIENCE }
    const worker = new Worker(new URL('./ask-over-http.ts', import.meta.url), { workerData })
    const [asked] = (await once(worker, 'message')) as [Asked]
    return asked
  }
  return analytics(await ask(SAMPLES, 1), await ask(SAMPLES * 4, AT_ONCE))
}

async function repeat(read: () => Promise<unknown>, count: number, atOnce: number): Promise<Asked> {
  const times: number[] = []
  const began = performance.now()
  const ask = async () => {
    for (let asked = 0; asked < count / atOnce && performance.now() - began < PATIENCE; asked++) {
      const from = performance.now()
      await read()
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, ask))
  return { times, milliseconds: performance.now() - began }
}

function analytics(alone: Asked, together: Asked): string {
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(alone.times, share).toFixed(2))
  const perSecond = Math.round((together.times.length / together.milliseconds) * 1000)
  return `${p50}/${p99}, ${perSecond.toLocaleString('en-US')}/s`
}
