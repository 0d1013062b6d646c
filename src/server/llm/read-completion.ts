import { ModelError } from './model-error.ts'
import type { ModelEvent } from './provider.ts'
import { readServerSentData } from './read-server-sent-data.ts'

/** As much of a chat completion's chunk as the product reads; every part is checked before it is used. */
interface Chunk {
  error?: { message?: unknown } | string | null
  choices?: ({ delta?: { content?: unknown } | null; finish_reason?: unknown } | null)[] | null
}

/**
 * The words of a streamed chat completion: the first choice's content (section 7). Deltas without text (a role,
 * a tool call, `null`) are passed over. The end is the finish reason or `[DONE]`, whichever comes first.
 * @throws {ModelError} for an error inside the stream, an event that is no JSON, and a stream that just stops.
 */
export async function* readCompletion(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<ModelEvent> {
  for await (const data of readServerSentData(pieces)) {
    if (data.trim() === '[DONE]') return yield { type: 'end', reason: 'stop' }
    const chunk = parseChunk(data)
    if (chunk?.error) throw new ModelError('APIError', messageOf(chunk.error))
    const choice = Array.isArray(chunk?.choices) ? chunk.choices[0] : undefined
    const text = choice?.delta?.content
    if (typeof text === 'string' && text !== '') yield { type: 'words', text }
    if (choice?.finish_reason)
      return yield { type: 'end', reason: choice.finish_reason === 'length' ? 'length' : 'stop' }
  }
  throw new ModelError('ModelAnswerBroken', 'The model server ended its answer before it was finished.')
}

function parseChunk(data: string): Chunk | null {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' ? value : null
  } catch {
    throw new ModelError('ModelAnswerMalformed', 'The model server sent an event that is not JSON.')
  }
}

function messageOf(error: NonNullable<Chunk['error']>): string {
  const message = typeof error === 'string' ? error : error.message
  return typeof message === 'string' ? message : 'The model server reported an error inside its answer.'
}
