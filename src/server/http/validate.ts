import { validator } from 'hono/validator'
import type * as z from 'zod/mini'
import { Failure } from '../domain/failure.ts'

/** The messages of a failed parse by field path; what concerns no single field stands under `body`. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        errors[[...issue.path, key].join('.')] ??= 'This field cannot be set here.'
    } else errors[issue.path.join('.') || 'body'] ??= issue.message
  }
  return errors
}

/**
 * Parses one part of a request with the contract's schema; a route reads it with `c.req.valid(part)`.
 * @throws {Failure} `validation_failed` with a message for each field.
 */
export function validate<Part extends 'json' | 'query' | 'param', Schema extends z.ZodMiniType>(
  part: Part,
  schema: Schema,
) {
  return validator(part, (value): z.output<Schema> => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    throw new Failure('validation_failed', 'Something in the request is not valid.', {
      errors: fieldErrors(parsed.error),
    })
  })
}
