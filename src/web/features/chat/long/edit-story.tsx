import { useEffect, useState } from 'react'
import { STORY_CHARACTERS, storyChangesSchema } from '../../../../shared/chat/stories.ts'
import { schemaErrors } from '../../../blocks/form/field-errors.ts'
import { FormFoot } from '../../../blocks/form/form-foot.tsx'
import { FormNotice } from '../../../blocks/form/form-notice.tsx'
import { useForm } from '../../../blocks/form/use-form.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import * as texts from './texts.ts'

const ROWS = 8

/** What was typed stays when it can't be saved. */
export default function EditStory(props: {
  text: string
  save: (text: string) => Promise<void>
  onDone: () => void
}) {
  const { text, save, onDone } = props
  const [values, setValues] = useState({ text })
  const form = useForm({
    values,
    onChange: (changed) => setValues((known) => ({ ...known, ...changed })),
    fields: ['text'],
    max: { text: STORY_CHARACTERS },
    check: (typed) => schemaErrors(storyChangesSchema.safeParse(typed)),
    send: async (typed) => {
      if (typed.text.trim() !== text) await save(typed.text.trim())
    },
    onSent: onDone,
  })
  const { ref } = form.props
  useEffect(() => ref.current?.querySelector('textarea')?.focus(), [ref])
  return (
    <form {...form.props} className="grid gap-3">
      <TextField
        {...form.field('text')}
        label={texts.storyText}
        hint={texts.storyHint}
        rows={ROWS}
        look="text-15 leading-[1.6]"
      />
      <FormNotice submission={form.submission} failed={texts.storyNotSaved} />
      <FormFoot busy={form.busy} send={texts.saveStory} sending={texts.savingStory} onCancel={onDone} />
    </form>
  )
}
