import type { Agent } from '../../../../shared/agents/agents.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { ImagePicker } from '../../../ui/picture/image-picker.tsx'
import { useLookUpPicture } from '../api/look-up-picture.ts'
import { CategoryField } from '../category-field.tsx'
import { TextField } from '../text-field.tsx'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { editValuesOf, touchedFields } from './edit-values.ts'
import type { AgentEdit } from './use-edit-form.ts'

/** The fields of an agent, and what became of saving them. */
export function EditForm(props: {
  agent: Agent
  edit: AgentEdit
  /** Whether it is as high as its place, in which its fields scroll over what they are saved with. */
  isBounded: boolean
  /** Whether the person wants to leave with unsaved changes. */
  leaving: boolean
  onStay: () => void
  onClose: () => void
}) {
  const { agent, isBounded } = props
  const { form, submit, saving, problem, meanwhile, image } = props.edit
  const { control } = form
  const lookUp = useLookUpPicture()

  return (
    <form
      noValidate
      aria-label={`Edit ${agent.name}`}
      className={isBounded ? 'flex min-h-0 flex-1 flex-col' : 'grid gap-6'}
      onSubmit={submit}
    >
      <div
        className={`grid gap-6 ${isBounded ? 'min-h-0 flex-1 content-start overflow-y-auto -mx-1 px-1 pb-6' : ''}`}
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
          file={image.file}
          url={image.url}
          onFile={(file) => image.choose(file, '')}
          onUrl={(url) => image.choose(null, url)}
          lookUp={lookUp}
          onClear={() => image.choose(null, '')}
          urlRef={image.ref}
          error={image.error}
        />
        <TextField
          control={control}
          name="pumpToken"
          label="Token"
          hint="The mint address of its token on pump.fun, if it has one."
          code
        />
      </div>
      <div
        className={`flex flex-col gap-4 border-t border-line ${isBounded ? 'max-h-1/2 flex-none pt-4' : 'pt-6'}`}
      >
        {(problem || meanwhile) && (
          <div className={`grid gap-4 ${isBounded ? 'min-h-0 overflow-y-auto' : ''}`}>
            {problem && (
              <Notice tone="bad" title="The changes could not be saved.">
                {explainError(problem)}
              </Notice>
            )}
            {meanwhile && (
              <ChangedMeanwhile
                {...meanwhile}
                typed={touchedFields(editValuesOf(meanwhile.after), form.getValues())}
              />
            )}
          </div>
        )}
        {props.leaving ? (
          <Leave onDiscard={props.onClose} onStay={props.onStay} />
        ) : (
          <div className="flex flex-wrap gap-3">
            {meanwhile ? (
              // Not by Enter in a field: it replaces what somebody else wrote.
              <Button tone="primary" aria-disabled={saving} onClick={() => void submit()}>
                Keep mine and save
              </Button>
            ) : (
              <Button type="submit" tone="primary" aria-disabled={saving}>
                {saving ? 'Saving' : 'Save changes'}
              </Button>
            )}
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
