import { type Agent, joinPersonality, type NewAgent } from '../../../../shared/agents.ts'
import { type Api, ApiError, answer } from '../../../lib/api.ts'
import { newId } from '../../../lib/new-id.ts'
import { changeAgent } from './change-agent.ts'

/**
 * Makes an agent of the signed-in wallet.
 * @param draft the form's, whose id the agent gets; renewed where another agent has it already
 * @throws {ApiError}
 */
export async function createAgent(api: Api, agent: NewAgent, draft: { id: string }): Promise<Agent> {
  try {
    return await send(api, { ...agent, id: draft.id })
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem?.code !== 'conflict') throw error
    // The id of a draft that outlived its agent, or another wallet's: nothing was made under it now.
    draft.id = newId()
    return send(api, { ...agent, id: draft.id })
  }
}

/** Where an earlier try under the same id made the agent and only its answer was lost, it gets what the form says now. */
async function send(api: Api, agent: NewAgent & { id: string }): Promise<Agent> {
  const response = await api.agents.$post({ json: agent })
  const made = await answer(Promise.resolve(response))
  if (response.status === 201) return made
  const { name, description, category, capabilities, knowledgeDomains, imageUrl, pumpToken } = agent
  return changeAgent(api, agent.id, {
    name,
    description,
    category,
    personality: joinPersonality(agent),
    capabilities,
    knowledgeDomains,
    ...(imageUrl && { imageUrl }),
    ...(pumpToken !== undefined && { pumpToken }),
  })
}
