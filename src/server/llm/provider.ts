import type { AnsweringAgent } from '../../shared/chat/chat.ts'
import type { CitedSource } from '../../shared/knowledge/cited-source.ts'

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
  /** JPEGs that stand with the text of a user. */
  pictures?: readonly Uint8Array[] | undefined
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
  /** The part of a swarm run that is requested, if any; for the offline engine. */
  turn?: 'turn' | 'synthesis' | undefined
}

/**
 * Text and reasoning as they arrive, followed by one end. Reasoning is not part of the text; the caller decides how to
 * use it. `length` means that the model reached its token limit. Before all of it stands `unseen` if the model answers
 * without the pictures of the messages, because it can't see.
 */
export type ModelEvent =
  | { type: 'unseen' }
  | { type: 'words'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'end'; reason: 'stop' | 'length' }

/**
 * Asks a model. Iteration starts the request; leaving the loop or aborting the signal closes it immediately. An abort
 * ends the iteration, either by returning or by throwing; the caller knows why it aborted.
 * @throws {ModelError} if no model answers or the answer breaks off.
 */
export type ModelProvider = (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>
