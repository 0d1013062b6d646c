import { Failure } from '../domain/failure.ts'
import { checkJson } from './check-json.ts'
import type { AppContext } from './context.ts'
import { limitBody, readBody } from './limit-body.ts'

/** Says that a route takes JSON, and how long it may be where the usual length is not enough; `validate` reads it. */
export const jsonBody = limitBody

/**
 * The JSON that a request brings, of whatever shape. This is the one place where bodies are parsed.
 * @throws {Failure} `unsupported_media_type`, `body_too_large`, `malformed_json`, or `validation_failed` for one that
 * is too deep or has too many values
 */
export async function readJson(c: AppContext): Promise<unknown> {
  const type = c.req.header('content-type')?.split(';', 1).join().trim().toLowerCase()
  if (type !== 'application/json')
    throw new Failure('unsupported_media_type', 'Send the body as application/json.')
  const text = await readBody(c, () => c.req.text())
  const fault = checkJson(text)
  if (fault) throw new Failure('validation_failed', fault, { errors: { body: fault } })
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('malformed_json', 'The body is not valid JSON.')
  }
}
