import type { FieldPath, FieldValues, Resolver, UseFormReturn } from 'react-hook-form'
import type { FieldErrors } from './field-errors.ts'

/** A form whose faults a function finds. */
export function formResolver<Values extends FieldValues>(
  check: (values: Values) => FieldErrors<string>,
): Resolver<Values> {
  return (values) => {
    const faults = Object.entries(check(values))
    if (faults.length === 0) return { values, errors: {} }
    return {
      values: {},
      errors: Object.fromEntries(faults.map(([field, message]) => [field, { type: 'check', message }])),
    } as Awaited<ReturnType<Resolver<Values>>>
  }
}

/** Puts the server's faults at their fields and the focus on the first. */
export function showFaults<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError' | 'setFocus'>,
  faults: [field: FieldPath<Values>, message: string][],
): void {
  for (const [field, message] of faults) form.setError(field, { type: 'server', message })
  const first = faults[0]?.[0]
  if (first) form.setFocus(first)
}

/** Focuses the first faulty field in the order in which the form shows them, which the library does not know. */
export function focusFirstFault<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setFocus'>,
  fields: readonly FieldPath<Values>[],
  errors: object,
): void {
  const first = fields.find((field) => field in errors)
  if (first) form.setFocus(first)
}
