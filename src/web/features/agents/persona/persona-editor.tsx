import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnPersona } from '../../../../shared/agents/own-persona.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { FormNotice } from '../../../blocks/form/form-notice.tsx'
import { RestoredNote } from '../../../blocks/form/restored-note.tsx'
import { useForm } from '../../../blocks/form/use-form.ts'
import { persisted } from '../../../blocks/saved-draft/persisted.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { agentKey } from '../api/agent.ts'
import * as texts from '../texts.tsx'
import { LorebookFields } from './lorebook-fields.tsx'
import { personaValuesSchema } from './new-persona-draft.ts'
import { PersonaFields } from './persona-fields.tsx'
import { personaQuery, savePersona } from './persona-query.ts'
import { checkPersona, fieldsOf, type PersonaValues, requestOf, valuesOf } from './persona-values.ts'
import { TryLore } from './try-lore.tsx'

/** The persona and the lorebook of an own agent. What is typed survives a reload and a look at other views. */
export default function PersonaEditor({ agentId }: { agentId: string }) {
  const { data, error, refetch } = useQuery(personaQuery(useApi(), agentId))
  if (error && !data)
    return (
      <div className="grid justify-items-start gap-4">
        <Notice tone="bad" title={texts.personaNotLoaded}>
          {explainError(error)}
        </Notice>
        <Button size="small" className="max-md:min-h-11" onClick={() => void refetch()}>
          {texts.tryAgain}
        </Button>
      </div>
    )
  if (!data)
    return (
      <div aria-busy="true" className="grid gap-3">
        <p role="status" className="sr-only">
          {texts.loadingPersona}
        </p>
        <div className="skeleton h-24" />
        <div className="skeleton h-24" />
      </div>
    )
  return <PersonaForm agentId={agentId} stored={data} />
}

function PersonaForm({ agentId, stored }: { agentId: string; stored: OwnPersona }) {
  const api = useApi()
  const client = useQueryClient()
  const [draft] = useState(() => persisted(`persona:${agentId}`, personaValuesSchema))
  const [restored, setRestored] = useState(() => draft.get() !== undefined)
  const [values, setValues] = useState(() => draft.get() ?? valuesOf(stored))
  const form = useForm<PersonaValues, string, void>({
    values,
    onChange: (changed) => {
      const next = { ...values, ...changed }
      setValues(next)
      draft.set(next)
      // What is changed after it was saved can be saved again.
      if (form.submission.state === 'sent') form.restart()
    },
    fields: fieldsOf(values),
    max: { nickname: limits.agentName },
    check: checkPersona,
    send: (sent) => savePersona(api, agentId, requestOf(sent)),
    onSent: () => {
      draft.set(undefined)
      setRestored(false)
      // The greetings come with the agent.
      return client.invalidateQueries({ queryKey: agentKey(agentId) })
    },
  })
  const { submission } = form
  return (
    <form {...form.props} aria-label={texts.persona} className="grid gap-7">
      <RestoredNote
        restored={restored ? { lostFile: undefined } : undefined}
        onStartOver={() => {
          draft.set(undefined)
          setRestored(false)
          setValues(valuesOf(stored))
        }}
      />
      <PersonaFields form={form} />
      <LorebookFields form={form} />
      <TryLore agentId={agentId} values={values} />
      <div className="grid gap-4 border-t border-line pt-5">
        <FormNotice submission={submission} sent={texts.personaSaved} failed={texts.personaNotSaved} />
        <div className="flex">
          <Button type="submit" tone="primary" aria-disabled={submission.state === 'sending'}>
            {submission.state === 'sending' ? texts.saving : texts.savePersona}
          </Button>
        </div>
      </div>
    </form>
  )
}
