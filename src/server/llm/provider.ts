import type { AnsweringAgent } from '../../shared/chat/chat.ts'
import type { CitedSource } from '../../shared/knowledge/cited-source.ts'

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  /** JPEGs that stand with the text of a user. */
  pictures?: readonly Uint8Array[] | undefined
  /** The calls that an assistant asked for. */
  calls?: readonly ToolCall[] | undefined
  /** The id of the call whose result a tool's message is. */
  callId?: string | undefined
}

/** A call of a tool that a model asks for. The arguments are JSON as the model wrote it, which may be invalid. */
export interface ToolCall {
  id: string
  name: string
  arguments: string
}

/** Tools that somebody else runs, in the form of the chat-completions protocol: they are passed on as they are. */
export interface OfferedTools {
  tools: readonly object[]
  choice?: unknown
  parallel?: boolean | undefined
}

/** What a model server says that a request took. */
export interface TokenUsage {
  prompt: number
  completion: number
}

/** The topic of a post, and which of several drafts it is. */
export interface WantedPost {
  topic: string
  /** Starts at 1; posts of different positions differ. */
  position: number
  /** The post that this one replaces; empty if there is none. */
  instead: string
}

export interface ModelRequest {
  /** The agent that answers. A model learns it from the messages; the offline engine reads only this. */
  agent: AnsweringAgent
  /** The whole conversation in the order of section 7, the newest user message last. */
  messages: readonly ModelMessage[]
  /** The original question, if the messages add text around it; for the offline engine. */
  said?: string | undefined
  /** The passages that the messages quote, with their numbers; for the offline engine. */
  sources?: readonly CitedSource[] | undefined
  /** The post that is requested, if any; for the offline engine. */
  post?: WantedPost | undefined
  /** Tools that the model may call. The offline engine answers without them. */
  offered?: OfferedTools | undefined
  /** A lower limit for the reply, in tokens, than the usual one. */
  maxTokens?: number | undefined
  /** Texts that end the answer; a model that takes them stops by itself. */
  stop?: readonly string[] | undefined
  /** The part of a swarm run that is requested, if any; for the offline engine. */
  turn?: 'turn' | 'synthesis' | undefined
  /** Whether what arrives may be collected for a moment, which is asked each time; if absent, it never may. */
  mayCollect?: (() => boolean) | undefined
}

/**
 * Text and reasoning as they arrive, followed by one end, with the calls of offered tools before it. Reasoning is not part of the text; the caller decides how to
 * use it. `length` means that the model reached its token limit. Before all of it stands `unseen` if the model answers
 * without the pictures of the messages, because it can't see.
 */
export type ModelEvent =
  | { type: 'unseen' }
  | { type: 'words'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'calls'; calls: readonly ToolCall[] }
  | { type: 'end'; reason: 'stop' | 'length'; usage?: TokenUsage | undefined }

/**
 * Asks a model. Iteration starts the request; leaving the loop or aborting the signal closes it immediately. An abort
 * ends the iteration, either by returning or by throwing; the caller knows why it aborted.
 * @throws {ModelError} if no model answers or the answer breaks off.
 */
export type ModelProvider = (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>
