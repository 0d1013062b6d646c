import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { explainError } from '../../lib/http/explain-error.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import * as texts from '../texts.ts'
import { schemaErrors } from './field-errors.ts'
import { FormFoot } from './form-foot.tsx'
import { useEscape } from './use-escape.ts'
import { useForm } from './use-form.ts'

/**
 * Enter saves and Escape cancels. After an error the typed name stays.
 * @param props.field the name of the field in the request, and so in the server's error messages
 * @param props.max in characters
 * @param props.rename not called for a name that did not change
 */
export function RenameForm(props: {
  field: 'name' | 'title'
  label: string
  name: string
  max: number
  check: (name: string) => z.core.util.SafeParseResult<unknown>
  rename: (name: string) => Promise<unknown>
  onDone: () => void
}) {
  const { field, name, onDone } = props
  const [values, setValues] = useState({ [field]: name })
  const textOf = (of: typeof values) => of[field]?.trim() ?? ''
  const form = useForm({
    values,
    onChange: (changed) => setValues((known) => ({ ...known, ...changed }) as typeof values),
    fields: [field],
    max: { [field]: props.max },
    check: (typed) => (textOf(typed) === name ? {} : schemaErrors(props.check(textOf(typed)))),
    send: async (typed) => {
      if (textOf(typed) !== name) await props.rename(textOf(typed))
    },
    onSent: onDone,
  })
  const { submission, props: element } = form
  const { ref } = element
  useEffect(() => ref.current?.querySelector('input')?.select(), [ref])
  useEscape(onDone)
  // There is only one field, so it shows every error until the text changes.
  const isRefused = submission.state === 'failed' && submission.values === values
  const problem = isRefused ? explainError(submission.error) : undefined
  const text = form.field(field)
  return (
    <form {...element} className="relative z-10 grid animate-fade gap-3">
      <TextField
        {...text}
        value={text.value ?? ''}
        label={props.label}
        error={text.error ?? problem}
        enterKeyHint="done"
        look="min-h-11 px-3 py-2"
      />
      <FormFoot busy={form.busy} send={texts.save} sending={texts.saving} onCancel={onDone} />
    </form>
  )
}
