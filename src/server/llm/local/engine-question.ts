import { ModelError } from '../model-error.ts'
import type { ModelEvent, ModelRequest } from '../provider.ts'
import { SAMPLING } from '../settings/model-settings.ts'
import { type EngineEvent, EngineGone } from './engine-process.ts'
import type { EngineQuestion } from './engine-protocol.ts'
import { turnsOf } from './engine-turns.ts'

/** Tokens of reasoning, where it is asked for. */
const THOUGHTS = { none: 0, low: 512, medium: 1_024, high: 2_048 } as const

/** The settings of section 9, as the engine takes them. */
export function questionOf({
  messages,
  temperature,
  maxTokens,
  effort,
  stop = [],
}: ModelRequest): EngineQuestion {
  return {
    turns: turnsOf(messages),
    temperature: temperature ?? SAMPLING.temperature,
    maxTokens: maxTokens ?? SAMPLING.max_tokens,
    // Without a wish it answers at once: on a processor, thinking takes minutes.
    thoughtTokens: THOUGHTS[effort ?? 'none'],
    presencePenalty: SAMPLING.presence_penalty,
    frequencyPenalty: SAMPLING.frequency_penalty,
    stop: [...stop],
  }
}

/** @throws {ModelError} if the engine failed */
export function modelEventOf(event: EngineEvent): ModelEvent {
  switch (event.type) {
    case 'words':
    case 'reasoning':
      return { type: event.type, text: event.text }
    case 'end':
      return { type: 'end', reason: event.reason, usage: event.usage }
    case 'failed':
      throw new ModelError('InternalServerError', event.message)
    default:
      return event satisfies never
  }
}

export function asModelError(error: unknown): unknown {
  return error instanceof EngineGone ? new ModelError('ModelAnswerBroken', error.message) : error
}
