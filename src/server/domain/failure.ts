import type { ProblemCode } from '../../shared/common/errors.ts'

/**
 * An expected refusal or error of the domain, with the stable code that the response contains. `message` is shown to
 * the user and must not contain secrets.
 */
export class Failure extends Error {
  override name = 'Failure'
  readonly code: ProblemCode
  /** The errors by field. */
  readonly errors: Record<string, string> | undefined
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined

  constructor(
    code: ProblemCode,
    message: string,
    more: { errors?: Record<string, string>; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.code = code
    this.errors = more.errors
    this.retryAfter = more.retryAfter
  }
}
