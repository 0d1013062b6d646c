/**
 * Section 9: the parameters of every chat completion besides its model and messages, by their names in the protocol.
 */
export const SAMPLING = {
  temperature: 0.85,
  max_tokens: 1000,
  presence_penalty: 0.7,
  frequency_penalty: 0.4,
} as const

/** The parameters of a request that a model may refuse, by their names in the protocol. */
export type Setting = keyof typeof SAMPLING | 'max_completion_tokens' | 'stream' | 'stop'

type SettingValue = number | true | readonly string[]

/**
 * Returns the parameters for a model that refuses some. If `max_tokens` is refused, its value is sent under its later
 * name; other refused parameters are omitted.
 * @param stop texts that end the answer, if the request has some
 */
export function settingsWithout(
  refused: ReadonlySet<Setting>,
  stop: readonly string[] = [],
): Partial<Record<Setting, SettingValue>> {
  const { max_tokens, ...others } = SAMPLING
  const all: [Setting, SettingValue][] = [
    ...(Object.entries(others) as [Setting, number][]),
    [refused.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens', max_tokens],
    ['stream', true],
  ]
  if (stop.length > 0) all.push(['stop', stop])
  return Object.fromEntries(all.filter(([name]) => !refused.has(name)))
}

/** Section 9: the number of retries of a request that may succeed when repeated. */
export const MODEL_RETRIES = 2

/**
 * Section 9: the timeout for the beginning of an answer, and for the time without text after it, in milliseconds.
 * Reasoning does not count as text, so this also ends a model that reasons without end.
 */
export const MODEL_TIMEOUT_MS = 600_000
