import { useController, useWatch } from 'react-hook-form'
import { tones } from '../../../../shared/agent-basics.ts'
import { DEFAULT_ENTITY } from '../../../../shared/chat.ts'
import { limits } from '../../../../shared/limits.ts'
import { ChoiceField } from '../../../ui/choice-field.tsx'
import { ImagePicker } from '../../../ui/image-picker.tsx'
import { CategoryField } from '../category-field.tsx'
import { RestoredNote } from '../restored-note.tsx'
import { TextField } from '../text-field.tsx'
import { CapabilitiesField } from './capabilities-field.tsx'
import { CreateFooter } from './create-footer.tsx'
import { PresetField } from './preset-field.tsx'
import type { OlderCreate } from './use-older-create.ts'

const toneChoices = tones.map((value) => ({
  value,
  label: value.replace(/^./, (first) => first.toUpperCase()),
}))

/** Sections 3 and 5: the fields of the older create dialog. */
export function OlderCreateForm({ older }: { older: OlderCreate }) {
  const { form, creation, restored } = older
  const { control } = form
  const { errors } = form.formState
  const image = useController({ control, name: 'imageUrl' })
  const file = useWatch({ control, name: 'file' })
  const choose = (file: File | null, imageUrl: string) => {
    form.setValue('file', file)
    image.field.onChange(imageUrl)
    form.clearErrors('imageUrl')
  }
  return (
    <form
      noValidate
      aria-label="New draft"
      className="grid gap-6 [&_:is(input,textarea,summary,button)]:scroll-mt-6 [&_:is(input,textarea,summary,button)]:scroll-mb-56"
      onSubmit={(event) => {
        if (creation.state === 'submitting') event.preventDefault()
        else void older.send(event)
      }}
    >
      {restored && (
        <RestoredNote
          lostFile={file || image.field.value ? undefined : restored.fileName}
          onStartOver={older.startOver}
        />
      )}
      <TextField control={control} name="name" label="Name" max={limits.agentName} required />
      <CategoryField control={form.register('category')} error={errors.category?.message} />
      <TextField
        control={control}
        name="description"
        label="Description"
        hint="What people read on its card in the Matrix."
        max={limits.agentDescription}
        rows={3}
        required
      />
      <PresetField form={form} />
      <ChoiceField
        label="Tone"
        look="chips"
        choices={toneChoices}
        control={() => form.register('tone')}
        error={errors.tone?.message}
      />
      <TextField
        control={control}
        name="customInstructions"
        label="Custom instructions"
        hint="How it should work and answer: its steps, and what it never does."
        max={limits.customInstructions}
        rows={4}
        required
      />
      <CapabilitiesField form={form} />
      <TextField
        control={control}
        name="knowledgeDomains"
        label="Knowledge domains"
        hint={`Separated by commas, at most ${limits.listItems}. Left empty: ${DEFAULT_ENTITY.knowledgeDomains}.`}
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
        required
      />
      <TextField
        control={control}
        name="pumpToken"
        label="Token"
        hint="The mint address of its token on pump.fun, if it has one."
        code
      />
      <CreateFooter creation={creation} />
    </form>
  )
}
