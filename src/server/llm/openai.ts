import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions'
import type { Logger } from '../base/log.ts'
import { acceptedBy, withWholeError } from './accepted-settings.ts'
import { httpFetch } from './http-fetch.ts'
import { ModelError } from './model-error.ts'
import type { ModelProvider, ModelRequest } from './provider.ts'
import { type CompletionEvent, readCompletion, readWholeCompletion } from './read-completion.ts'
import { separateReasoning } from './separate-reasoning.ts'
import { knowledgeOf } from './settings/model-knowledge.ts'
import { MODEL_RETRIES, MODEL_TIMEOUT_MS } from './settings/model-settings.ts'
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
  /** Hears which settings the model refuses. */
  log?: Logger | undefined
}

/**
 * Anything that speaks the chat-completions protocol (decision 18), through the official SDK, whose two retries,
 * ten-minute limit and typed errors are those of sections 8 and 9. The settings of section 9 are asked for first; a model
 * that refuses some of them by name is asked without those, and from then on at once. What a model thinks is told
 * apart from what it says.
 */
export function createOpenAiProvider(options: OpenAiOptions): ModelProvider {
  const { model, apiKey, baseUrl = OPENAI_ADDRESS, timeoutMs = MODEL_TIMEOUT_MS, log } = options
  const known = knowledgeOf(baseUrl, model)
  const askAccepted = acceptedBy(known, (setting) =>
    log?.warn({ model, parameter: setting }, 'the model refuses a parameter and is asked without it'),
  )
  // Begun now, so that the first reply does not wait for the import; should it fail, every reply says so.
  const loading = loadClient(options, timeoutMs)
  loading.catch(() => {})

  return async function* askModel(request: ModelRequest, signal: AbortSignal) {
    // Whoever leaves before the end lets go of the connection, too.
    const left = new AbortController()
    const gone = AbortSignal.any([signal, left.signal])
    let isOver = false
    try {
      const client = await loading
      const answer = await askAccepted(async (settings) => {
        const response = await client.chat.completions
          .create({ model, messages: [...request.messages], ...settings } as ChatCompletionCreateParams, {
            signal: gone,
          })
          .asResponse()
        return begin(response, timeoutMs)
      }, gone)
      for await (const event of separateReasoning(answer.events, known)) {
        if (event.type === 'words') answer.spoke()
        isOver = event.type === 'end'
        yield event
      }
    } catch (error) {
      if (!signal.aborted) throw toModelError(error, apiKey, request.messages)
    } finally {
      if (!isOver) left.abort()
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
    fetch: async (address, init) => withWholeError(await httpFetch(address, init)),
    logLevel: 'off',
  })
}

/** An answer whose first event has come: what may refuse a setting is behind it. */
interface BegunAnswer {
  events: AsyncIterable<CompletionEvent>
  /** Words came: the time without any begins anew. */
  spoke(): void
}

async function begin(response: Response, timeoutMs: number): Promise<BegunAnswer> {
  const isWhole = /^application\/json\b/i.test(response.headers.get('content-type') ?? '')
  const { pieces, spoke } = piecesOf(response, timeoutMs)
  const events = isWhole ? readWholeCompletion(pieces) : readCompletion(pieces)
  const first = await events.next()
  return { events: startingWith(first, events), spoke }
}

async function* startingWith<Item>(
  first: IteratorResult<Item>,
  rest: AsyncGenerator<Item>,
): AsyncGenerator<Item> {
  try {
    if (!first.done) yield first.value
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

/**
 * The body as it arrives. It throws a {ModelError} `APIConnectionTimeoutError` once `timeoutMs` passed without words.
 */
function piecesOf(response: Response, timeoutMs: number) {
  const reader = response.body?.getReader()
  let silent = false
  const silence = setTimeout(() => {
    silent = true
    if (reader) cancel(reader)
  }, timeoutMs)

  async function* read(): AsyncGenerator<Uint8Array> {
    if (!reader) return
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (silent) throw new ModelError('APIConnectionTimeoutError', 'The model server fell silent.')
        if (done) return
        yield value
      }
    } finally {
      clearTimeout(silence)
      void readToEnd(reader)
    }
  }
  return { pieces: read(), spoke: () => void silence.refresh() }
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
