import { ModelError } from '../model-error.ts'

/**
 * Null for JSON that is no object.
 * @throws {ModelError}
 */
export function parseEvent(data: string): object | null {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' ? value : null
  } catch {
    throw new ModelError('ModelAnswerMalformed', 'The model server sent an event that is not JSON.')
  }
}

export function broken(): ModelError {
  return new ModelError('ModelAnswerBroken', 'The model server ended its answer before it was finished.')
}
