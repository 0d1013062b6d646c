import type { FailureReason } from '../../../shared/analytics.ts'
import { ModelError, type ModelErrorName } from '../../llm/model-error.ts'

const reasons: Record<ModelErrorName, FailureReason> = {
  APIConnectionError: 'unreachable',
  APIConnectionTimeoutError: 'timeout',
  RateLimitError: 'limited',
  BadRequestError: 'refused',
  AuthenticationError: 'refused',
  PermissionDeniedError: 'refused',
  NotFoundError: 'refused',
  ConflictError: 'refused',
  UnprocessableEntityError: 'refused',
  InternalServerError: 'broken',
  ModelAnswerMalformed: 'broken',
  ModelAnswerBroken: 'broken',
  APIError: 'other',
}

/** The reason of a failed reply as shown to the agent's owner, derived from the error that is logged. */
export function failureReason(error: unknown): FailureReason {
  return error instanceof ModelError ? reasons[error.name] : 'other'
}
