import type { AnsweringAgent } from '../../shared/chat.ts'

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

export interface ModelRequest {
  /** Who answers. A model learns it from the messages; the offline engine has nothing else to go by. */
  agent: AnsweringAgent
  /** The whole conversation in the order of section 7, the newest user text last. */
  messages: readonly ModelMessage[]
}

/** Words as they come, then one end. `length` means that the model ran into its limit of tokens. */
export type ModelEvent = { type: 'words'; text: string } | { type: 'end'; reason: 'stop' | 'length' }

/**
 * Asks a model. Iterating starts the request; leaving the loop or aborting the signal closes it at once.
 * An abort ends the iteration, by return or by throwing; whoever aborted knows why.
 * @throws {ModelError} when nobody answers or the model breaks off.
 */
export type ModelProvider = (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>
