import type * as z from 'zod/mini'
import { ApiError } from '../../lib/http/api.ts'

/** A message for each field that has a fault. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>

/** `knowledgeDomains.2` is the fault of the field `knowledgeDomains`. */
const fieldOf = (path: string) => path.split('.')[0] ?? path

function firstByField(faults: Iterable<readonly [path: string, message: string]>): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [path, message] of faults) errors[fieldOf(path)] ??= message
  return errors
}

/** The faults that a schema found. */
export function fieldErrorsOf<Field extends string>(error: z.core.$ZodError | undefined): FieldErrors<Field> {
  return firstByField(
    (error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]),
  ) as FieldErrors<Field>
}

/** The faults that the server found, in the order in which the form shows its fields. */
export function serverFieldErrors<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): [field: Field, message: string][] {
  if (!(error instanceof ApiError) || !error.problem?.errors) return []
  const errors = firstByField(Object.entries(error.problem.errors))
  return fields.flatMap((field): [Field, string][] => {
    const message = errors[field]
    return message === undefined ? [] : [[field, message]]
  })
}
