import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useApi } from '../../../lib/api.ts'
import { explainError } from '../../../lib/explain-error.ts'
import { newId } from '../../../lib/new-id.ts'
import { toast } from '../../../ui/toast.ts'
import { adoptMessages } from '../api/realm-log.ts'
import { letGoOn } from '../api/realm-messages.ts'
import { useSessionDeed } from './use-session-deed.ts'

/** Lets the agents go on that the cap on turns holds. Tried again it keeps its id, so what only seemed lost counts once. */
export function useGoOn(realmId: string, onDone: () => void) {
  const api = useApi()
  const client = useQueryClient()
  const withSession = useSessionDeed()
  const id = useRef<string>(undefined)
  const letThem = useMutation({
    mutationFn: () => {
      id.current ??= newId()
      const lineId = id.current
      return withSession(() => letGoOn(api, realmId, lineId))
    },
    onSuccess: (line) => {
      if (line === null) return
      id.current = undefined
      adoptMessages(client, api, realmId, [line])
      onDone()
    },
    onError: (error) => toast.error(`The agents still wait. ${explainError(error)}`),
  })
  return { letGoOn: () => letThem.isPending || letThem.mutate(), busy: letThem.isPending }
}
