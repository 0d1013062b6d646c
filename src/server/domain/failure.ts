import type { ProblemCode } from '../../shared/common/errors.ts'

/** An expected refusal with its stable code. `message` is shown to the user and must not contain secrets. */
export class Failure extends Error {
  override name = 'Failure'
  readonly code: ProblemCode
  /** By field. */
  readonly errors: Record<string, string> | undefined
  /** In seconds. */
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

/** Also said of what is there for others alone, so that nobody learns of it. @throws {Failure} `not_found` */
export function noSuch(what: string): never {
  throw new Failure('not_found', `There is no such ${what}.`)
}

/** Returns null for what was deleted meanwhile. What can't be read at the moment is not gone, and fails. */
export function orGone<Thing>(opened: Promise<Thing>): Promise<Thing | null> {
  return opened.catch((error: unknown) => {
    if (error instanceof Failure && error.code !== 'files_unavailable') return null
    throw error
  })
}
