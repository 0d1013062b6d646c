import type { Engine, ReplyEvent } from '../../../shared/chat/chat.ts'
import type { Logger } from '../../base/log.ts'
import type { ChatEngine } from '../../llm/choose-engine.ts'
import type { ModelProvider } from '../../llm/provider.ts'
import type { RecordReply } from '../analytics/record-replies.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { type ReplyParts, replyWindow } from './reply.ts'
import { type Window, windowOf } from './window.ts'

/** Who is asked and who asks, which decides what model answers. */
export interface Asked {
  /** Null for what belongs to no stored agent. */
  agentId: string | null
  /** Null for a visitor. */
  wallet: string | null
}

export interface AskedOnce extends Asked {
  /** Whether it begins a conversation. Absent if the reply is not recorded, as when owners try their agents out. */
  begins?: boolean
}

interface AnsweringEngine {
  engine: Engine
  ask: ModelProvider
  windowTokens: number
}

export interface AnswersOptions {
  chat: ChatEngine
  /** The value of `CHAT_WINDOW_TOKENS`. */
  windowTokens?: number | undefined
  findPassages?: Knowledge['findPassages'] | undefined
  record?: RecordReply | undefined
  observe?: ((events: AsyncIterable<ReplyEvent>) => AsyncIterable<ReplyEvent>) | undefined
}

interface AnswerContext extends Pick<ReplyParts, 'requestId' | 'stopped' | 'shutdown'> {
  log: Logger
  /** Whether its words leave as they come however many replies run, as programs expect. */
  immediate?: boolean
}

/** From so many running replies on, words wait a moment for those after them: writing each would take all of a core. */
const MANY_REPLIES = 10

/** Has models answer: each reply of this server, whoever asks and wherever it goes, begins here. */
export class Answers {
  readonly #options: AnswersOptions
  #running = 0

  constructor(options: AnswersOptions) {
    this.#options = options
  }

  /** Returns what answers a question now. It is asked for each reply, and nobody keeps it. */
  async engineFor(_asked: Asked): Promise<AnsweringEngine> {
    const { chat, windowTokens } = this.#options
    return { ...chat, windowTokens: windowOf(chat.engine, windowTokens) }
  }

  async windowFor(asked: Asked): Promise<Window> {
    return replyWindow((await this.engineFor(asked)).windowTokens)
  }

  /** Whether so many replies run on this server that the words of each are collected for a moment. */
  get isBusy(): boolean {
    return this.#running >= MANY_REPLIES
  }

  /** Starts a reply, recorded and measured on its way. @throws what `begin` throws, in which case nothing is recorded */
  async answerOnce(
    asked: AskedOnce,
    { immediate = false, ...context }: AnswerContext,
    begin: (parts: ReplyParts) => AsyncIterable<ReplyEvent>,
  ): Promise<AsyncIterable<ReplyEvent>> {
    const { findPassages, record, observe = (events) => events } = this.#options
    const { ask, ...engine } = await this.engineFor(asked)
    const mayCollect = () => !immediate && this.isBusy
    const parts: ReplyParts = {
      ...{ ...engine, ...context, findPassages },
      ask: (request, signal) => ask({ ...request, mayCollect }, signal),
    }
    const { agentId, wallet, begins } = asked
    const events =
      record && agentId !== null && begins !== undefined
        ? record({ agentId, wallet, begins }, (because) => begin({ ...parts, because }))
        : begin(parts)
    return this.#whileRunning(observe(events))
  }

  async *#whileRunning(events: AsyncIterable<ReplyEvent>): AsyncGenerator<ReplyEvent> {
    this.#running++
    try {
      yield* events
    } finally {
      this.#running--
    }
  }
}
