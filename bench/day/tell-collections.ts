import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PerformanceObserver } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** As many as fit into a header. */
const MOST = 1_500

/**
 * Loaded into a product before its own code, so that its metrics say how long it collected garbage each time since they
 * were read.
 */
if (isMainThread) {
  let milliseconds: number[] = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) milliseconds.push(duration)
    milliseconds = milliseconds.slice(-MOST)
  }).observe({ entryTypes: ['gc'] })
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    if (request.url !== '/metrics?collections') return
    response.setHeader('x-collections', milliseconds.map((one) => one.toFixed(2)).join())
    milliseconds = []
  })
}

/** What a product is started with for that. */
export const toldCollections = { NODE_OPTIONS: `--import=${import.meta.url}` }

/** Seconds of each collection since this was asked before. */
export async function collectionsOf(address: string): Promise<number[]> {
  const { headers } = await fetch(`${address}/metrics?collections`)
  const told = headers.get('x-collections') ?? ''
  return told === '' ? [] : told.split(',').map((milliseconds) => Number(milliseconds) / 1_000)
}
