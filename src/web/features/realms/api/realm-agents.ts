import type { RealmDetail } from '../../../../shared/realms.ts'
import { type Api, answer } from '../../../lib/api.ts'

/** Brings an agent into a realm; one that is there already stays as it is. @throws {ApiError} */
export function inviteAgent(api: Api, id: string, agentId: string): Promise<RealmDetail> {
  return answer(api.realms[':id'].agents[':agentId'].$put({ param: { id, agentId } }))
}

/** Sends an agent away; what it is saying stops. @throws {ApiError} */
export function dismissAgent(api: Api, id: string, agentId: string): Promise<RealmDetail> {
  return answer(api.realms[':id'].agents[':agentId'].$delete({ param: { id, agentId } }))
}
