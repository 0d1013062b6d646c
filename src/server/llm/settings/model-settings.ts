/** Section 9: what every chat completion asks for besides its model and messages, by the names of the wire. */
export const SAMPLING = {
  temperature: 0.85,
  max_tokens: 1000,
  presence_penalty: 0.7,
  frequency_penalty: 0.4,
} as const

/** What a model may refuse of a request, by the names of the wire. */
export type Setting = keyof typeof SAMPLING | 'max_completion_tokens' | 'stream'

/**
 * The settings of a request to a model that refuses some. The figure of `max_tokens` is asked for under its later name
 * where the first is refused; what else is refused is left out.
 */
export function settingsWithout(refused: ReadonlySet<Setting>): Partial<Record<Setting, number | true>> {
  const { max_tokens, ...others } = SAMPLING
  const all: [Setting, number | true][] = [
    ...(Object.entries(others) as [Setting, number][]),
    [refused.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens', max_tokens],
    ['stream', true],
  ]
  return Object.fromEntries(all.filter(([name]) => !refused.has(name)))
}

/** Section 9: how often a request that may succeed on a new try is tried again. */
export const MODEL_RETRIES = 2

/**
 * Section 9: how long one try may take to begin its answer, and how long an answer may then bring no words, in
 * milliseconds. A model's thinking is no words, so one that thinks without an end is ended by this.
 */
export const MODEL_TIMEOUT_MS = 600_000
