import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { newObjectionSchema } from '../../../shared/trust/desk.ts'
import { trustLimits } from '../../../shared/trust/trust-limits.ts'
import { unwrap, useApi, withSession } from '../../lib/http/api.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { schemaErrors } from '../form/field-errors.ts'
import { formDraft, useFormDraft } from '../form/form-draft.ts'
import { FormNotice } from '../form/form-notice.tsx'
import { useForm } from '../form/use-form.ts'
import { statementsQuery } from './statements-query.ts'
import * as texts from './texts.ts'

/** The one objection that a person has. What is typed outlives a reload. */
export function ObjectionForm(props: { number: number; owner: string; onClose: () => void }) {
  const { number, owner } = props
  const api = useApi()
  const client = useQueryClient()
  const [kept] = useState(() => formDraft(`objection:${number}`, { words: '' }))
  const drafted = useFormDraft(kept, useRef<File | null>(null))
  const form = useForm({
    values: drafted.values,
    onChange: drafted.change,
    fields: ['words'],
    max: { words: trustLimits.objectionWords },
    check: ({ words }) => schemaErrors<'words'>(newObjectionSchema.safeParse({ words })),
    send: ({ words }) =>
      withSession(async () => {
        await unwrap(
          api.me.statements[':number'].objection.$post({
            param: { number: String(number) },
            json: { words },
          }),
        )
        drafted.finish()
        await client.invalidateQueries({ queryKey: statementsQuery(api, owner).queryKey })
        return true
      }),
  })
  return (
    <form {...form.props} className="mt-4 grid gap-4">
      <TextField
        {...form.field('words')}
        label={texts.objectionLabel}
        hint={texts.objectionHint}
        rows={4}
        required
      />
      <FormNotice
        submission={form.submission}
        sending={texts.objectionSending}
        failed={texts.objectionFailed}
        after={texts.objectionKept}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="primary" aria-disabled={form.busy}>
          {form.busy ? texts.sending : texts.send}
        </Button>
        <Button onClick={props.onClose}>{texts.later}</Button>
      </div>
    </form>
  )
}
