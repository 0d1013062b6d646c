import { useEffect, useState } from 'react'
import { useController, useForm, useWatch } from 'react-hook-form'
import { limits } from '../../../../shared/common/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { ImagePicker } from '../../../ui/picture/image-picker.tsx'
import { useLookUpPicture } from '../api/look-up-picture.ts'
import { CategoryField } from '../category-field.tsx'
import { DeclinedNotice } from '../declined-notice.tsx'
import { focusFirstFault, formResolver, showFaults } from '../form-resolver.ts'
import { RestoredNote } from '../restored-note.tsx'
import { TagList } from '../tag-list.tsx'
import { TextField } from '../text-field.tsx'
import type { Creation } from '../use-agent-creation.ts'
import {
  type CreateValues,
  capabilitiesOf,
  checkCreateValues,
  createDraft,
  createFields,
} from './create-values.ts'
import type { useCreateAgent } from './use-create-agent.ts'

const resolver = formResolver(checkCreateValues)

/** Sections 2 and 5: the form of /create. What is typed is kept in the tab until it has become an agent. */
export default function CreateForm(props: {
  synthesis: ReturnType<typeof useCreateAgent>
  /** Kept by the screen, because a file outlives a lost wallet but not a reload. */
  file: File | null
  onFile: (file: File | null) => void
}) {
  const { creation, submit } = props.synthesis
  const [draft, setDraft] = useState(() => createDraft.read(sessionStorage))
  const form = useForm<CreateValues>({ defaultValues: draft.values, resolver, shouldFocusError: false })
  const { control } = form
  const lookUp = useLookUpPicture()
  const image = useController({ control, name: 'imageUrl' })
  const category = useWatch({ control, name: 'category' })
  const busy = creation.state === 'submitting' || creation.state === 'succeeded'
  const fileName = props.file?.name

  useEffect(() => {
    if (creation.state === 'succeeded') return
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => createDraft.save(sessionStorage, { id: draft.id, values, fileName }),
    })
  }, [form, draft, fileName, creation.state])

  const choose = (file: File | null, imageUrl: string) => {
    props.onFile(file)
    form.clearErrors('imageUrl')
    image.field.onChange(imageUrl)
    createDraft.save(sessionStorage, {
      id: draft.id,
      values: { ...form.getValues(), imageUrl },
      fileName: file?.name,
    })
  }
  const send = form.handleSubmit(
    async (values) => showFaults(form, await submit(values, props.file, draft)),
    (errors) => focusFirstFault(form, createFields, errors),
  )
  const startOver = () => {
    createDraft.clear(sessionStorage)
    props.onFile(null)
    const fresh = createDraft.read(sessionStorage)
    setDraft(fresh)
    form.reset(fresh.values, { keepFieldsRef: true })
    form.setFocus(createFields[0])
  }

  return (
    <form
      noValidate
      aria-label="New agent"
      className="panel hairline cut grid gap-6 p-5 md:p-7"
      onSubmit={(event) => {
        if (busy) event.preventDefault()
        else void send(event)
      }}
    >
      {draft.restored && (
        <RestoredNote lostFile={props.file ? undefined : draft.fileName} onStartOver={startOver} />
      )}
      <TextField control={control} name="name" label="Name" max={limits.agentName} required />
      <CategoryField control={form.register('category')} error={form.formState.errors.category?.message} />
      <TextField
        control={control}
        name="description"
        label="Description"
        hint="What people read on its card in the Matrix."
        max={limits.agentDescription}
        rows={3}
        required
      />
      <TextField
        control={control}
        name="personality"
        label="Personality"
        hint="Start with 'You are...'"
        max={limits.personality}
        rows={5}
        required
      />
      <TextField
        control={control}
        name="customInstructions"
        label="Custom instructions"
        hint="How it should work and answer: its steps, its tone, what it never does."
        max={limits.customInstructions}
        rows={4}
        required
      />
      <TextField
        control={control}
        name="knowledgeDomains"
        label="Knowledge domains"
        hint={`Separated by commas, at most ${limits.listItems}.`}
        required
      />
      <div className="grid gap-2.5">
        <p className="label text-soft">Capabilities</p>
        {category ? (
          <TagList label="Capabilities" tags={capabilitiesOf(category)} />
        ) : (
          <p className="text-sm text-muted">They come with the category.</p>
        )}
      </div>
      <ImagePicker
        label="Image"
        file={props.file}
        url={image.field.value}
        onFile={(file) => choose(file, '')}
        onUrl={(url) => choose(null, url)}
        lookUp={lookUp}
        onClear={() => choose(null, '')}
        urlRef={image.field.ref}
        error={image.fieldState.error?.message}
        hint="A file of at most 5 MB or an https address. Without one it gets the default image."
      />
      <div className="grid gap-4 border-t border-line pt-6">
        <SynthesisNotice creation={creation} />
        <Button
          type="submit"
          tone="primary"
          aria-disabled={busy}
          className="justify-self-start max-sm:w-full"
        >
          {creation.state === 'submitting'
            ? 'Initializing...'
            : creation.state === 'succeeded'
              ? 'Initialized'
              : 'Initialize agent'}
        </Button>
      </div>
    </form>
  )
}

/** Sections 4 and 8: what the page says while an agent is made, and how it ended. */
function SynthesisNotice({ creation }: { creation: Creation }) {
  switch (creation.state) {
    case 'idle':
      return null
    case 'submitting':
      return <Notice tone="info" title="Initializing neural pattern..." />
    case 'succeeded':
      return <Notice tone="good" title="Neural pattern initialized successfully!" />
    case 'declined':
      return <DeclinedNotice />
    case 'failed':
      return (
        <Notice tone="bad" title="Neural pattern initialization failed. Please try again.">
          {creation.detail}
        </Notice>
      )
  }
}
