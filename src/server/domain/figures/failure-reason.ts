import type { FailureReason } from '../../../shared/figures.ts'
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

/** Why a reply failed, as its agent's owner is told, from the error that the log has. */
export function failureReason(error: unknown): FailureReason {
  return error instanceof ModelError ? reasons[error.name] : 'other'
}
