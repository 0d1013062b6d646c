import { storageFull } from '../../../domain/database-failure.ts'
import type { Caller } from '../../../domain/doors/door-questions.ts'
import type { AppContext } from '../../context.ts'
import type { RateLimits } from '../../edge/rate-limit.ts'
import { allowWholeAnswer } from '../../whole-answer.ts'

/** Prepares for a question within a request. @throws {Failure} `suspended`, `rate_limited`, `storage_full` */
export type BeforeAsking = (c: AppContext, caller: Caller) => Promise<void>

/**
 * Checks before each question what a route that only asks would have checked: most requests of MCP and A2A ask nothing,
 * and some of MCP ask several times.
 */
export function beforeAsking(options: {
  hasRoom: () => boolean
  limits: Pick<RateLimits, 'takeQuestion'>
}): BeforeAsking {
  return async (c, { wallet }) => {
    if (wallet !== null) await c.get('permissions').require(wallet, 'speaking')
    if (!options.hasRoom()) throw storageFull()
    await options.limits.takeQuestion({ wallet, address: c.get('clientAddress') })
    allowWholeAnswer(c)
  }
}
