import { httpFetch } from './http-fetch.ts'
import { ModelError } from './model-error.ts'
import { MODEL_RETRIES, MODEL_TIMEOUT_MS, SAMPLING } from './model-settings.ts'
import type { ModelProvider, ModelRequest } from './provider.ts'
import { readCompletion } from './read-completion.ts'
import { toModelError } from './to-model-error.ts'

const OPENAI_ADDRESS = 'https://api.openai.com/v1'

/** How long an answer that is complete may take to close, so that its connection can serve the next request. */
const CLOSING_MS = 1_000

export interface OpenAiOptions {
  model: string
  /** Absent: OpenAI itself. */
  baseUrl?: string | undefined
  /** Absent: no Authorization header is sent, as most servers on the own machine have no keys. */
  apiKey?: string | undefined
  timeoutMs?: number
}

/**
 * Anything that speaks the chat-completions protocol (decision 18), through the official SDK, whose two retries,
 * ten-minute limit and typed errors are those of sections 8 and 9.
 */
export function createOpenAiProvider(options: OpenAiOptions): ModelProvider {
  const { model, apiKey, timeoutMs = MODEL_TIMEOUT_MS } = options
  // Begun now, so that the first reply does not wait for the import; should it fail, every reply says so.
  const loading = loadClient(options, timeoutMs)
  loading.catch(() => {})

  return async function* askModel(request: ModelRequest, signal: AbortSignal) {
    try {
      const client = await loading
      const response = await client.chat.completions
        .create({ model, messages: [...request.messages], ...SAMPLING, stream: true }, { signal })
        .asResponse()
      yield* readCompletion(piecesOf(response, timeoutMs))
    } catch (error) {
      if (!signal.aborted) throw toModelError(error, apiKey, request.messages)
    }
  }
}

/** The SDK is heavy: it is loaded only where a model is configured. It would read variables itself; here it gets them. */
async function loadClient({ baseUrl, apiKey }: OpenAiOptions, timeoutMs: number) {
  const { OpenAI } = await import('openai')
  return new OpenAI({
    baseURL: baseUrl ?? OPENAI_ADDRESS,
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    defaultHeaders: apiKey === undefined ? { authorization: null } : {},
    maxRetries: MODEL_RETRIES,
    timeout: timeoutMs,
    fetch: httpFetch,
    logLevel: 'off',
  })
}

/**
 * The body as it arrives.
 * @throws {ModelError} `APIConnectionTimeoutError` when it stays silent for `timeoutMs`.
 */
async function* piecesOf(response: Response, timeoutMs: number): AsyncGenerator<Uint8Array> {
  if (!response.body) return
  const reader = response.body.getReader()
  let silent = false
  const silence = setTimeout(() => {
    silent = true
    cancel(reader)
  }, timeoutMs)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (silent) throw new ModelError('APIConnectionTimeoutError', 'The model server fell silent.')
      if (done) return
      silence.refresh()
      yield value
    }
  } finally {
    clearTimeout(silence)
    void readToEnd(reader)
  }
}

async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array>) {
  const late = setTimeout(() => cancel(reader), CLOSING_MS)
  try {
    while (!(await reader.read()).done);
  } catch {
    // The connection is gone, and with it what there was to close.
  } finally {
    clearTimeout(late)
  }
}

function cancel(reader: ReadableStreamDefaultReader<Uint8Array>) {
  reader.cancel().catch(() => {})
}
