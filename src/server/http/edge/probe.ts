import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Env } from '../../base/env.ts'
import { isProbe, PROBE_HEADER } from '../../base/secrets/probe-key.ts'
import type { AppEnv } from '../context.ts'

const EVENTS = 4
const APART_MS = 250

/**
 * Tells the operator's `doctor` how a request arrived, and then sends a few events, by which it sees whether what is in
 * between holds them back. To anybody else there is nothing here.
 */
export function probeRoutes(env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR' | 'TRUSTED_PROXIES'>) {
  return new Hono<AppEnv>().get('/probez', (c) => {
    if (!isProbe(env, c.req.header(PROBE_HEADER), Date.now())) return c.notFound()
    const forwarded = c.req.header('x-forwarded-for')?.split(',').length ?? 0
    const arrived = { forwarded, trusted: env.TRUSTED_PROXIES, time: Date.now() }
    c.header('x-accel-buffering', 'no')
    return streamSSE(c, async (stream) => {
      for (let event = 0; event < EVENTS && !stream.aborted; event++) {
        await stream.writeSSE({ data: JSON.stringify(arrived) })
        await stream.sleep(APART_MS)
      }
    })
  })
}
