import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import { type Source, sourceChangesSchema } from '../../../../shared/knowledge/sources.ts'
import { schemaErrors } from '../../../blocks/form/field-errors.ts'
import { useForm } from '../../../blocks/form/use-form.ts'
import { unwrap, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { invalidateSources } from './sources-query.ts'

const fields = ['name'] as const
const max = { name: limits.sourceName }

/** Another name for a document, under which replies cite it from then on. */
export function RenameSource({ source, onDone }: { source: Source; onDone: () => void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [values, setValues] = useState({ name: source.name })
  const form = useForm({
    values,
    onChange: (changed) => setValues((known) => ({ ...known, ...changed })),
    fields,
    max,
    check: ({ name }) => schemaErrors(sourceChangesSchema.safeParse({ name })),
    send: async ({ name }) => {
      const param = { id: source.agentId, sourceId: source.id }
      await unwrap(api.agents[':id'].sources[':sourceId'].$patch({ param, json: { name } }))
      await invalidateSources(queryClient, source.agentId)
      return name
    },
    onSent: onDone,
  })
  const { submission, props: element } = form
  const { ref } = element
  useEffect(() => ref.current?.querySelector('input')?.select(), [ref])
  const isRefused = submission.state === 'failed' && submission.values === values
  const name = form.field('name')
  return (
    <form {...element} className="grid gap-3">
      <TextField
        {...name}
        label="Name"
        error={name.error ?? (isRefused ? explainError(submission.error) : undefined)}
        enterKeyHint="done"
        look="min-h-11 px-3 py-2"
      />
      <div className="flex gap-2">
        <Button type="submit" size="small" className="max-md:min-h-11" aria-disabled={form.busy}>
          {form.busy ? 'Saving' : 'Save'}
        </Button>
        <Button tone="quiet" size="small" className="max-md:min-h-11" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
