import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from '../../../lib/router/router.tsx'
import { useAgentCreation } from '../use-agent-creation.ts'
import { createDraft, createFields, toNewAgent } from './create-values.ts'

/** Section 9: how long the success is shown before the page goes to /management, in milliseconds. */
const REDIRECT_MS = 1_500

/** Makes the agent of the form of /create, says so, and goes to the owner's page. */
export function useCreateAgent() {
  const navigate = useNavigate()
  const { creation, submit } = useAgentCreation({
    fields: createFields,
    draft: createDraft,
    toAgent: toNewAgent,
  })

  const leave = useEffectEvent(() => void navigate('/management'))
  useEffect(() => {
    if (creation.state !== 'succeeded') return
    const timer = window.setTimeout(() => leave(), REDIRECT_MS)
    return () => window.clearTimeout(timer)
  }, [creation.state])

  return { creation, submit }
}
