import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OwnSession } from '../../../../shared/session/own-sessions.ts'
import { ApiError, unwrap, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { withWallet } from '../../../lib/http/identity.ts'
import { toast } from '../../../ui/toast.ts'
import * as texts from '../texts.tsx'
import { ownSessionsKey } from './own-sessions-query.ts'

/**
 * A mutation that ends a session. This browser's own session is ended by signing out, so that all its tabs are
 * notified.
 */
export function useEndSession() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (session: OwnSession) => {
      if (session.current) return withWallet((wallet) => wallet.signOut())
      try {
        await unwrap(api.me.sessions[':id'].$delete({ param: { id: session.id } }))
      } catch (error) {
        // The session has already ended, which is the intended result.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
      toast.success(texts.sessionEnded(session.device))
      await queryClient.invalidateQueries({ queryKey: ownSessionsKey })
    },
    onError: (error) => toast.error(texts.sessionNotEnded(explainError(error))),
  })
}

export function useEndOtherSessions() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { ended } = await unwrap(api.me.sessions.$delete())
      toast.success(texts.sessionsEnded(ended))
      await queryClient.invalidateQueries({ queryKey: ownSessionsKey })
    },
    onError: (error) => toast.error(texts.sessionsNotEnded(explainError(error))),
  })
}
