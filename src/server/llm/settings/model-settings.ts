/** Section 9, by their names in the protocol. */
export const SAMPLING = {
  temperature: 0.85,
  max_tokens: 1000,
  presence_penalty: 0.7,
  frequency_penalty: 0.4,
} as const

export type Setting = keyof typeof SAMPLING | 'max_completion_tokens' | 'stream' | 'stop'

type SettingValue = number | true | readonly string[]

/** If `max_tokens` is refused, its value is sent under its later name. */
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

/** Section 9. */
export const MODEL_RETRIES = 2

/**
 * Section 9, in milliseconds: for the beginning of an answer, and for the time without text after it. Reasoning is no
 * text, so this also ends a model that reasons without end.
 */
export const MODEL_TIMEOUT_MS = 600_000
