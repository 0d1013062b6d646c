import { createMiddleware } from 'hono/factory'
import { validator } from 'hono/validator'
import type * as z from 'zod/mini'
import { Failure } from '../domain/failure.ts'
import type { AppEnv } from './context.ts'
import { readJson } from './json-body.ts'

/** What an answer tells of what is wrong; a form has fewer fields, and what a client made up is not sent back at length. */
const FAULTS = 30
const NAME_LENGTH = 100
const MESSAGE_LENGTH = 300

/** The messages of a failed parse by field path; what concerns no single field stands under `body`. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const errors = new Map<string, string>()
  for (const [path, message] of faultsOf(error)) {
    if (errors.size >= FAULTS) break
    const name = cut(path.join('.') || 'body', NAME_LENGTH)
    if (!errors.has(name)) errors.set(name, cut(message, MESSAGE_LENGTH))
  }
  return Object.fromEntries(errors)
}

function* faultsOf(error: z.core.$ZodError): Generator<[path: PropertyKey[], message: string]> {
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) yield [[...issue.path, key], 'This field cannot be set here.']
    } else yield [issue.path, issue.message]
  }
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text
}

/**
 * Parses one part of a request with the contract's schema; a route reads it with `c.req.valid(part)`.
 * @throws {Failure} `validation_failed` with a message for each field, and for a body all that `readJson` throws
 */
export function validate<Part extends 'json' | 'query' | 'param', Schema extends z.ZodMiniType>(
  part: Part,
  schema: Schema,
) {
  const parse = (value: unknown): z.output<Schema> => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    throw new Failure('validation_failed', 'Something in the request is not valid.', {
      errors: fieldErrors(parsed.error),
    })
  }
  const validated = validator(part, parse)
  if (part !== 'json') return validated
  // The library's own reader of bodies takes any depth, and passes a body of another type over.
  const body = createMiddleware<AppEnv>(async (c, next) => {
    c.req.addValidatedData('json', parse(await readJson(c)) as object)
    await next()
  })
  return body as unknown as typeof validated
}
