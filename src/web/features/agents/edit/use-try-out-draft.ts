import { useEffect, useEffectEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { TryOut } from '../../../../shared/chat/try-out.ts'
import { checkDraft, draftOf, type EditValues, editFields } from './edit-values.ts'

/**
 * Reads from the edit form what the agent would be. Where it could not be saved so, its fields say why, until they are
 * put right, and the first of them gets the focus.
 * @param base what the form was filled from
 * @param onFaults called before that, to bring the form into sight
 */
export function useTryOutDraft(
  form: UseFormReturn<EditValues>,
  base: Agent,
  onFaults: () => void,
): () => TryOut['draft'] | null {
  const follow = useEffectEvent((name: string | undefined, values: EditValues) => {
    const field = editFields.find((one) => one === name)
    if (!field || form.getFieldState(field).error?.type !== 'try-out') return
    const message = faultsOf(draftOf(base, values)).find(([faulty]) => faulty === field)?.[1]
    if (message === undefined) form.clearErrors(field)
    else form.setError(field, { type: 'try-out', message })
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name, values }) => follow(name, values),
      }),
    [form],
  )
  return () => {
    const draft = draftOf(base, form.getValues())
    const faults = faultsOf(draft)
    const [first] = faults
    if (!first) return draft
    for (const [field, message] of faults) form.setError(field, { type: 'try-out', message })
    onFaults()
    // Once the form is in sight, and whoever asked has done what comes with asking.
    window.setTimeout(() => form.setFocus(first[0]))
    return null
  }
}

/** In the order in which the form shows its fields. */
function faultsOf(draft: TryOut['draft']): [field: keyof EditValues, message: string][] {
  const faults: Partial<Record<keyof EditValues, string>> = checkDraft(draft)
  return editFields.flatMap((field) => {
    const message = faults[field]
    return message === undefined ? [] : [[field, message]]
  })
}
