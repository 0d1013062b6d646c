import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { ApiError, useApi } from '../../../lib/http/api.ts'
import { toast } from '../../../ui/toast.ts'
import { agentQuery } from '../api/agent.ts'
import { invalidateAgents } from '../api/agent-list.ts'
import { changeAgent } from '../api/change-agent.ts'
import { uploadImage } from '../api/upload-image.ts'
import { serverFieldErrors } from '../field-errors.ts'
import { focusFirstFault, formResolver, showFaults } from '../form-resolver.ts'
import {
  changesBetween,
  checkChanges,
  type EditValues,
  editFields,
  editValuesOf,
  touchedFields,
} from './edit-values.ts'

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
  const api = useApi()
  const queryClient = useQueryClient()
  const [base, setBase] = useState(agent)
  /** What it was filled from before somebody changed the agent under what had been typed. */
  const [changedFrom, setChangedFrom] = useState<Agent>()
  const before = editValuesOf(base)
  const form = useForm<EditValues>({
    defaultValues: before,
    resolver: formResolver<EditValues>((values) => checkChanges(changesBetween(before, values))),
    shouldFocusError: false,
  })
  const image = useController({ control: form.control, name: 'imageUrl' })
  const [file, setFile] = useState<File | null>(null)
  const dirty = form.formState.isDirty || file !== null
  useEffect(() => {
    onDirty(dirty)
    if (!dirty) setChangedFrom(undefined)
  }, [onDirty, dirty])

  const follow = useEffectEvent((newer: Agent) => {
    if (newer.version <= base.version) return
    const typed = form.getValues()
    const touched = touchedFields(before, typed)
    const fresh = editValuesOf(newer)
    form.reset(fresh)
    for (const field of touched) form.setValue(field, typed[field], { shouldDirty: true })
    setBase(newer)
    const differs = touched.some((field) => typed[field] !== fresh[field]) || file !== null
    if (!differs) setChangedFrom(undefined)
    else if (newer.version !== props.chosen) setChangedFrom((from) => from ?? base)
  })
  useEffect(() => follow(agent), [agent])

  const save = useMutation({
    mutationFn: async (values: EditValues) => {
      const imageUrl = file ? await uploadImage(api, file) : values.imageUrl
      const changes = changesBetween(before, { ...values, imageUrl })
      if (Object.keys(changes).length === 0) return
      try {
        setBase(await changeAgent(api, agent.id, { ...changes, basedOn: base.version }))
      } catch (error) {
        if (!isConflict(error)) throw error
        const newer = await queryClient.fetchQuery({
          ...agentQuery(api, agent.id, agent.owner),
          staleTime: 0,
        })
        // Saved already, by a try whose answer was lost.
        if (!editFields.every((field) => !(field in changes) || same(changes[field], newer[field])))
          throw error
      }
      toast.success(`${values.name.trim()} is saved.`)
      await invalidateAgents(queryClient)
    },
    onSuccess: props.onSaved,
    onError: (error) => showFaults(form, serverFieldErrors(error, editFields)),
  })

  return {
    form,
    /** What the form was last filled from. */
    base,
    submit: form.handleSubmit(
      (values) => save.isPending || save.mutate(values),
      (errors) => focusFirstFault(form, editFields, errors),
    ),
    saving: save.isPending,
    /** Why it was not saved; a newer version is not a reason but a question, see `meanwhile`. */
    problem: save.isError && !isConflict(save.error) ? save.error : undefined,
    /** What the agent was when what is typed was begun, and what it has become since. */
    meanwhile: changedFrom && dirty && !save.isPending ? { before: changedFrom, after: base } : undefined,
    image: {
      ref: image.field.ref,
      file,
      url: image.field.value,
      error: image.fieldState.error?.message,
      choose: (file: File | null, imageUrl: string) => {
        setFile(file)
        form.clearErrors('imageUrl')
        image.field.onChange(imageUrl)
      },
    },
  }
}

/** A form of an agent as it stands, and what can be done with it. */
export type AgentEdit = ReturnType<typeof useEditForm>

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const isConflict = (error: unknown) => error instanceof ApiError && error.problem?.code === 'conflict'
