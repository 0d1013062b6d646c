import type { Env } from './base/env.ts'
import type { Logger } from './base/log.ts'
import type { Connections } from './connections.ts'
import type { Leaving } from './domain/operation/leaving.ts'
import type { Hub } from './realtime/hub.ts'

/**
 * In milliseconds: how long a server behind a proxy still takes connections, so that the proxy finds out by `/readyz`
 * rather than by a connection that is refused.
 */
const SETTLE_MS = 3_000

/** In milliseconds. */
const LOOK_MS = 50

export interface DrainOptions {
  leaving: Leaving
  hub: Pick<Hub, 'leave'>
  connections: Pick<Connections, 'leave' | 'refuse'>
  /** How much of each kind still runs. */
  work: () => Readonly<Record<string, number>>
  log: Logger
  /** Aborted to end the wait early. */
  enough: AbortSignal
  settleMs: number
  /** For all of it. */
  limitMs: number
}

/** Without a proxy nobody sends requests to another server, so there is nothing to wait for. */
export function drainTimesOf(env: Pick<Env, 'TRUSTED_PROXIES' | 'DRAIN_SECONDS'>) {
  return { settleMs: env.TRUSTED_PROXIES > 0 ? SETTLE_MS : 0, limitMs: env.DRAIN_SECONDS * 1_000 }
}

/**
 * Leaves well: nothing new begins, whatever is short is still served until proxies have noticed, and what runs comes to
 * its own end. Sockets are closed only when no connection is accepted any more, so that a browser that opens the next
 * one at once finds another server. Never rejects; what is left then is for the caller to interrupt.
 */
export async function drain(options: DrainOptions): Promise<void> {
  const { leaving, hub, connections, work, log, enough, settleMs, limitMs } = options
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), limitMs)
  const late = AbortSignal.any([enough, limit.signal])
  log.info({ running: running(work()) }, 'this server leaves: it takes no new replies')
  leaving.begin()
  connections.leave()
  await pause(settleMs, late)
  connections.refuse()
  await pause(hub.leave(), late)
  while (!late.aborted && Object.keys(running(work())).length > 0) await pause(LOOK_MS, late)
  clearTimeout(timer)
  const left = running(work())
  if (Object.keys(left).length > 0) log.warn({ running: left }, 'time is over for what still runs')
}

function pause(ms: number, late: AbortSignal): Promise<void> {
  if (ms === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      late.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    late.addEventListener('abort', end)
    if (late.aborted) end()
  })
}

function running(work: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(work).filter(([, count]) => count > 0))
}
