/** What a process has used so far, and its memory now. */
export interface Usage {
  cpuMs: number
  heapBytes: number
  residentBytes: number
}

/** The usage of this process, after a garbage collection. */
export function ownUsage(): Usage {
  const { user, system } = process.cpuUsage()
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { cpuMs: (user + system) / 1000, heapBytes: heapUsed + external, residentBytes: rss }
}

/** Makes a product collect its garbage when its metrics are requested with `?collect`. */
export const collectOnRequest = {
  NODE_OPTIONS: `--expose-gc --import=${new URL('./collect-on-request.ts', import.meta.url).href}`,
}

/**
 * The usage of a product from its own metrics: all its threads, including the embedded database, but not a PostgreSQL
 * server.
 * @param how `collect` for after a garbage collection, if it was started with `collectOnRequest`
 */
export async function usageOf(address: string, how: 'as it is' | 'collect' = 'as it is'): Promise<Usage> {
  const answer = await fetch(`${address}/metrics${how === 'collect' ? '?collect' : ''}`)
  const text = await answer.text()
  const figure = (name: string) => {
    const found = new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]
    if (found === undefined) throw new Error(`The metrics of ${address} have no ${name}.`)
    return Number(found)
  }
  return {
    cpuMs: figure('process_cpu_seconds_total') * 1000,
    heapBytes: figure('nodejs_heap_size_used_bytes') + figure('nodejs_external_memory_bytes'),
    residentBytes: figure('process_resident_memory_bytes'),
  }
}
