import { useCallback } from 'react'
import { ApiError } from '../../../lib/http/api.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'

/** Does something that needs a session. Null where the person was asked to sign in and declined; whatever the action throws passes. */
export type SessionAction = <Result>(action: () => Promise<Result>) => Promise<Result | null>

/** What a person is told who declined. */
export const declined = 'The wallet did not sign in, so nothing was changed.'

/**
 * Writes follow the session, which outlives a reload without a connected wallet. Who has none, or another wallet's, is
 * asked to sign in before; whose session turns out to have ended, is asked then. The same function at every render.
 */
export function useSessionAction(): SessionAction {
  return useCallback(async (action) => {
    if ((await requireSignIn()) === null) return null
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      return (await requireSignIn()) === null ? null : action()
    }
  }, [])
}
