import type { AnsweringAgent } from '../../shared/chat/chat.ts'

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** What a post is to be about, and which of several it is. */
export interface WantedPost {
  topic: string
  /** 1 is the first; posts of different positions differ. */
  position: number
  /** The post that it replaces; empty where there is none. */
  instead: string
}

export interface ModelRequest {
  /** Who answers. A model learns it from the messages; the offline engine has nothing else to go by. */
  agent: AnsweringAgent
  /** The whole conversation in the order of section 7, the newest user text last. */
  messages: readonly ModelMessage[]
  /** What is answered, as it was said, where the messages put more around it; for the offline engine. */
  said?: string | undefined
  /** Which post is asked for, if one is; for the offline engine. */
  post?: WantedPost | undefined
  /** Which part of a swarm's run is asked for, if one is; for the offline engine. */
  turn?: 'turn' | 'synthesis' | undefined
}

/**
 * Words and thoughts as they come, then one end. Thoughts are no words: whoever asks decides what becomes of them.
 * `length` means that the model ran into its limit of tokens.
 */
export type ModelEvent =
  | { type: 'words'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'end'; reason: 'stop' | 'length' }

/**
 * Asks a model. Iterating starts the request; leaving the loop or aborting the signal closes it at once.
 * An abort ends the iteration, by return or by throwing; whoever aborted knows why.
 * @throws {ModelError} when nobody answers or the model breaks off.
 */
export type ModelProvider = (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>
