import type { ProblemCode } from '../../shared/common/errors.ts'

/**
 * An expected "no" of the domain, with the stable code that an answer carries.
 * `message` is written for the person who asked; nothing secret may stand in it.
 */
export class Failure extends Error {
  override name = 'Failure'
  readonly code: ProblemCode
  /** What is wrong, by field. */
  readonly errors: Record<string, string> | undefined
  /** Seconds until a new try makes sense. */
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
