import { useQueryClient } from '@tanstack/react-query'
import { fieldNames, pickFields } from '../../../../shared/agents/agent-fields.ts'
import type { Agent, NewAgent } from '../../../../shared/agents/agents.ts'
import { joinPersonality } from '../../../../shared/agents/personality.ts'
import type { DraftedValues } from '../../../blocks/form/form-draft.ts'
import { uploadImage } from '../../../blocks/form/upload-image.ts'
import { type Api, ApiError, unwrap, useApi } from '../../../lib/http/api.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { newId } from '../../../lib/new-id.ts'
import { invalidateAgents } from '../api/agent-list.ts'
import { changeAgent } from '../api/change-agent.ts'
import { sayLikeness } from '../api/say-likeness.ts'

interface Draft extends Pick<DraftedValues<unknown>, 'noteSent'> {
  /** Holds the id for the new agent; it is replaced if another agent already has it. */
  kept: { id: string }
}

/**
 * Requests the signature if needed, uploads the image, creates the agent, and refetches what shows agents. Null if the
 * person declines to sign.
 */
export function useCreateAgent(): <Values extends { imageUrl: string; file: File | null }>(
  values: Values,
  /** @param imageUrl empty if there is none */
  toAgent: (values: Values, imageUrl: string) => NewAgent,
  draft: Draft,
) => Promise<Agent | null> {
  const api = useApi()
  const queryClient = useQueryClient()
  return async (values, toAgent, draft) => {
    if ((await requireSignIn()) === null) return null
    const imageUrl = values.file ? await uploadImage(api, values.file) : values.imageUrl.trim()
    const agent = await createAgent(api, toAgent(values, imageUrl), draft)
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
async function createAgent(api: Api, agent: NewAgent, { kept, noteSent }: Draft): Promise<Agent> {
  const wasSent = noteSent()
  const response = await post(api, { ...agent, id: kept.id })
  if (response?.isNew) return response.agent
  if (response && wasSent) return update(api, kept.id, agent)
  // The id is of an agent that was deleted since, of another wallet's, or of one that a copy of this tab has made.
  kept.id = newId()
  noteSent()
  return unwrap(api.agents.$post({ json: { ...agent, id: kept.id } }))
}

/** Null if no agent can have the id. */
async function post(api: Api, json: NewAgent): Promise<{ agent: Agent; isNew: boolean } | null> {
  try {
    const response = await api.agents.$post({ json })
    return { agent: await unwrap(Promise.resolve(response)), isNew: response.status === 201 }
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem?.code !== 'conflict') throw error
    return null
  }
}

/** An earlier try with the same id made it, and only its response was lost. */
function update(api: Api, id: string, agent: NewAgent): Promise<Agent> {
  const content = { ...agent, personality: joinPersonality(agent) }
  return changeAgent(
    api,
    id,
    pickFields(
      content,
      fieldNames.filter((field) => field in content),
    ),
  )
}
