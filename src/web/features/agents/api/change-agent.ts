import type { Agent, AgentChanges } from '../../../../shared/agents/agents.ts'
import { type Api, ApiError, unwrap } from '../../../lib/http/api.ts'

/** Changes some fields of an own agent. @throws {ApiError} */
export function changeAgent(api: Api, id: string, changes: AgentChanges): Promise<Agent> {
  return unwrap(api.agents[':id'].$patch({ param: { id }, json: changes }))
}

export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.problem?.code === 'conflict'
