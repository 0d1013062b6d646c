/** Section 9: what every chat completion asks for besides its model and messages, by the names of the wire. */
export const SAMPLING = {
  temperature: 0.85,
  max_tokens: 1000,
  presence_penalty: 0.7,
  frequency_penalty: 0.4,
} as const

/** Section 9: how often a request that may succeed on a new try is tried again. */
export const MODEL_RETRIES = 2

/** Section 9: how long one try may take to begin its answer, and how long an answer may then fall silent, in milliseconds. */
export const MODEL_TIMEOUT_MS = 600_000
