import type { Agent, AgentChanges } from '../../../../shared/agents.ts'
import { type Api, answer } from '../../../lib/api.ts'

/** Changes some fields of an own agent. @throws {ApiError} */
export function changeAgent(api: Api, id: string, changes: AgentChanges): Promise<Agent> {
  return answer(api.agents[':id'].$patch({ param: { id }, json: changes }))
}
