/** The errors of section 8, named as official clients do, and two ways in which an answer that has begun can fail. */
export type ModelErrorName =
  | 'BadRequestError'
  | 'AuthenticationError'
  | 'PermissionDeniedError'
  | 'NotFoundError'
  | 'ConflictError'
  | 'UnprocessableEntityError'
  | 'RateLimitError'
  | 'InternalServerError'
  | 'APIError'
  | 'APIConnectionTimeoutError'
  | 'APIConnectionError'
  | 'ModelAnswerMalformed'
  | 'ModelAnswerBroken'

interface ErrorFacts {
  status?: number | undefined
  upstreamRequestId?: string | undefined
  retryAfter?: number | undefined
}

/** For the log only: the upstream's own text, shortened, without the key and without header, body or request. */
export class ModelError extends Error {
  override name: ModelErrorName
  readonly status: number | undefined
  readonly upstreamRequestId: string | undefined
  /** In seconds, as the upstream says. */
  readonly retryAfter: number | undefined

  constructor(name: ModelErrorName, message: string, more: ErrorFacts = {}) {
    super(message)
    this.name = name
    this.status = more.status
    this.upstreamRequestId = more.upstreamRequestId
    this.retryAfter = more.retryAfter
  }
}

/** What a model server says is wrong, by its status or within an answer that began well. It does not leave `llm/`. */
export class ReportedError extends ModelError {
  /** As it was parsed, or the text if it is no JSON. */
  readonly body: unknown

  constructor(name: ModelErrorName, message: string, body: unknown, more: ErrorFacts = {}) {
    super(name, message, more)
    this.body = body
  }
}

const named: Readonly<Record<number, ModelErrorName>> = {
  400: 'BadRequestError',
  401: 'AuthenticationError',
  403: 'PermissionDeniedError',
  404: 'NotFoundError',
  409: 'ConflictError',
  422: 'UnprocessableEntityError',
  429: 'RateLimitError',
}

export function errorNameOf(status: number): ModelErrorName {
  return status >= 500 ? 'InternalServerError' : (named[status] ?? 'APIError')
}
