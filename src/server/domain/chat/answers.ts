import type { Engine, ReplyEvent } from '../../../shared/chat/chat.ts'
import type { ModelRef, Payer } from '../../../shared/models/model-choice.ts'
import type { Logger } from '../../base/log.ts'
import { passItems } from '../../base/pass-items.ts'
import type { ModelProvider } from '../../llm/provider.ts'
import type { RecordReply } from '../analytics/record-replies.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import type { AgentsModel, ChooseModel } from '../models/choose-model.ts'
import { type Chosen, keyedOf } from '../models/chosen-model.ts'
import type { ModelUseRecorder } from '../spending/model-use.ts'
import type { Spending } from '../spending/spending.ts'
import type { ReplyUse, SpentByReply } from '../spending/spent-by-reply.ts'
import type { LiveAgents } from '../trust/live-agents.ts'
import type { WatchModel } from './measure-model-calls.ts'
import type { AnsweringModel } from './model-part.ts'
import type { RecollectionFinders } from './recollections.ts'
import { type ReplyParts, replyWindow } from './reply.ts'
import type { ActingFor, FindTools } from './reply-tools.ts'
import type { Window } from './window.ts'

/** Who is asked and who asks, which decides what model answers. */
export interface Asked {
  /** Null for what belongs to no stored agent. */
  agentId: string | null
  /** Null for a visitor. */
  wallet: string | null
  /** Null or absent for what belongs to no stored agent. */
  agent?: AgentsModel | null
  /** The model that the person chose; null or absent for the agent's. */
  wanted?: ModelRef | null
}

export interface AskedOnce extends Asked {
  /** Whether it begins a conversation. Absent if the reply is not recorded, as when owners try their agents out. */
  begins?: boolean
  /** What its agent needs to know to act; absent where it can't. */
  acts?: ActingFor
}

interface AnsweringEngine {
  engine: Engine
  payer: Payer
  ask: ModelProvider
  windowTokens: number
  settings: Chosen['settings']
}

export interface AnswersOptions extends RecollectionFinders {
  choose: ChooseModel
  findPassages?: Knowledge['findPassages'] | undefined
  record?: RecordReply | undefined
  observe?: ((events: AsyncIterable<ReplyEvent>) => AsyncIterable<ReplyEvent>) | undefined
  /** Without it nothing has a cap. */
  spending?: Pick<Spending, 'hold'> | undefined
  modelUse?: Pick<ModelUseRecorder, 'add'> | undefined
  tools?: FindTools | undefined
  /** What stands under the answer to somebody who may be in danger. */
  crisisRemark?: string | undefined
  /** Ends what an agent says when it is taken down. */
  live?: Pick<LiveAgents, 'begin'> | undefined
  /** Measures each request to a model. */
  watchModel?: WatchModel | undefined
}

interface AnswerContext extends Pick<ReplyParts, 'requestId' | 'stopped' | 'shutdown'> {
  log: Logger
  /** Whether its words leave as they come however many replies run, as programs expect. */
  immediate?: boolean
  /** The most tokens that the caller wants, if fewer than usual. */
  maxTokens?: number | undefined
}

/** From so many running replies on, words wait a moment for those after them: writing each would take all of a core. */
const MANY_REPLIES = 10

/** Has models answer: each reply of this server, whoever asks and wherever it goes, begins here. */
export class Answers {
  readonly #options: AnswersOptions
  #running = 0
  #beginning = 0

  constructor(options: AnswersOptions) {
    this.#options = options
  }

