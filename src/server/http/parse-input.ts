import type * as z from 'zod/mini'
import { cutText, unstorable } from '../../shared/text/plain-text.ts'
import '../../shared/common/fault-sentences.ts'
import { Failure } from '../domain/failure.ts'

/** Limits of the reported errors; no form has that many fields, and a client's own input is not sent back at length. */
const FAULTS = 30
const NOT_VALID = 'Something in the request is not valid.'
const NOT_SHOWN = 'It has a character that can’t be stored.'
const NAME_LENGTH = 100
const MESSAGE_LENGTH = 300

/** Collects the messages of a failed parse by field path; errors that concern no single field are under `body`. */
function fieldErrors(error: z.core.$ZodError): Record<string, string> {
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
      for (const key of issue.keys) yield [[...issue.path, key], 'This field can’t be set here.']
    } else yield [issue.path, issue.message]
  }
}

function cut(text: string, length: number): string {
  return text.length > length ? `${cutText(text, length)}…` : text
}

/**
 * For what a schema leaves open: the database takes no NUL and no half of a character.
 * @throws {Failure} `validation_failed`, with a message for each place
 */
export function requireStorable<Body>(body: Body): Body {
  const paths = [...unstorable(body)]
  if (paths.length === 0) return body
  const errors = paths
    .slice(0, FAULTS)
    .map((path) => [cut(path.join('.') || 'body', NAME_LENGTH), NOT_SHOWN] as const)
  throw new Failure('validation_failed', NOT_VALID, { errors: Object.fromEntries(errors) })
}

/** @throws {Failure} `validation_failed`, with a message for each field */
export function parseInput<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Failure('validation_failed', NOT_VALID, {
    errors: fieldErrors(parsed.error),
  })
}
