import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Agent, joinPersonality, type NewAgent } from '../../../shared/agents/agents.ts'
import { type Api, ApiError, unwrap, useApi } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { requireSignIn } from '../../lib/http/identity.ts'
import { newId } from '../../lib/new-id.ts'
import { invalidateAgents } from './api/agent-list.ts'
import { changeAgent } from './api/change-agent.ts'
import { uploadImage } from './api/upload-image.ts'
import { serverFieldErrors } from './field-errors.ts'
import type { FormDraft } from './form-draft.ts'

/** How far a creation has come. `declined`: the wallet was asked for its signature and the person said no. */
export type Creation =
  | { state: 'idle' }
  | { state: 'submitting' }
  | { state: 'succeeded' }
  | { state: 'declined' }
  | { state: 'failed'; detail: string }

/** A fault and the field it belongs to. */
export type Fault<Field> = [field: Field, message: string]

/**
 * Sends a form once at a time: the signature first where it is due, then the image, then the agent. On success the
 * form's draft is forgotten and whatever shows agents asks again.
 */
export function useAgentCreation<Values extends { imageUrl: string }, Field extends string>(form: {
  /** In the order in which the form shows them. */
  fields: readonly Field[]
  draft: { clear: (storage: Storage) => void }
  /** @param imageUrl the typed address or that of the uploaded file; empty where there is none */
  toAgent: (values: Values, imageUrl: string) => NewAgent
  onCreated?: (agent: Agent) => void
  onFailed?: (error: unknown) => void
}) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [creation, setCreation] = useState<Creation>({ state: 'idle' })
  const busy = useRef(false)

  const restart = () => {
    busy.current = false
    setCreation({ state: 'idle' })
  }

  /** Resolves to the faults that the server found. The draft's id is renewed where another agent has it. */
  const submit = async (
    values: Values,
    file: File | null,
    draft: FormDraft<unknown>,
  ): Promise<Fault<Field>[]> => {
    if (busy.current) return []
    busy.current = true
    setCreation({ state: 'submitting' })
    try {
      if ((await requireSignIn()) === null) {
        busy.current = false
        setCreation({ state: 'declined' })
        return []
      }
      const imageUrl = file ? await uploadImage(api, file) : values.imageUrl.trim()
      const agent = await createAgent(api, form.toAgent(values, imageUrl), draft)
      form.draft.clear(sessionStorage)
      setCreation({ state: 'succeeded' })
      form.onCreated?.(agent)
      void invalidateAgents(queryClient)
      return []
    } catch (error) {
      busy.current = false
      setCreation({ state: 'failed', detail: explainError(error) })
      form.onFailed?.(error)
      return serverFieldErrors(error, form.fields)
    }
  }
  return { creation, submit, restart }
}

/**
 * Makes an agent of the signed-in wallet.
 * @param draft the form's, whose id the agent gets; renewed where another agent has it already
 * @throws {ApiError}
 */
async function createAgent(api: Api, agent: NewAgent, draft: { id: string }): Promise<Agent> {
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
  const made = await unwrap(Promise.resolve(response))
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
