import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OwnSession } from '../../../shared/session/own-sessions.ts'
import { ApiError, unwrap, useApi } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { withWallet } from '../../lib/http/identity.ts'
import { toast } from '../../ui/toast.ts'
import { ownSessionsKey } from './own-sessions-query.ts'

/** Ends one session. This browser's own one ends as by signing out, so that all its tabs hear of it. */
export function useEndSession() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (session: OwnSession) => {
      if (session.current) return withWallet((wallet) => wallet.signOut())
      try {
        await unwrap(api.me.sessions[':id'].$delete({ param: { id: session.id } }))
      } catch (error) {
        // It has ended already, which is what was wished.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
      toast.success(`Ended: ${session.device}`)
      await queryClient.invalidateQueries({ queryKey: ownSessionsKey })
    },
    onError: (error) => toast.error(`The session could not be ended. ${explainError(error)}`),
  })
}

/** Ends all sessions but this browser's own. */
export function useEndOtherSessions() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { ended } = await unwrap(api.me.sessions.$delete())
      toast.success(ended === 1 ? '1 session ended' : `${ended} sessions ended`)
      await queryClient.invalidateQueries({ queryKey: ownSessionsKey })
    },
    onError: (error) => toast.error(`The sessions could not be ended. ${explainError(error)}`),
  })
}
