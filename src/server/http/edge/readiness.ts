import { Hono } from 'hono'
import type { Readiness, ReadyState } from '../../domain/operation/readiness.ts'
import type { AppEnv } from '../context.ts'
import { isOperatorsProgram } from './metrics.ts'

/** `GET /readyz` for proxies; what goes beyond codes is for whoever may read the metrics. */
export function readinessRoutes(readiness: Pick<Readiness, 'look'>, token: string | undefined) {
  return new Hono<AppEnv>().get('/readyz', async (c) => {
    const state = await readiness.look()
    const { ready, reasons } = state
    const told = isOperatorsProgram(c, token) ? detailed(state) : { ready, reasons }
    return c.json(told, ready ? 200 : 503, { 'cache-control': 'no-store' })
  })
}

function detailed({ backup, ...state }: ReadyState) {
  return { ...state, backup: backup ?? { state: 'none' } }
}
