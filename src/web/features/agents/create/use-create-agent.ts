import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, useApi } from '../../../lib/api.ts'
import { explainError } from '../../../lib/explain-error.ts'
import { requireSignIn } from '../../../lib/identity.ts'
import { newId } from '../../../lib/new-id.ts'
import { invalidateAgents } from '../api/agent-list.ts'
import { createAgent } from '../api/create-agent.ts'
import { uploadImage } from '../api/upload-image.ts'
import { serverFieldErrors } from '../field-errors.ts'
import { type CreateDraft, clearDraft } from './create-draft.ts'
import { type CreateValues, createFields, toNewAgent } from './create-values.ts'

/** Section 9: how long the success is shown before the page goes to /management, in milliseconds. */
const REDIRECT_MS = 1_500

/** How far the form has come. `declined`: the wallet was asked for its signature and the person said no. */
export type Synthesis =
  | { state: 'idle' }
  | { state: 'submitting' }
  | { state: 'succeeded' }
  | { state: 'declined' }
  | { state: 'failed'; detail: string }

/** A fault and the field it belongs to. */
export type Fault = [field: keyof CreateValues, message: string]

/** Sends the form once at a time: the signature first where it is due, then the image, then the agent. */
export function useCreateAgent() {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [synthesis, setSynthesis] = useState<Synthesis>({ state: 'idle' })
  const busy = useRef(false)

  const leave = useEffectEvent(() => void navigate('/management'))
  useEffect(() => {
    if (synthesis.state !== 'succeeded') return
    const timer = window.setTimeout(() => leave(), REDIRECT_MS)
    return () => window.clearTimeout(timer)
  }, [synthesis.state])

  /** Resolves to the faults that the server found. The draft's id is renewed where another agent has it. */
  const submit = async (values: CreateValues, file: File | null, draft: CreateDraft): Promise<Fault[]> => {
    if (busy.current) return []
    busy.current = true
    setSynthesis({ state: 'submitting' })
    try {
      if ((await requireSignIn()) === null) {
        setSynthesis({ state: 'declined' })
        busy.current = false
        return []
      }
      const imageUrl = file ? await uploadImage(api, file) : values.imageUrl.trim()
      await createAgent(api, toNewAgent(values, draft.id, imageUrl)).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.problem?.code !== 'conflict') throw error
        // The id of a draft that outlived its agent, or another wallet's: nothing was made under it now.
        draft.id = newId()
        return createAgent(api, toNewAgent(values, draft.id, imageUrl))
      })
      clearDraft(sessionStorage)
      setSynthesis({ state: 'succeeded' })
      void invalidateAgents(queryClient)
      return []
    } catch (error) {
      busy.current = false
      setSynthesis({ state: 'failed', detail: explainError(error) })
      return serverFieldErrors(error, createFields)
    }
  }
  return { synthesis, submit }
}
