/** The errors of section 8, named as in the SDK, and three ways in which an answer that has begun can fail. */
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

/** For the log only: the upstream's own text, shortened, without the key and without header, body or request. */
export class ModelError extends Error {
  override name: ModelErrorName
  readonly status: number | undefined
  readonly upstreamRequestId: string | undefined
  /** In seconds, as the upstream says. */
  readonly retryAfter: number | undefined

  constructor(
    name: ModelErrorName,
    message: string,
    more: {
      status?: number | undefined
      upstreamRequestId?: string | undefined
      retryAfter?: number | undefined
    } = {},
  ) {
    super(message)
    this.name = name
    this.status = more.status
    this.upstreamRequestId = more.upstreamRequestId
    this.retryAfter = more.retryAfter
  }
}
