import { useEffect, useEffectEvent, useRef, useState } from 'react'
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
  const drawing = useState(false)
  const form = useForm({
    values: draft.values,
    onChange: draft.change,
    fields: olderCreateFields,
    max: newAgentMaxima,
    isPreparing: drawing[0],
    check: checkOlderCreateForm,
    send: (values) => createAgent(values, toDraftAgent, draft),
    onSent: ({ id, name }) => {
      toast.success(`${name} is a draft. It opens only by its link until you publish it.`, {
        action: { label: texts.openDialog, onClick: () => void navigate(`/vacant?agent=${id}`) },
      })
      draft.startOver()
      form.restart()
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
    drawing,
    isSending: form.submission.state === 'sending',
    restored: draft.restored,
    id: draft.kept.id,
    seed: draft.seed,
    startOver: () => {
      if (form.submission.state === 'sending') return
      draft.startOver()
      form.restart()
      form.focus('name')
    },
  }
}
