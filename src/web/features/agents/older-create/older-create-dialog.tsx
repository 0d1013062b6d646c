import { useEffect, useEffectEvent, useRef } from 'react'
import { useFormDraft } from '../../../blocks/form/form-draft.ts'
import { useForm } from '../../../blocks/form/use-form.ts'
import { Link, useNavigate } from '../../../lib/router/router.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { newAgentMaxima } from '../form/agent-values.ts'
import { useCreateAgent } from '../form/use-create-agent.ts'
import * as texts from '../texts.tsx'
import { OlderCreateForm } from './older-create-form.tsx'
import {
  checkOlderCreateForm,
  olderCreateDraft,
  olderCreateFields,
  toDraftAgent,
} from './older-create-values.ts'

/**
 * Section 5's older create dialog. It stays mounted while it is closed, so that closing it by mistake loses nothing,
 * including a chosen file, and a running creation continues.
 */
export default function OlderCreateDialog(props: { open: boolean; close: () => void }) {
  const older = useOlderCreate(props)
  return (
    <Dialog
      open={props.open}
      onClose={props.close}
      title={texts.createAgent}
      description={texts.olderCreateAbout}
    >
      <p className="-mt-3 mb-6 text-sm text-soft">
        {texts.wantPublic}{' '}
        <Link to="/create" className="text-cyan underline underline-offset-4 hover:text-white">
          {texts.useFullPage}
        </Link>
      </p>
      <OlderCreateForm older={older} />
    </Dialog>
  )
}

/** The state of the form and its actions. */
export type OlderCreate = ReturnType<typeof useOlderCreate>

function useOlderCreate(dialog: { open: boolean; close: () => void }) {
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
    /** Whether the form holds values that were restored from storage. */
    restored: draft.restored,
    startOver: () => {
      if (form.busy) return
      draft.startOver()
      form.restart()
      form.focus('name')
    },
  }
}
