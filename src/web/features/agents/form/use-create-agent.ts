import { useQueryClient } from '@tanstack/react-query'
import { fieldNames, pickFields } from '../../../../shared/agents/agent-fields.ts'
import type { Agent, NewAgent } from '../../../../shared/agents/agents.ts'
import { joinPersonality } from '../../../../shared/agents/personality.ts'
import { uploadImage } from '../../../blocks/form/upload-image.ts'
import { type Api, ApiError, unwrap, useApi } from '../../../lib/http/api.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { newId } from '../../../lib/new-id.ts'
import { invalidateAgents } from '../api/agent-list.ts'
import { changeAgent } from '../api/change-agent.ts'
import { sayLikeness } from '../api/say-likeness.ts'

/**
 * Requests the signature if needed, uploads the image, creates the agent, and refetches what shows agents. Null if the
 * person declines to sign.
 */
export function useCreateAgent(): <Values extends { imageUrl: string; file: File | null }>(
  values: Values,
  /** @param imageUrl empty if there is none */
  toAgent: (values: Values, imageUrl: string) => NewAgent,
  /** Holds the id for the new agent; it is replaced if another agent already has it. */
  kept: { id: string },
) => Promise<Agent | null> {
  const api = useApi()
  const queryClient = useQueryClient()
  return async (values, toAgent, kept) => {
    if ((await requireSignIn()) === null) return null
    const imageUrl = values.file ? await uploadImage(api, values.file) : values.imageUrl.trim()
    const agent = await createAgent(api, toAgent(values, imageUrl), kept)
    sayLikeness(agent)
    void invalidateAgents(queryClient)
    if (agent.isPublic)
      void import('../signed/sign-version.ts')
        .then(({ offerSignature }) => offerSignature({ api, queryClient, agent }))
        .catch(() => {})
    return agent
  }
}

/** @throws {ApiError} */
async function createAgent(api: Api, agent: NewAgent, kept: { id: string }): Promise<Agent> {
  try {
    return await send(api, { ...agent, id: kept.id })
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem?.code !== 'conflict') throw error
    // The id is of an agent that was deleted since, or of another wallet's. Nothing was created with it.
    kept.id = newId()
    return send(api, { ...agent, id: kept.id })
  }
}

/** Updates an agent that an earlier try with the same id created, if only its response was lost. */
async function send(api: Api, agent: NewAgent & { id: string }): Promise<Agent> {
  const response = await api.agents.$post({ json: agent })
  const made = await unwrap(Promise.resolve(response))
  if (response.status === 201) return made
  const content = { ...agent, personality: joinPersonality(agent) }
  return changeAgent(
    api,
    agent.id,
    pickFields(
      content,
      fieldNames.filter((field) => field in content),
    ),
  )
}
