import { setTimeout as wait } from 'node:timers/promises'
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
import { askSeeing, seesPictures } from './settings/pictures.ts'
import { toModelError } from './to-model-error.ts'

const OPENAI_ADDRESS = 'https://api.openai.com/v1'

/** A complete response may take this long to close, in milliseconds, so that its connection can be reused. */
const CLOSING_MS = 1_000

export interface OpenAiOptions {
  model: string
  baseUrl?: string | undefined
  /** Without it no Authorization header is sent, as most local model servers have no keys. */
  apiKey?: string | undefined
  visionModels?: readonly string[] | undefined
  timeoutMs?: number
  /** For tests: resolves when what arrives has been collected for a moment. */
  pause?: () => Promise<unknown>
  log?: Logger | undefined
}

/**
 * A provider for the chat-completions protocol (decision 18). The SDK's two retries, ten-minute timeout and typed
 * errors are those of sections 8 and 9. Settings of section 9 that a model refuses by name are omitted from then on.
 */
export function createOpenAiProvider(options: OpenAiOptions): ModelProvider {
  const { model, apiKey, baseUrl = OPENAI_ADDRESS, timeoutMs = MODEL_TIMEOUT_MS, log } = options
  const { pause = () => wait(COLLECT_MS) } = options
  const known = knowledgeOf(baseUrl, model)
  const askAccepted = acceptedBy(known, (setting) =>
    log?.warn({ model, parameter: setting }, 'the model refuses a parameter and is asked without it'),
  )
  const sees = seesPictures(model, options.visionModels)
  // Begins now, so that the first reply does not wait for the import; if it fails, every reply reports it.
  const loading = loadClient(options, timeoutMs)
  loading.catch(() => {})

  return async function* askModel(request: ModelRequest, signal: AbortSignal) {
    const collectMore = () => (request.mayCollect?.() ? pause() : undefined)
    // Leaving the loop early closes the connection as well.
    const left = new AbortController()
    const gone = AbortSignal.any([signal, left.signal])
    let isOver = false
    try {
      const client = await loading
      const askWith = (messages: readonly object[]) =>
        askAccepted(
          async (settings) => {
            const response = await client.chat.completions
              .create(
                {
                  model,
                  messages,
                  ...limitedTo(settings, request.maxTokens),
                  ...withTools(request.offered),
                } as ChatCompletionCreateParams,
                { signal: gone },
              )
              .asResponse()
            return begin(response, timeoutMs, collectMore)
          },
          gone,
          request.stop,
        )
      const { answer, unseen } = await askSeeing(request.messages, { sees, known, ask: askWith })
      if (unseen) yield { type: 'unseen' }
      for await (const event of separateReasoning(answer.events, known)) {
        if (event.type === 'words') answer.spoke()
        if (event.type === 'reasoning') answer.collect()
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

function limitedTo<Settings extends object>(settings: Settings, maxTokens: number | undefined): Settings {
  if (maxTokens === undefined) return settings
  const limited = Object.entries(settings).map(([name, value]) =>
    name === 'max_tokens' || name === 'max_completion_tokens'
      ? [name, Math.min(Number(value), maxTokens)]
      : [name, value],
  )
  return Object.fromEntries(limited)
}

function withTools(offered: ModelRequest['offered']): object {
  if (!offered || offered.tools.length === 0) return {}
  const { tools, choice, parallel } = offered
  return {
    tools,
    ...(choice !== undefined && { tool_choice: choice }),
    ...(parallel !== undefined && { parallel_tool_calls: parallel }),
  }
}

/** The SDK is large, so it is loaded only if a model is configured. It would read environment variables itself. */
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

/**
 * Milliseconds for which text is collected after the first of it: as long as readers wait for the next words anyway
 * (see `eventStream`). Passing on each word by itself would cost twice as much where many replies run.
 */
const COLLECT_MS = 40

/** Its first event has arrived, so no setting can be refused any more. */
interface BegunAnswer {
  events: AsyncIterable<CompletionEvent>
  spoke(): void
  collect(): void
}

async function begin(
  response: Response,
  timeoutMs: number,
  collectMore: () => Promise<unknown> | undefined,
): Promise<BegunAnswer> {
  const isWhole = /^application\/json\b/i.test(response.headers.get('content-type') ?? '')
  const { pieces, ...answer } = piecesOf(response, timeoutMs, collectMore)
  const events = isWhole ? readWholeCompletion(pieces) : readCompletion(pieces)
  const first = await events.next()
  return { events: startingWith(first, events), ...answer }
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

/** Throws a {ModelError} `APIConnectionTimeoutError` if no text arrived for `timeoutMs`. */
function piecesOf(response: Response, timeoutMs: number, collectMore: () => Promise<unknown> | undefined) {
  const reader = response.body?.getReader()
  let silent = false
  let collects = false
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
        if (collects) await collectMore()
      }
    } finally {
      clearTimeout(silence)
      void readToEnd(reader)
    }
  }
  const collect = () => {
    collects = true
  }
  const spoke = () => {
    silence.refresh()
    collect()
  }
  return { pieces: read(), spoke, collect }
}

async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array>) {
  const late = setTimeout(() => cancel(reader), CLOSING_MS)
  try {
    while (!(await reader.read()).done);
  } catch {
    // The connection is already gone, so there is nothing to close.
  } finally {
    clearTimeout(late)
  }
}

function cancel(reader: ReadableStreamDefaultReader<Uint8Array>) {
  reader.cancel().catch(() => {})
}
