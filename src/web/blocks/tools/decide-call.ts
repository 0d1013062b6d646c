import { type Api, unwrap, withSession } from '../../lib/http/api.ts'
import { browserReconnecting, withRetry } from '../../lib/http/reconnecting.ts'
import { finalUnlessRestarting } from '../../lib/http/while-restarting.ts'
import type { DecisionMaker } from './tool-decisions.ts'

/** Asks for a sign-in where there is no session. */
export const decideCall =
  (api: Api): NonNullable<DecisionMaker['decide']> =>
  (id, json) =>
    withSession(() =>
      withRetry(() => unwrap(api['tool-calls'][':id'].decision.$put({ param: { id }, json })), {
        time: browserReconnecting,
        isFinal: finalUnlessRestarting(),
      }),
    )
