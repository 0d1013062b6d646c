import { useController, useWatch } from 'react-hook-form'
import { DEFAULT_ENTITY } from '../../../../shared/agents/agent-defaults.ts'
import { tones } from '../../../../shared/agents/agents.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { useHere } from '../../../lib/session/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceField } from '../../../ui/form/choice-field.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { ImagePicker } from '../../../ui/picture/image-picker.tsx'
import { useLookUpPicture } from '../api/look-up-picture.ts'
import { CategoryField } from '../category-field.tsx'
import { DeclinedNotice } from '../declined-notice.tsx'
import { RestoredNote } from '../restored-note.tsx'
import { TextField } from '../text-field.tsx'
import type { Creation } from '../use-agent-creation.ts'
import { CapabilitiesField } from './capabilities-field.tsx'
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
  const lookUp = useLookUpPicture()
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
        lookUp={lookUp}
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

/** The button and how its last use ended. It stays in sight at the dialog's lower edge where there is the height for it. */
function CreateFooter({ creation }: { creation: Creation }) {
  const signedIn = useHere().state === 'signed-in'
  const busy = creation.state === 'submitting' || creation.state === 'succeeded'
  return (
    <div className="bottom-0 z-10 -mx-6 -mb-6 grid gap-4 border-t border-line bg-raised px-6 pt-4 pb-5 md:-bottom-6 [@media(height>=560px)]:sticky">
      {creation.state === 'declined' && <DeclinedNotice />}
      {creation.state === 'failed' && (
        <Notice tone="bad" title="The draft was not saved.">
          {creation.detail} All that you typed is still here.
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" tone="primary" aria-disabled={busy} className="max-sm:w-full">
          {busy ? 'Creating...' : 'Create agent'}
        </Button>
        <p className="text-[13px] text-muted max-sm:w-full max-sm:text-center">
          {signedIn ? 'It starts as your draft.' : 'Your wallet signs first: the draft will be yours.'}
        </p>
      </div>
      <p role="status" className="sr-only">
        {busy && 'Creating the draft'}
      </p>
    </div>
  )
}
