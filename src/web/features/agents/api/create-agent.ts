import { type Agent, joinPersonality, type NewAgent } from '../../../../shared/agents.ts'
import { type Api, answer } from '../../../lib/api.ts'
import { changeAgent } from './change-agent.ts'

/**
 * Makes an agent of the signed-in wallet. Where an earlier try under the same id had made it, and only its answer was
 * lost, the agent gets what the form says now.
 * @throws {ApiError}
 */
export async function createAgent(api: Api, agent: NewAgent & { id: string }): Promise<Agent> {
  const response = await api.agents.$post({ json: agent })
  const made = await answer(Promise.resolve(response))
  if (response.status === 201) return made
  const { name, description, category, capabilities, knowledgeDomains, imageUrl } = agent
  return changeAgent(api, agent.id, {
    name,
    description,
    category,
    personality: joinPersonality(agent),
    capabilities,
    knowledgeDomains,
    ...(imageUrl && { imageUrl }),
  })
}
