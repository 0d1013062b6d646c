import type * as z from 'zod/mini'
import '../../../shared/common/fault-sentences.ts'
import { lengthOf } from '../../../shared/text/plain-text.ts'
import { ApiError } from '../../lib/http/api.ts'

export type FieldErrors<Name extends string> = Partial<Record<Name, string>>

/** The path `knowledgeDomains.2` belongs to the field `knowledgeDomains`. */
function firstByField(faults: Iterable<readonly [path: string, message: string]>): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [path, message] of faults) errors[path.split('.')[0] ?? path] ??= message
  return errors
}

export function schemaErrors<Name extends string>(
  parsed: z.core.util.SafeParseResult<unknown>,
): FieldErrors<Name> {
  return firstByField(
    (parsed.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]),
  ) as FieldErrors<Name>
}

/** Leaves out errors of fields that the form does not show. */
export function serverErrors<Name extends string>(
  error: unknown,
  fields: readonly Name[],
): FieldErrors<Name> {
  if (!(error instanceof ApiError) || !error.problem?.errors) return {}
  return pick(firstByField(Object.entries(error.problem.errors)), fields)
}

/** These errors are shown while typing, because more typing does not fix them. */
export function tooLong<Name extends string>(
  errors: FieldErrors<Name>,
  values: object,
  max: FieldMaxima<Name>,
): FieldErrors<Name> {
  const texts = values as Record<string, unknown>
  const isOver = (name: Name) => {
    const text = texts[name]
    return typeof text === 'string' && lengthOf(text.trim()) > (max[name] ?? Number.POSITIVE_INFINITY)
  }
  return pick(errors, (Object.keys(max) as Name[]).filter(isOver))
}

export type FieldMaxima<Name extends string> = Partial<Record<Name, number>>

export function firstFaulty<Name extends string>(
  errors: FieldErrors<NoInfer<Name>>,
  fields: readonly Name[],
): Name | undefined {
  return fields.find((name) => errors[name] !== undefined)
}

function pick<Name extends string>(errors: Record<string, string | undefined>, fields: readonly Name[]) {
  return Object.fromEntries(
    fields.filter((name) => errors[name] !== undefined).map((name) => [name, errors[name]]),
  ) as FieldErrors<Name>
}
