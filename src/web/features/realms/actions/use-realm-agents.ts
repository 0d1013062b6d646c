import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RealmAgent, RealmDetail } from '../../../../shared/realms/realms.ts'
import { type Api, unwrap, useApi, withSession } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { toast } from '../../../ui/toast.ts'
import { realmQuery } from '../api/realm.ts'
import * as realmTexts from '../texts.ts'
import * as texts from './texts.ts'

/** A mutation that invites an agent. Its data is the updated realm; the dialog shows its error. */
export function useInviteAgent(realmId: string, onInvited: () => void) {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (agent: { id: string; name: string }) =>
      withSession(() => inviteAgent(api, realmId, agent.id)),
    onSuccess: (realm, agent) => {
      if (realm === null) return
      client.setQueryData(realmQuery(api, realmId).queryKey, realm)
      toast.success(texts.agentIsHere(agent.name))
      onInvited()
    },
  })
}

/** A participant can undo it by inviting the agent again. */
export function useDismissAgent(realm: Pick<RealmDetail, 'id'>, mayInvite: boolean) {
  const api = useApi()
  const client = useQueryClient()
  const adopt = (realm: RealmDetail) => client.setQueryData(realmQuery(api, realm.id).queryKey, realm)
  const bringBack = async (agent: RealmAgent) => {
    try {
      const back = await withSession(() => inviteAgent(api, realm.id, agent.id))
      if (back) adopt(back)
    } catch (error) {
      toast.error(texts.agentNotBack(agent.name, explainError(error)))
    }
  }
  return useMutation({
    mutationFn: (agent: RealmAgent) => withSession(() => dismissAgent(api, realm.id, agent.id)),
    onSuccess: (left, agent) => {
      if (left === null) return
      adopt(left)
      toast.success(texts.agentLeft(agent.name), {
        ...(mayInvite && { action: { label: realmTexts.undo, onClick: () => void bringBack(agent) } }),
      })
    },
    onError: (error, agent) => toast.error(texts.agentNotRemoved(agent.name, explainError(error))),
  })
}

/** Adds an agent to a realm; if it is already there, nothing changes. @throws {ApiError} */
function inviteAgent(api: Api, id: string, agentId: string): Promise<RealmDetail> {
  return unwrap(api.realms[':id'].agents[':agentId'].$put({ param: { id, agentId } }))
}

/** Removes an agent and stops its running answer. @throws {ApiError} */
function dismissAgent(api: Api, id: string, agentId: string): Promise<RealmDetail> {
  return unwrap(api.realms[':id'].agents[':agentId'].$delete({ param: { id, agentId } }))
}
