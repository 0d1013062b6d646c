import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { firstFaulty } from '../../../blocks/form/field-errors.ts'
import type { WithFile } from '../../../blocks/form/form-draft.ts'
import { uploadImage } from '../../../blocks/form/upload-image.ts'
import { useForm } from '../../../blocks/form/use-form.ts'
import { ApiError, useApi } from '../../../lib/http/api.ts'
import { toast } from '../../../ui/toast.ts'
import { agentQuery } from '../api/agent.ts'
import { invalidateAgents } from '../api/agent-list.ts'
import { changeAgent } from '../api/change-agent.ts'
import {
  changesBetween,
  checkChanges,
  checkDraft,
  draftOf,
  type EditValues,
  editFields,
  editValuesOf,
  touchedFields,
} from './edit-values.ts'

const max = {
  name: limits.agentName,
  description: limits.agentDescription,
  personality: limits.joinedPersonality,
}

/**
 * The fields of an agent, saved together; only what was touched is sent, with the version that it was changed from.
 * When the agent becomes another version meanwhile, what was typed stays and the rest of the form follows.
 */
export function useEditForm(props: {
  agent: Agent
  /** A version that the person chose in this dialog, of which they need not be told. */
  chosen: number | undefined
  onDirty: (dirty: boolean) => void
  onSaved: () => void
}) {
  const { agent, onDirty } = props
  const save = useSaveAgent(agent)
  const [base, setBase] = useState(agent)
  /** What it was filled from before somebody changed the agent under what had been typed. */
  const [changedFrom, setChangedFrom] = useState<Agent>()
  const before = editValuesOf(base)
  const [values, setValues] = useState<WithFile<EditValues>>(() => ({ ...before, file: null }))
  const touched = touchedFields(before, values)
  const dirty = touched.length > 0 || values.file !== null
  /** Whether it was to be tried out as it could not be saved: its fields say why, until they are put right. */
  const [isTriedOut, setTriedOut] = useState(false)
  const form = useForm({
    values,
    onChange: (changed) => setValues((known) => ({ ...known, ...changed })),
    fields: editFields,
    max,
    check: (now) => checkChanges(changesBetween(before, now)),
    early: () => (isTriedOut ? checkDraft(draftOf(base, values)) : {}),
    send: (now) => save(base, now),
    onSent: (saved) => {
      setBase(saved)
      props.onSaved()
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
  // A newer version is not a reason but a question, see `meanwhile`.
  const isAsked = submission.state === 'failed' && isConflict(submission.error)
  return {
    form,
    /** What the form was last filled from. */
    base,
    submission: isAsked ? ({ state: 'idle' } as const) : submission,
    /** What the agent was when what is typed was begun, and what it has become since. */
    meanwhile:
      changedFrom && dirty && submission.state !== 'sending'
        ? { before: changedFrom, after: base, typed: touched }
        : undefined,
    /**
     * The agent as the form holds it, to be tried out; null where it could not be saved so.
     * @param onFaults called then, to bring the form into sight: the first faulty field gets the focus
     */
    readDraft(onFaults: () => void) {
      const draft = draftOf(base, values)
      const faulty = firstFaulty(checkDraft(draft), editFields)
      setTriedOut(faulty !== undefined)
      if (faulty === undefined) return draft
      onFaults()
      // Once the form is in sight, and whoever asked has done what comes with asking.
      window.setTimeout(() => form.focus(faulty))
      return null
    },
  }
}

/** A form of an agent as it stands, and what can be done with it. */
export type AgentEdit = ReturnType<typeof useEditForm>

/** Saves what was touched of an agent since `base`, and gives the agent as it is then. */
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
        // Saved already, by a try whose answer was lost.
        const isSaved = editFields.every((field) => !(field in changes) || same(changes[field], newer[field]))
        if (!isSaved) throw error
        return newer
      },
    )
    toast.success(`${values.name.trim()} is saved.`)
    await invalidateAgents(queryClient)
    return saved
  }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const isConflict = (error: unknown) => error instanceof ApiError && error.problem?.code === 'conflict'
