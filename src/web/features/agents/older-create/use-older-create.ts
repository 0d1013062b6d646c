import { useEffect, useEffectEvent, useRef } from 'react'
import { useFormDraft } from '../../../blocks/form/form-draft.ts'
import { useForm } from '../../../blocks/form/use-form.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { toast } from '../../../ui/toast.ts'
import { newAgentMaxima } from '../form/agent-values.ts'
import { useCreateAgent } from '../form/use-create-agent.ts'
import {
  checkOlderCreateForm,
  olderCreateDraft,
  olderCreateFields,
  toDraftAgent,
} from './older-create-values.ts'
import * as texts from './texts.ts'

export type OlderCreate = ReturnType<typeof useOlderCreate>

export function useOlderCreate(dialog: { open: boolean; close: () => void }) {
  const navigate = useNavigate()
  const draft = useFormDraft(olderCreateDraft, useRef<File>(null))
  const createAgent = useCreateAgent()
  const form = useForm({
    values: draft.values,
    onChange: draft.change,
    fields: olderCreateFields,
    max: newAgentMaxima,
    check: checkOlderCreateForm,
    send: (values) => createAgent(values, toDraftAgent, draft.kept),
    again: true,
    onSent: ({ id, name }) => {
      toast.success(`${name} is a draft. It opens only by its link until you publish it.`, {
        action: { label: texts.openDialog, onClick: () => void navigate(`/vacant?agent=${id}`) },
      })
      draft.startOver()
      if (dialog.open) dialog.close()
    },
    onFailed: (error) => {
      // biome-ignore lint/suspicious/noConsole: section 8 asks for this line
      console.error(texts.draftFailed, error)
      if (!dialog.open) toast.error(texts.draftFailedAbout)
    },
  })
  const leave = useEffectEvent(draft.leave)
  useEffect(() => {
    if (!dialog.open) leave()
  }, [dialog.open])
  return {
    form,
    restored: draft.restored,
    seed: draft.seed,
    startOver: () => {
      if (form.busy) return
      draft.startOver()
      form.restart()
      form.focus('name')
    },
  }
}
