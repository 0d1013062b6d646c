import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { firstFaulty } from '../../../blocks/form/field-errors.ts'
import type { WithFile } from '../../../blocks/form/form-draft.ts'
import { uploadImage } from '../../../blocks/form/upload-image.ts'
import { useForm } from '../../../blocks/form/use-form.ts'
import { useApi, withSession } from '../../../lib/http/api.ts'
import { toast } from '../../../ui/toast.ts'
import { agentQuery } from '../api/agent.ts'
import { invalidateAgents } from '../api/agent-list.ts'
import { changeAgent, isConflict } from '../api/change-agent.ts'
import { sayLikeness } from '../api/say-likeness.ts'
import { agentMaxima } from '../form/agent-values.ts'
import {
  changesBetween,
  checkChanges,
  checkDraft,
  draftOf,
  type EditValues,
  editFields,
  editValuesOf,
  hasChanges,
  touchedFields,
  valuesSince,
} from './edit-values.ts'
import * as texts from './texts.ts'

/**
 * One request has only the changed fields and the version that they are based on. If the agent becomes another version
 * meanwhile, the typed values stay and the other fields are updated.
 */
export function useEditForm(props: {
  agent: Agent
  /** A version that the person restored in this dialog, and which therefore needs no notice. */
  chosen: number | undefined
  onDirty: (dirty: boolean) => void
  onSaved: () => void
}) {
  const { agent, onDirty } = props
  const save = useSaveAgent(agent)
  const [base, setBase] = useState(agent)
  /** The agent before somebody changed it while the form had typed values. */
  const [changedFrom, setChangedFrom] = useState<Agent>()
  const before = editValuesOf(base)
  const [values, setValues] = useState<WithFile<EditValues>>(() => ({ ...before, file: null }))
  const drawing = useState(false)
  const touched = touchedFields(before, values)
  const dirty = touched.length > 0 || values.file !== null
  /** Whether a try-out was requested while the form was invalid: the errors are shown until they are fixed. */
  const [isTriedOut, setTriedOut] = useState(false)
  const form = useForm({
    values,
    onChange: (changed) => setValues((known) => ({ ...known, ...changed })),
    fields: editFields,
    max: agentMaxima,
    isPreparing: drawing[0],
    check: (now) => checkChanges(changesBetween(before, now)),
    early: () => (isTriedOut ? checkDraft(draftOf(base, values)) : {}),
    send: (now) => withSession(async () => ({ sent: now, saved: await save(base, now) })),
    again: true,
    onSent: ({ sent, saved }) => {
      setBase(saved)
      const since = valuesSince(sent, values, saved)
      if (!since) return props.onSaved()
      // What was typed while it was being saved is not in it, and would be lost with the form.
      setValues(since)
      setChangedFrom(undefined)
    },
  })
  useEffect(() => {
    onDirty(dirty)
    if (!dirty) setChangedFrom(undefined)
  }, [onDirty, dirty])

  const follow = useEffectEvent((newer: Agent) => {
    if (newer.version <= base.version) return
    const fresh = editValuesOf(newer)
    const typed = Object.fromEntries(touched.map((field) => [field, values[field]]))
    setValues({ ...fresh, ...typed, file: values.file })
    setBase(newer)
    const differs = touched.some((field) => values[field] !== fresh[field]) || values.file !== null
    if (!differs) setChangedFrom(undefined)
    else if (newer.version !== props.chosen) setChangedFrom((from) => from ?? base)
  })
  useEffect(() => follow(agent), [agent])

  const { submission } = form
  // A newer version is not an error but a question; see `meanwhile`.
  const isAsked = submission.state === 'failed' && isConflict(submission.error)
  return {
    form,
    drawing,
    /** The agent from which the form was last filled. */
    base,
    submission: isAsked ? ({ state: 'idle' } as const) : submission,
    /** The agent when the person began to type, and its current version. */
    meanwhile:
      changedFrom && dirty && submission.state !== 'sending'
        ? { before: changedFrom, after: base, typed: touched }
        : undefined,
    /** Null if it is not valid. @param onFaults shows the form: the first invalid field takes the focus */
    readDraft(onFaults: () => void) {
      const draft = draftOf(base, values)
      const faulty = firstFaulty(checkDraft(draft), editFields)
      setTriedOut(faulty !== undefined)
      if (faulty === undefined) return draft
      onFaults()
      // After the form has become visible and the caller's own updates are done.
      window.setTimeout(() => form.focus(faulty))
      return null
    },
  }
}

export type AgentEdit = ReturnType<typeof useEditForm>

/** Saves the fields that changed since `base` and returns the updated agent. */
function useSaveAgent({ id, owner }: Agent) {
  const api = useApi()
  const queryClient = useQueryClient()
  return async (base: Agent, values: WithFile<EditValues>): Promise<Agent> => {
    const imageUrl = values.file ? await uploadImage(api, values.file) : values.imageUrl
    const changes = changesBetween(editValuesOf(base), { ...values, imageUrl })
    if (Object.keys(changes).length === 0) return base
    const saved = await changeAgent(api, id, { ...changes, basedOn: base.version }).catch(
      async (error: unknown) => {
        if (!isConflict(error)) throw error
        const newer = await queryClient.fetchQuery({ ...agentQuery(api, id, owner), staleTime: 0 })
        if (!hasChanges(newer, changes)) throw error
        return newer
      },
    )
    toast.success(texts.saved(values.name.trim()))
    sayLikeness(saved)
    await invalidateAgents(queryClient)
    return saved
  }
}
