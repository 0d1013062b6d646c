import { type Effort, replyLengths } from '../../../shared/models/model-choice.ts'

/** Section 9, by their names in the protocol. */
export const SAMPLING = {
  temperature: 0.85,
  max_tokens: 1000,
  presence_penalty: 0.7,
  frequency_penalty: 0.4,
} as const

/**
 * What a model may refuse, and is then asked without or otherwise. Most are named as in chat completions; other
 * dialects have the same under names of their own.
 */
export type Setting =
  | keyof typeof SAMPLING
  | 'max_completion_tokens'
  /** The limit of words without room for thoughts; asked for where a model has a lower maximum. */
  | 'room'
  /** The same for a conversation that leaves no place for it; it is not remembered. */
  | 'room_here'
  | 'stream'
  | 'stop'
  | 'stream_options'
  | 'parallel_tool_calls'
  | 'effort'
  /** Not to think at all; then as little as possible. */
  | 'effort_none'
  /** Effort beside tools; then none. */
  | 'effort_with_tools'
  | 'thinking'
  /** Thoughts in words, or their summary. */
  | 'shown_thinking'
  | 'encrypted_reasoning'
  | 'cache_control'
  /** Calls that came from another model; then with a signature that says so. */
  | 'unsigned_calls'
  /** Calls without what was thought before them; then with an empty thought. */
  | 'thoughtless_calls'

/** Tokens for thoughts, on top of the words' limit, where a limit covers both. */
const ROOM_FOR_THOUGHTS: Readonly<Record<Effort, number>> = {
  none: 0,
  low: 4_000,
  medium: 8_000,
  high: 16_000,
}

export function roomForThoughts(effort: Effort | undefined): number {
  return ROOM_FOR_THOUGHTS[effort ?? 'medium']
}

/** In tokens; what a caller wants is bounded by what an owner can choose. */
export function wordsLimit(maxTokens: number | undefined): number {
  return Math.min(maxTokens ?? SAMPLING.max_tokens, replyLengths.max)
}

/** Section 9. */
export const MODEL_RETRIES = 2

/**
 * Section 9, in milliseconds: for the beginning of an answer, and for the time without text after it. Reasoning is no
 * text, so this also ends a model that reasons without end.
 */
export const MODEL_TIMEOUT_MS = 600_000
