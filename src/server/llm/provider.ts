import type { AnsweringAgent } from '../../shared/chat/chat.ts'
import type { CitedSource } from '../../shared/knowledge/cited-source.ts'
import type { Effort } from '../../shared/models/model-choice.ts'
import type { Dialect } from '../../shared/models/own-keys.ts'

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  /** JPEGs. */
  pictures?: readonly Uint8Array[] | undefined
  calls?: readonly ToolCall[] | undefined
  /** In a tool's message: the call whose result it is. */
  callId?: string | undefined
  /** In a message of a model: what it sent beside its words and calls and wants back with them. */
  carry?: Carry | undefined
}

/**
 * What a model wants back as it sent it (signatures, encrypted reasoning), for the same provider and model alone. It is
 * never shown, exported or searched.
 */
export interface Carry {
  provider: string
  model: string
  dialect: Dialect
  /** JSON in the dialect's own form, as received. */
  bytes: string
}

/** The arguments are JSON as the model wrote it, which may be invalid. */
export interface ToolCall {
  id: string
  name: string
  arguments: string
}

/** In the form of the chat-completions protocol; they are passed on as they are. */
export interface OfferedTools {
  tools: readonly object[]
  choice?: unknown
  parallel?: boolean | undefined
}

/** Counted by the model server. */
export interface TokenUsage {
  prompt: number
  completion: number
  /** How many of the prompt's tokens it read from its cache. */
  cached?: number | undefined
  /** How many of the completion's tokens were reasoning. */
  reasoning?: number | undefined
}

export interface WantedPost {
  topic: string
  /** Starts at 1; posts of different positions differ. */
  position: number
  instead: string
}

export interface ModelRequest {
  /** A model learns it from the messages; the offline engine reads only this. */
  agent: AnsweringAgent
  /** The whole conversation in the order of section 7, the newest user message last. */
  messages: readonly ModelMessage[]
  /** The original question, if the messages add text around it; for the offline engine. */
  said?: string | undefined
  /** Quoted in the messages; for the offline engine. */
  sources?: readonly CitedSource[] | undefined
  /** For the offline engine, as `turn` is. */
  post?: WantedPost | undefined
  /** The offline engine uses a few of this place by simple rules (record 0080), and answers without the others. */
  offered?: OfferedTools | undefined
  /** The words' limit in tokens, if not the usual one. What a model thinks comes on top where its limit covers both. */
  maxTokens?: number | undefined
  /** If not that of section 9. */
  temperature?: number | undefined
  effort?: Effort | undefined
  stop?: readonly string[] | undefined
  turn?: 'turn' | 'synthesis' | undefined
  /** Is asked each time whether what arrives may be collected for a moment; absent for never. */
  mayCollect?: (() => boolean) | undefined
}

/**
 * Text and reasoning as they arrive, then calls of offered tools, what to carry to the next request, and one end.
 * `unseen` comes first if the model can't see the messages' pictures. `answering` comes before the first text, from
 * those that name the model that answers; `instead` says that it is the second choice, and why.
 *
 * `length` means that the model reached its token limit, `refused` that it declined, `filtered` that its provider cut it.
 */
export type ModelEvent =
  | { type: 'unseen' }
  | { type: 'words'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'answering'; model: string; provider?: string | undefined; instead?: InsteadReason | undefined }
  | { type: 'calls'; calls: readonly ToolCall[] }
  | { type: 'carry'; carry: Carry }
  | { type: 'end'; reason: 'stop' | 'length' | 'refused' | 'filtered'; usage?: TokenUsage | undefined }

/** Why a second choice answers. */
export type InsteadReason = 'busy' | 'failed'

/**
 * Iteration starts the request; leaving the loop or aborting the signal closes it immediately. An abort ends the
 * iteration, either by returning or by throwing.
 * @throws {ModelError} if no model answers or the answer breaks off.
 */
export type ModelProvider = (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>
