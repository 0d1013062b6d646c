import { useEffect, useState } from 'react'
import { checkedBy, persistedById, thisTab } from '../saved-draft/persisted.ts'
import type { FormValues } from './form-values.ts'

const isValues = (value: unknown): value is FormValues =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((one) => typeof one === 'string' || typeof one === 'boolean')

const kept = persistedById('toolAnswers', checkedBy(isValues), { ...thisTab, most: 20 })

/** What was typed at a call survives a reload of the page. @param id of the call, and what of it */
export function useKeptAnswer(id: string, initial: FormValues) {
  const [values, setValues] = useState(initial)
  // The server that paints first has no storage.
  useEffect(() => {
    const before = kept.recall(id)
    if (before) setValues((now) => ({ ...now, ...before }))
  }, [id])
  return {
    values,
    change: (name: string, value: string | boolean) => {
      const next = { ...values, [name]: value }
      setValues(next)
      kept.remember(id, next)
    },
    forget: () => kept.remember(id, null),
  }
}
