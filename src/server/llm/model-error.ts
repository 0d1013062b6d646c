/**
 * The typed errors of section 8, named as in the SDK, and the three ways in which an answer that has begun can fail.
 */
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

/**
 * Why a model did not answer completely. It is for the log only: `message` is the upstream's own text, shortened and
 * without the key, and no header, body or request is attached.
 */
export class ModelError extends Error {
  override name: ModelErrorName
  /** The upstream's HTTP status, if there was one. */
  readonly status: number | undefined
  /** The upstream's own id of the request, for its support team. */
  readonly upstreamRequestId: string | undefined
  /** The number of seconds after which the upstream allows a retry. */
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
