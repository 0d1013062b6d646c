import type { ModelMessage, ModelRequest } from '../provider.ts'
import { roomForThoughts, type Setting, wordsLimit } from '../settings/model-settings.ts'
import type { AnswerReader } from './answer-events.ts'

export interface EncodeOptions {
  model: string
  request: ModelRequest
  withPictures: boolean
  /** What the model refuses. */
  without: ReadonlySet<Setting>
  /** Whether the model thinks before it answers; null if nobody knows. */
  thinks: boolean | null
  windowTokens: number | undefined
  /** Only in chat completions, whose answers do not have figures of use by themselves. */
  asksUsage: boolean
  /** What goes back to the model with one of its messages; null for nothing. */
  carryOf: (message: ModelMessage) => string | null
}

export interface EncodedRequest {
  body: Readonly<Record<string, unknown>>
  /** What of it the model may refuse. */
  sent: readonly Setting[]
  /** Tokens for thoughts within the limit. */
  room: number
}

/** How a request is written in a dialect, and its answer read. */
export interface Protocol {
  path: string
  headers(apiKey: string | undefined): Readonly<Record<string, string>>
  encode(options: EncodeOptions): EncodedRequest
  reader(options: { awaitsUsage: boolean; carries: boolean }): AnswerReader
}

/** The part of a model's window that its thoughts may have. */
const THOUGHTS_OF_WINDOW = 1 / 4

/** The limit where it covers what is thought, and the settings that stand for it. */
export function limitWithThoughts(
  { request, without, windowTokens }: Pick<EncodeOptions, 'request' | 'without' | 'windowTokens'>,
  thinks: boolean,
): { limit: number; room: number; sent: readonly Setting[] } {
  const effort = request.effort === 'none' && without.has('effort_none') ? 'low' : request.effort
  const most = windowTokens === undefined ? Number.POSITIVE_INFINITY : windowTokens * THOUGHTS_OF_WINDOW
  const hasRoom = thinks && !without.has('room') && !without.has('room_here')
  const room = hasRoom ? Math.min(roomForThoughts(effort), Math.floor(most)) : 0
  return {
    limit: wordsLimit(request.maxTokens) + room,
    room,
    sent: room > 0 ? ['room', 'room_here'] : [],
  }
}

/** The system messages at the beginning, which two dialects have apart, and what follows. */
export function withoutSystem(messages: readonly ModelMessage[]) {
  const leading = messages.findIndex(({ role }) => role !== 'system')
  const at = leading === -1 ? messages.length : leading
  const texts = messages.slice(0, at).map(({ content }) => content)
  return { system: texts.length > 0 ? texts.join('\n\n') : undefined, others: messages.slice(at) }
}

export const dataUrlOf = (jpeg: Uint8Array): string => `data:image/jpeg;base64,${base64Of(jpeg)}`

export const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
