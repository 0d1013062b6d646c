/** The typed errors of section 8, under the names that the AI SDK gives them, and the three ways an answer that began can end badly. */
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
 * Why a model did not answer, or not to the end. It is for the log alone: `message` is the upstream's own text,
 * shortened and without the key, and no header, body or request hangs on it.
 */
export class ModelError extends Error {
  override name: ModelErrorName
  /** The upstream's HTTP status, where there was one. */
  readonly status: number | undefined
  /** The upstream's own id of the request, for its support. */
  readonly upstreamRequestId: string | undefined
  /** Seconds after which the upstream invites a new try. */
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
