import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import type { Agent } from '../../../../shared/agents.ts'
import { limits } from '../../../../shared/limits.ts'
import { useApi } from '../../../lib/api.ts'
import { explainError } from '../../../lib/explain-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ImagePicker } from '../../../ui/image-picker.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { invalidateAgents } from '../api/agent-list.ts'
import { changeAgent } from '../api/change-agent.ts'
import { uploadImage } from '../api/upload-image.ts'
import { CategoryField } from '../category-field.tsx'
import { serverFieldErrors } from '../field-errors.ts'
import { focusFirstFault, formResolver, showFaults } from '../form-resolver.ts'
import { TextField } from '../text-field.tsx'
import { changesBetween, checkChanges, type EditValues, editFields, editValuesOf } from './edit-values.ts'

/** The fields of an agent, saved together; only what was touched is sent. */
export function EditForm(props: {
  agent: Agent
  onDirty: (dirty: boolean) => void
  /** Whether the person wants to leave with unsaved changes. */
  leaving: boolean
  onStay: () => void
  onClose: () => void
}) {
  const { agent, onDirty } = props
  const api = useApi()
  const queryClient = useQueryClient()
  const [before] = useState(() => editValuesOf(agent))
  const [resolver] = useState(() =>
    formResolver<EditValues>((values) => checkChanges(changesBetween(before, values))),
  )
  const form = useForm<EditValues>({ defaultValues: before, resolver, shouldFocusError: false })
  const { control } = form
  const image = useController({ control, name: 'imageUrl' })
  const [file, setFile] = useState<File | null>(null)
  const dirty = form.formState.isDirty || file !== null
  useEffect(() => onDirty(dirty), [onDirty, dirty])

  const save = useMutation({
    mutationFn: async (values: EditValues) => {
      const imageUrl = file ? await uploadImage(api, file) : values.imageUrl
      const changes = changesBetween(before, { ...values, imageUrl })
      if (Object.keys(changes).length === 0) return
      await changeAgent(api, agent.id, changes)
      toast.success(`${values.name.trim()} is saved.`)
      await invalidateAgents(queryClient)
    },
    onSuccess: props.onClose,
    onError: (error) => showFaults(form, serverFieldErrors(error, editFields)),
  })
  const choose = (file: File | null, imageUrl: string) => {
    setFile(file)
    form.clearErrors('imageUrl')
    image.field.onChange(imageUrl)
  }

  return (
    <form
      noValidate
      aria-label={`Edit ${agent.name}`}
      className="grid gap-6"
      onSubmit={form.handleSubmit(
        (values) => save.isPending || save.mutate(values),
        (errors) => focusFirstFault(form, editFields, errors),
      )}
    >
      <TextField control={control} name="name" label="Name" max={limits.agentName} required />
      <CategoryField control={form.register('category')} error={form.formState.errors.category?.message} />
      <TextField
        control={control}
        name="description"
        label="Description"
        max={limits.agentDescription}
        rows={3}
        required
      />
      <TextField
        control={control}
        name="personality"
        label="Personality"
        hint="With the custom instructions that it was made with."
        max={limits.joinedPersonality}
        rows={6}
        required
      />
      <TextField
        control={control}
        name="capabilities"
        label="Capabilities"
        hint={`Separated by commas, at most ${limits.listItems}.`}
        required
      />
      <TextField
        control={control}
        name="knowledgeDomains"
        label="Knowledge domains"
        hint={`Separated by commas, at most ${limits.listItems}.`}
        required
      />
      <ImagePicker
        label="Image"
        file={file}
        url={image.field.value}
        onFile={(file) => choose(file, '')}
        onUrl={(url) => choose(null, url)}
        onClear={() => choose(null, '')}
        urlRef={image.field.ref}
        error={image.fieldState.error?.message}
      />
      <TextField
        control={control}
        name="pumpToken"
        label="Token"
        hint="The mint address of its token on pump.fun, if it has one."
        code
      />
      <div className="grid gap-4 border-t border-line pt-6">
        {save.isError && (
          <Notice tone="bad" title="The changes could not be saved.">
            {explainError(save.error)}
          </Notice>
        )}
        {props.leaving ? (
          <Leave onDiscard={props.onClose} onStay={props.onStay} />
        ) : (
          <div className="flex flex-wrap gap-3">
            <Button type="submit" tone="primary" aria-disabled={save.isPending}>
              {save.isPending ? 'Saving' : 'Save changes'}
            </Button>
            <Button onClick={props.onClose}>Cancel</Button>
          </div>
        )}
      </div>
    </form>
  )
}

function Leave({ onDiscard, onStay }: { onDiscard: () => void; onStay: () => void }) {
  return (
    <div role="alert" className="grid gap-3">
      <p className="font-medium">Your changes are not saved.</p>
      <div className="flex flex-wrap gap-3">
        {/* The question answers the attempt to close, so it comes into sight and takes the focus. */}
        <Button autoFocus onClick={onStay}>
          Keep editing
        </Button>
        <Button tone="danger" onClick={onDiscard}>
          Discard them
        </Button>
      </div>
    </div>
  )
}
