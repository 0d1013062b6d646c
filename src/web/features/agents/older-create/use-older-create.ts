import { useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from '../../../lib/router/router.tsx'
import { toast } from '../../../ui/toast.ts'
import { focusFirstFault, formResolver, showFaults } from '../form-resolver.ts'
import { useAgentCreation } from '../use-agent-creation.ts'
import {
  checkOlderCreateForm,
  emptyOlderCreateValues,
  type OlderCreateForm,
  type OlderCreateValues,
  olderCreateDraft,
  olderCreateFields,
  toDraftAgent,
} from './older-create-values.ts'

const resolver = formResolver(checkOlderCreateForm)

/** What of the form can be kept as text. */
function textsOf({ file: _file, ...texts }: OlderCreateForm): OlderCreateValues {
  return texts
}

/**
 * The older create dialog's form and what becomes of it. It lives as long as the matrix does, so closing the dialog
 * by mistake loses nothing, not even a chosen file, and a creation that is under way goes on.
 */
export function useOlderCreate(dialog: { open: boolean; close: () => void }) {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(() => olderCreateDraft.read(sessionStorage))
  const form = useForm<OlderCreateForm>({
    defaultValues: { ...draft.values, file: null },
    resolver,
    shouldFocusError: false,
  })
  const { creation, submit, restart } = useAgentCreation({
    fields: olderCreateFields,
    draft: olderCreateDraft,
    toAgent: toDraftAgent,
    onCreated: ({ id, name }) =>
      toast.success(`${name} is a draft. It opens only by its link until you publish it.`, {
        action: { label: 'Open', onClick: () => void navigate(`/vacant?agent=${id}`) },
      }),
    // biome-ignore lint/suspicious/noConsole: section 8 asks for this line
    onFailed: (error) => console.error('Error creating agent', error),
  })

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          olderCreateDraft.save(sessionStorage, {
            id: draft.id,
            values: textsOf(values),
            fileName: values.file?.name,
          }),
      }),
    [form, draft],
  )

  const startOver = () => {
    olderCreateDraft.clear(sessionStorage)
    setDraft(olderCreateDraft.read(sessionStorage))
    form.reset({ ...emptyOlderCreateValues, file: null }, { keepFieldsRef: true })
    restart()
  }

  const finish = useEffectEvent(() => {
    startOver()
    if (dialog.open) dialog.close()
  })
  const sayUnseen = useEffectEvent(() => {
    if (!dialog.open) toast.error('The draft was not saved. All that you typed is still in its dialog.')
  })
  useEffect(() => {
    if (creation.state === 'succeeded') finish()
    if (creation.state === 'failed') sayUnseen()
  }, [creation.state])

  const leave = useEffectEvent(() => {
    const values = form.getValues()
    const restored = !olderCreateDraft.isEmpty({ values, fileName: values.file?.name })
    if (restored !== draft.restored) setDraft({ ...draft, restored })
  })
  useEffect(() => {
    if (!dialog.open) leave()
  }, [dialog.open])

  return {
    form,
    creation,
    /** Set where the form holds what was typed at an earlier time. */
    restored: draft.restored ? { fileName: draft.fileName } : undefined,
    startOver: () => {
      if (creation.state === 'submitting') return
      startOver()
      form.setFocus('name')
    },
    send: form.handleSubmit(
      async (values) => showFaults(form, await submit(values, values.file, draft)),
      (errors) => focusFirstFault(form, olderCreateFields, errors),
    ),
  }
}
export type OlderCreate = ReturnType<typeof useOlderCreate>
