import { createCallCollector } from './collect-calls.ts'
import { ModelError } from './model-error.ts'
import type { ModelEvent, TokenUsage } from './provider.ts'
import { readServerSentData } from './read-server-sent-data.ts'

/** Every field is checked before it is used. */
interface Chunk {
  error?: unknown
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null
  choices?: ({ delta?: Delta | null; message?: Delta | null; finish_reason?: unknown } | null)[] | null
}

interface Delta {
  content?: unknown
  reasoning_content?: unknown
  reasoning?: unknown
  tool_calls?: unknown
}

/** Reasoning has an empty text if the model only reports that it reasons. */
export type CompletionEvent = Exclude<ModelEvent, { type: 'unseen' }> | { type: 'nothing' }

/** The model server reported it within a response that began successfully. */
export class ReportedError extends ModelError {
  readonly body: unknown

  constructor(body: unknown) {
    super('APIError', messageOf(body))
    this.body = body
  }
}

const MAX_WHOLE_BYTES = 1024 * 1024

/**
 * Reads a streamed chat completion: the content of the first choice (section 7), with reasoning apart. Calls of tools
 * are collected and come before the end, which is the finish reason or `[DONE]`, whichever comes first.
 * @throws {ModelError} for an error within the stream, an event that is not JSON, and a stream without an end event.
 */
export async function* readCompletion(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<CompletionEvent> {
  const calls = createCallCollector()
  for await (const several of readServerSentData(pieces))
    for (const event of joinGrowth(eventsOfAll(several, calls))) {
      yield event
      if (event.type === 'end') return
    }
  throw new ModelError('ModelAnswerBroken', 'The model server ended its answer before it was finished.')
}

function* eventsOfAll(
  several: readonly string[],
  calls: ReturnType<typeof createCallCollector>,
): Generator<CompletionEvent> {
  for (const data of several) {
    if (data.trim() === '[DONE]') {
      yield* calls.collected()
      return yield { type: 'end', reason: 'stop' }
    }
    yield* eventsOf(parseChunk(data), calls)
  }
}

/** Joins growth that arrived together, so that it is handled once. What precedes an error is yielded before it. */
function* joinGrowth(events: Iterable<CompletionEvent>): Generator<CompletionEvent> {
  let last: CompletionEvent | undefined
  try {
    for (const event of events) {
      if (last && event.type === 'nothing') continue
      if ((last?.type === 'words' || last?.type === 'reasoning') && event.type === last.type)
        last = { type: last.type, text: last.text + event.text }
      else {
        if (last) yield last
        last = event
      }
    }
  } catch (error) {
    if (last) yield last
    throw error
  }
  if (last) yield last
}

/** @throws {ModelError} for an error in its place, for a body that is no JSON or more than 1,048,576 bytes */
export async function* readWholeCompletion(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<CompletionEvent> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > MAX_WHOLE_BYTES)
      throw new ModelError('ModelAnswerMalformed', 'The model server sent an answer without an end.')
    text += decoder.decode(piece, { stream: true })
  }
  const events = eventsOf(parseChunk(text + decoder.decode()), createCallCollector())
  if (!events.some(({ type }) => type === 'end'))
    throw new ModelError('ModelAnswerBroken', 'The model server ended its answer before it was finished.')
  yield* events
}

function eventsOf(chunk: Chunk | null, calls: ReturnType<typeof createCallCollector>): CompletionEvent[] {
  if (chunk?.error) throw new ReportedError(chunk)
  const choice = Array.isArray(chunk?.choices) ? chunk.choices[0] : undefined
  const delta = choice?.delta ?? choice?.message
  const text = textOf(delta?.content)
  const reasoning = reasoningOf(delta)
  const events: CompletionEvent[] = []
  if (reasoning !== null) events.push({ type: 'reasoning', text: reasoning })
  if (text !== '') events.push({ type: 'words', text })
  calls.take(delta?.tool_calls)
  if (choice?.finish_reason) {
    const usage = usageOf(chunk)
    events.push(...calls.collected(), {
      type: 'end',
      reason: choice.finish_reason === 'length' ? 'length' : 'stop',
      ...(usage && { usage }),
    })
  }
  return events.length > 0 ? events : [{ type: 'nothing' }]
}

function usageOf(chunk: Chunk | null): TokenUsage | undefined {
  const { prompt_tokens: prompt, completion_tokens: completion } = chunk?.usage ?? {}
  return isCount(prompt) && isCount(completion) ? { prompt, completion } : undefined
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** Some vendors send a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part) => (part?.type === 'text' && typeof part.text === 'string' ? part.text : ''))
    .join('')
}

/** Some vendors send reasoning in two fields, some as parts of the content. */
function reasoningOf(delta: Delta | null | undefined): string | null {
  const field = delta?.reasoning_content || delta?.reasoning
  if (field) return typeof field === 'string' ? field : ''
  const content = delta?.content
  const parts: unknown[] = Array.isArray(content) ? content.filter((part) => part?.type === 'thinking') : []
  if (parts.length === 0) return null
  return parts.map((part) => thoughtOf((part as { thinking?: unknown }).thinking)).join('')
}

function thoughtOf(thinking: unknown): string {
  return typeof thinking === 'string' ? thinking : textOf(thinking)
}

function parseChunk(data: string): Chunk | null {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' ? value : null
  } catch {
    throw new ModelError('ModelAnswerMalformed', 'The model server sent an event that is not JSON.')
  }
}

function messageOf(body: unknown): string {
  const error = (body as Chunk).error
  const message = typeof error === 'string' ? error : (error as { message?: unknown }).message
  return typeof message === 'string' ? message : 'The model server reported an error inside its answer.'
}