  /** Returns what answers a question now. It is asked for each reply, and nobody keeps it. */
  async engineFor(asked: Asked): Promise<AnsweringEngine> {
    return engineOf(await this.#choose(asked))
  }

  async windowFor(asked: Asked): Promise<Window> {
    return replyWindow(await this.engineFor(asked))
  }

  /** How many replies run on this server, those included that begin. */
  get running(): number {
    return this.#beginning + this.#running
  }

  /** Whether so many replies run on this server that the words of each are collected for a moment. */
  get isBusy(): boolean {
    return this.#running >= MANY_REPLIES
  }

  /**
   * Starts a reply, recorded and measured on its way.
   * @throws {Failure} `model_used_up`, or `rate_limited` while running replies hold what is left of a cap
   * @throws what `begin` throws, in which case nothing is recorded
   */
  async answerOnce(
    asked: AskedOnce,
    context: AnswerContext,
    begin: (parts: ReplyParts) => AsyncIterable<ReplyEvent>,
  ): Promise<AsyncIterable<ReplyEvent>> {
    this.#beginning++
    const live = asked.agentId === null ? undefined : this.#options.live?.begin(asked.agentId)
    const stopped = live ? AbortSignal.any([context.stopped, live.down]) : context.stopped
    try {
      const events = await this.#answer(asked, { ...context, stopped }, begin)
      this.#running++
      const over = () => {
        this.#running--
        live?.over()
      }
      return passItems(events, { over })
    } catch (error) {
      live?.over()
      throw error
    } finally {
      this.#beginning--
    }
  }

  async #answer(
    asked: AskedOnce,
    { immediate = false, maxTokens, ...context }: AnswerContext,
    begin: (parts: ReplyParts) => AsyncIterable<ReplyEvent>,
  ): Promise<AsyncIterable<ReplyEvent>> {
    const { findPassages, findFacts, findRecalled, record, watchModel } = this.#options
    const { observe = (events) => events } = this.#options
    const chosen = await this.#choose(asked)
    const { ask, ...engine } = engineOf(chosen)
    const spent = await this.#hold(asked, chosen, maxTokens)
    const tools = await this.#toolsFor(asked, context)
    const mayCollect = () => !immediate && this.isBusy
    const parts: ReplyParts = {
      ...{ ...engine, ...context, findPassages, findFacts, findRecalled, spent, tools },
      model: answeringModel(chosen),
      watchCall: watchModel?.(chosen),
      ask: (request, signal) => ask({ ...request, mayCollect }, signal),
    }
    const { agentId, wallet, begins } = asked
    // What is not recorded is no person's question to an agent.
    if (begins !== undefined) parts.crisisRemark = this.#options.crisisRemark
    try {
      const events =
        record && agentId !== null && begins !== undefined
          ? record({ agentId, wallet, begins }, (because) => begin({ ...parts, because }))
          : begin(parts)
      return observe(spent ? spent.count(events) : events)
    } catch (error) {
      spent?.giveBack()
      throw error
    }
  }

  /** A reply without tools is better than none. */
  async #toolsFor({ acts, agent, agentId, wallet }: AskedOnce, context: AnswerContext) {
    const { tools } = this.#options
    if (!acts || !agent || !tools || !(agent.tools || acts.recollects?.hasFacts)) return undefined
    const { requestId, log, stopped, shutdown } = context
    const signal = AbortSignal.any([stopped, shutdown])
    const given = { id: agentId, owner: agent.owner, tools: agent.tools ?? null }
    return tools.for(given, wallet, { ...acts, requestId, log, signal })
  }

  #choose({ agent = null, wanted = null, agentId, wallet }: Asked): Promise<Chosen> {
    return this.#options.choose({ agentId, wallet, agent, wanted })
  }

  async #hold(
    { agentId, wallet }: Asked,
    chosen: Chosen,
    maxTokens: number | undefined,
  ): Promise<SpentByReply | undefined> {
    const { spending, modelUse } = this.#options
    if (!spending || chosen.model.engine.kind === 'offline') return undefined
    const over = ({ answered, ...use }: ReplyUse) => {
      // A second choice is a model of its own.
      const other = answered?.instead === undefined ? null : answered
      modelUse?.add({
        ...use,
        agentId,
        payer: keyedOf(chosen)?.wallet ?? null,
        provider: other?.provider ?? chosen.model.provider,
        model: other?.model ?? chosen.model.model,
      })
    }
    return spending.hold(wallet, chosen, over, maxTokens)
  }
}

function engineOf({ model, payer, settings }: Chosen): AnsweringEngine {
  const { engine, ask, facts } = model
  return { engine, payer, ask, windowTokens: facts.windowTokens, settings }
}

function answeringModel({ model, payer }: Chosen): AnsweringModel | undefined {
  if (model.engine.kind === 'offline') return undefined
  const { model: asked, provider, facts } = model
  return { asked, provider, payer, prices: facts.prices }
}
