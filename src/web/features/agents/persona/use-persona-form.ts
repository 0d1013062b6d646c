import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { StoredPersona } from '../../../../shared/agents/own-persona.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { useForm } from '../../../blocks/form/use-form.ts'
import { useApi } from '../../../lib/http/api.ts'
import { agentKey } from '../api/agent.ts'
import { invalidateAgents } from '../api/agent-list.ts'
import { isConflict } from '../api/change-agent.ts'
import { PersonaDraft } from './persona-draft.ts'
import { personaQuery, savePersona } from './persona-query.ts'
import {
  checkPersona,
  fieldsOf,
  type PersonaContent,
  type PersonaValues,
  requestOf,
  samePersona,
  valuesOf,
} from './persona-values.ts'

export interface EditedAgent {
  agentId: string
  /** Called with the agent's version that has the saved persona. */
  onSaved: (version: number) => void
}

/**
 * It is saved with the version that it is based on. If the persona changes meanwhile, the typed values stay and
 * `meanwhile` is the newer one; a change of the agent's other fields does not matter.
 */
export function usePersonaForm({ agentId, stored, onSaved }: EditedAgent & { stored: StoredPersona }) {
  const client = useQueryClient()
  const save = useSavePersona(agentId)
  const [draft] = useState(() => new PersonaDraft(agentId))
  const [restored, setRestored] = useState(() => draft.isThere())
  const [begun] = useState(() => draft.read(stored))
  const [values, setValues] = useState(begun.values)
  const [base, setBase] = useState(begun.base)
  const [meanwhile, setMeanwhile] = useState<StoredPersona>()
  const form = useForm<PersonaValues, string, { sent: PersonaValues; saved: StoredPersona }>({
    values,
    onChange: (changed) => {
      const next = { ...values, ...changed }
      setValues(next)
      draft.keep(next, base)
      // What is changed after it was saved can be saved again.
      if (form.submission.state === 'sent') form.restart()
    },
    fields: fieldsOf(values),
    max: { nickname: limits.agentName },
    check: checkPersona,
    isLocked: false,
    send: async (sent) => ({ sent, saved: await save(requestOf(sent), meanwhile ?? base) }),
    onSent: ({ sent, saved }) => {
      draft.settle(sent, saved)
      // What was typed while it was being saved can be saved next.
      if (values !== sent) form.restart()
      setRestored(false)
      setBase(saved)
      setMeanwhile(undefined)
      onSaved(saved.version)
      // The greetings come with the agent.
      return Promise.all([
        client.invalidateQueries({ queryKey: agentKey(agentId) }),
        invalidateAgents(client),
      ])
    },
  })
  const startOver = (from: StoredPersona) => {
    draft.drop()
    setRestored(false)
    setValues(valuesOf(from))
    setBase(from)
    setMeanwhile(undefined)
  }
  const follow = useEffectEvent((newer: StoredPersona) => {
    if (newer.version <= base.version) return
    if (samePersona(newer, base)) {
      setBase(newer)
      draft.rebase(newer)
    } else if (!draft.isThere()) startOver(newer)
    else setMeanwhile(newer)
  })
  useEffect(() => follow(stored), [stored])
  const { submission } = form
  // A newer persona is not an error but a question.
  const isAsked = submission.state === 'failed' && isConflict(submission.error)
  return {
    form,
    submission: isAsked ? ({ state: 'idle' } as const) : submission,
    restored,
    /** The newer persona, while it is not decided which one stays. */
    meanwhile,
    startOver: () => startOver(meanwhile ?? stored),
  }
}

/** Saves a persona that is based on another one, and returns it with its version. */
function useSavePersona(agentId: string) {
  const api = useApi()
  const client = useQueryClient()
  return async (edited: PersonaContent, base: StoredPersona): Promise<StoredPersona> => {
    const send = async (basedOn: number) => ({
      ...edited,
      version: await savePersona(api, agentId, { ...edited, basedOn }),
    })
    try {
      return await send(base.version)
    } catch (error) {
      if (!isConflict(error)) throw error
      const newer = await client.fetchQuery({ ...personaQuery(api, agentId), staleTime: 0 })
      // An earlier try already saved it, and only its response was lost.
      if (samePersona(newer, edited)) return newer
      // Other fields of the agent have changed, which this does not overwrite.
      if (samePersona(newer, base)) return send(newer.version)
      throw error
    }
  }
}
