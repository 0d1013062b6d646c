import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RealmAgent, RealmDetail } from '../../../../shared/realms.ts'
import { useApi } from '../../../lib/api.ts'
import { explainError } from '../../../lib/explain-error.ts'
import { toast } from '../../../ui/toast.ts'
import { realmQuery } from '../api/realm.ts'
import { dismissAgent, inviteAgent } from '../api/realm-agents.ts'
import { useSessionDeed } from './use-session-deed.ts'

/** Invites an agent; the answer is the realm with it, and what went wrong is for the dialog to say. */
export function useInviteAgent(realmId: string, onInvited: () => void) {
  const api = useApi()
  const client = useQueryClient()
  const withSession = useSessionDeed()
  return useMutation({
    mutationFn: (agent: { id: string; name: string }) =>
      withSession(() => inviteAgent(api, realmId, agent.id)),
    onSuccess: (realm, agent) => {
      if (realm === null) return
      client.setQueryData(realmQuery(api, realmId).queryKey, realm)
      toast.success(`${agent.name} is here`)
      onInvited()
    },
  })
}

/** Sends an agent away, which a participant can undo by inviting it again. */
export function useDismissAgent(realm: Pick<RealmDetail, 'id'>, mayInvite: boolean) {
  const api = useApi()
  const client = useQueryClient()
  const withSession = useSessionDeed()
  const adopt = (realm: RealmDetail) => client.setQueryData(realmQuery(api, realm.id).queryKey, realm)
  const bringBack = async (agent: RealmAgent) => {
    try {
      const back = await withSession(() => inviteAgent(api, realm.id, agent.id))
      if (back) adopt(back)
    } catch (error) {
      toast.error(`${agent.name} could not be brought back. ${explainError(error)}`)
    }
  }
  return useMutation({
    mutationFn: (agent: RealmAgent) => withSession(() => dismissAgent(api, realm.id, agent.id)),
    onSuccess: (left, agent) => {
      if (left === null) return
      adopt(left)
      toast.success(`${agent.name} has left the realm`, {
        ...(mayInvite && { action: { label: 'Undo', onClick: () => void bringBack(agent) } }),
      })
    },
    onError: (error, agent) => toast.error(`${agent.name} could not be dismissed. ${explainError(error)}`),
  })
}
