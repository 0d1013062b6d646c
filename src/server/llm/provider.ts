import type { AnsweringAgent } from '../../shared/chat/chat.ts'
import type { CitedSource } from '../../shared/knowledge/cited-source.ts'

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  /** JPEGs. */
  pictures?: readonly Uint8Array[] | undefined
  calls?: readonly ToolCall[] | undefined
  /** In a tool's message: the call whose result it is. */
  callId?: string | undefined
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
  /** The offline engine answers without them. */
  offered?: OfferedTools | undefined
  /** In tokens, if lower than the usual limit. */
  maxTokens?: number | undefined
  stop?: readonly string[] | undefined
  turn?: 'turn' | 'synthesis' | undefined
  /** Is asked each time whether what arrives may be collected for a moment; absent for never. */
  mayCollect?: (() => boolean) | undefined
}

/**
 * Text and reasoning as they arrive, then calls of offered tools and one end. `length` means that the model reached its
 * token limit. `unseen` comes first if the model can't see the messages' pictures.
 */
export type ModelEvent =
  | { type: 'unseen' }
  | { type: 'words'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'calls'; calls: readonly ToolCall[] }
  | { type: 'end'; reason: 'stop' | 'length'; usage?: TokenUsage | undefined }

/**
 * Iteration starts the request; leaving the loop or aborting the signal closes it immediately. An abort ends the
 * iteration, either by returning or by throwing.
 * @throws {ModelError} if no model answers or the answer breaks off.
 */
export type ModelProvider = (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>
