import { randomUUID } from 'node:crypto'
import type { AgentProblem } from '../../../shared/agents/agent-problems.ts'
import { FAILED_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import type { Reply, ReplyState } from '../../../shared/chat/messages.ts'
import type { ReplyPart } from '../../../shared/chat/part-kinds.ts'
import { partsOf, textOf, type WithParts } from '../../../shared/chat/parts.ts'
import { countWords } from '../../../shared/text/count-words.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import type { DeadReply } from '../../db/turns/end-turns.ts'
import type { EndedReply, ReplyPlace } from '../../db/turns/running-turns.ts'
import { toStored } from '../../db/turns/stored-parts.ts'
import { type ReplyParts, reply } from '../chat/reply.ts'
import type { ReplyRequest } from '../chat/reply-request.ts'
import { agentsModelOf } from '../models/choose-model.ts'
import { ActingTurns } from './acting-turns.ts'
import { coalesceByKey } from './coalesce-by-key.ts'
import { pollWaiting } from './poll-waiting.ts'
import { Receiver } from './running/receive-replies.ts'
import { relayKey, replyKey } from './running/reply-key.ts'
import type { SentReply } from './running/running-reply.ts'
import { saidSoFar } from './said-so-far.ts'
import { throttle } from './throttle-words.ts'
import type { DecidedTurn, TurnKind } from './turn-kind.ts'
import { PATIENCE } from './turn-timers.ts'
import type { TurnsOptions } from './turns-options.ts'
import { isOfCap, waitForCap } from './wait-for-cap.ts'
import { watchTurn } from './watch-turn.ts'

const RETRY_MS = 1_500

/**
 * Locks a scope's row, lets a pure function decide what comes next, and stores and starts those turns. A turn belongs
 * to the server that started it, and continues whether or not anyone follows it.
 */
export class ScheduledTurns<Ended extends { state: ReplyState }> {
  readonly #options: TurnsOptions
  readonly #kind: TurnKind<Ended>
  /** By key, until the turn's end is stored. */
  readonly #troubles = new Map<string, () => AgentProblem | null>()
  readonly #receiver: Receiver
  readonly #decisions = coalesceByKey((scopeId) => this.#decide(scopeId))
  readonly #retries = new Set<string>()
  readonly #say = logThrottled()
  readonly #waiting: { stop(): void } | undefined
  readonly #acting: ActingTurns | undefined

  constructor(options: TurnsOptions, kind: TurnKind<Ended>) {
    const { clock, log, heartbeats, relay, alone = false, every = {} } = options
    this.#options = options
    this.#kind = kind
    const store = {
      ...kind.running,
      storeEnd: (place: ReplyPlace, reply: Reply) => this.#storeEnd(place, reply),
      closeDead: (dead: readonly DeadReply[]) => this.#closeDead(dead),
    }
    this.#receiver = new Receiver({ scope: kind.scope, store, heartbeats, clock, log, relay })
    if (options.decisions && kind.acting)
      this.#acting = new ActingTurns({
        ...{ ...options, decisions: options.decisions, scope: kind.scope, kind: kind.acting },
        server: heartbeats.server,
        mayResume: () => !this.#receiver.closing.aborted,
        receive: ({ turn, before }) => this.#begin(turn, before),
        ended: (scopeId) => this.wake(scopeId),
      })
    if (!alone)
      this.#waiting = pollWaiting({
        listAwaiting: () => kind.listAwaiting(),
        wake: (scopeId) => this.wake(scopeId),
        log,
        everyMs: every.look,
      })
  }

  /** Decides and starts the next step of a scope. Returns at once; never throws. */
  wake(scopeId: string): void {
    const isLeaving = this.#receiver.closing.aborted || this.#options.leaving?.isBegun
    if (!isLeaving) this.#decisions.wake(scopeId)
  }

  /** Ends the turn with the text so far, on any server, also if it goes on meanwhile; one that has ended stays unchanged. */
  async stop(scopeId: string, turnId: string): Promise<void> {
    const place = { conversationId: scopeId, replyId: turnId }
    for (const from of [this.#receiver, this.#acting, this.#receiver]) await from?.stop(place)
  }

  async stopIn(scopeId: string): Promise<void> {
    await this.#receiver.stopIn([scopeId])
    await this.#acting?.stopIn(scopeId)
  }

  /** Ends the turns of a crashed server; only for the embedded database, where no other server can run. */
  async closeOrphans(): Promise<void> {
    await this.#receiver.closeOrphans()
    for (const scopeId of await this.#kind.listAwaiting()) this.wake(scopeId)
  }

  get running(): number {
    return this.#receiver.running
  }

  /** Interrupts this server's turns, and waits until that is stored. */
  async close(): Promise<void> {
    this.#waiting?.stop()
    await this.#receiver.close(() => this.#decisions.done())
  }

  async #storeEnd(place: ReplyPlace, reply: Reply): Promise<EndedReply | null> {
    const { state, cutShort, forgotten, repliedAt } = reply
    // If a person or a server ended the turn, that is no problem of the agent.
    const ownDoing = state === 'finished' || state === 'failed'
    const trouble = ownDoing ? (this.#troubles.get(replyKey(place))?.() ?? null) : null
    const said = countWords(reply.content)
    const end = { ...toStored(reply), state, cutShort, forgotten, repliedAt, trouble, said }
    const stored = await this.#kind.storeEnd(this.#options.heartbeats.server, place, end)
    if (stored?.state !== 'running') {
      this.#troubles.delete(replyKey(place))
      this.#ended(place, stored)
      if (stored) this.#acting?.ended(place, stored.state, reply)
    }
    return stored && { state: stored.state, cutShort: false }
  }

  async #closeDead(dead: readonly DeadReply[]): Promise<string[]> {
    const closed = await this.#kind.closeDead(dead)
    for (const one of closed) this.#ended(one.place, one.ended)
    if (closed.length > 0) await this.#options.decisions?.giveUpSent(0)
    return closed.map(({ place }) => place.replyId)
  }

  #ended(place: ReplyPlace, how: Ended | null) {
    this.#kind.onEnded(place, how)
    this.wake(place.conversationId)
  }

  async #decide(scopeId: string): Promise<void> {
    const { clock, log, heartbeats, every = {} } = this.#options
    try {
      const by = { server: heartbeats.server, now: clock(), newId: randomUUID }
      for (const turn of await this.#kind.decide(scopeId, by)) this.#begin(turn)
    } catch (error) {
      this.#say(log, 'warn', { err: error, scope: scopeId }, this.#kind.undecided)
      const retry = () => this.#retries.delete(scopeId) && this.wake(scopeId)
      if (!this.#retries.has(scopeId)) setTimeout(retry, every.retry ?? RETRY_MS).unref()
      this.#retries.add(scopeId)
    }
  }

  #begin(turn: DecidedTurn, before?: WithParts) {
    const requestId = randomUUID()
    const log = this.#options.log.child({ requestId, ...turn.logged })
    this.#receiver.receive({
      ...turn.place,
      owner: turn.asker,
      requestId,
      log,
      events: (signals) => this.#events(turn, { requestId, log, ...signals }, before),
      send: (parts) => this.#send(turn, parts),
      ...(before && { before: { ...before, repliedAt: null } }),
      waits: () => this.#acting?.paused(turn.place, turn.wallet),
    })
  }

  #send({ place, said }: DecidedTurn, parts: () => readonly ReplyPart[]): SentReply {
    const listeners = throttle(() => said(saidSoFar(parts())))
    const relayed = this.#options.relay?.send(relayKey(this.#kind.scope, place), parts)
    if (!relayed) return listeners
    return {
      changed() {
        listeners.changed()
        relayed.changed()
      },
      over() {
        listeners.over()
        relayed.over()
      },
      keeps: relayed.keeps,
    }
  }

  async *#events(turn: DecidedTurn, from: TurnSignals, before?: WithParts): AsyncGenerator<ReplyEvent> {
    const { place, asker, wallet, agentId, request: askedFor, waits = () => {} } = turn
    const failed: ReplyEvent = { type: 'failed', message: FAILED_REPLY, requestId: from.requestId }
    const key = replyKey(place)
    if (!askedFor) {
      this.#troubles.set(key, () => 'failed')
      return yield failed
    }
    const over = AbortSignal.any([from.stopped, from.shutdown])
    // One that goes on was counted when it began.
    const mayBeAsked = before ? true : await this.#options.mayAsk(asker, { signal: over, onWait: waits })
    // The end was handled when the turn was stopped.
    if (over.aborted) return
    if (!mayBeAsked) {
      this.#troubles.set(key, () => 'limited')
      return yield failed
    }
    const asked = await askedFor()
    if (!asked) return yield { type: 'stopped' }
    const recollects = agentId !== null && wallet !== null && { agentId, wallet, use: 'rooms' as const }
    const request = {
      ...asked,
      ...(agentId !== null && { asked: { agentId, wallet } }),
      ...(recollects && { recollects }),
    }
    // Recording starts only here, because above the agent was never asked.
    const acts = turn.acts && {
      acts: { ...(await turn.acts()), isResumed: before !== undefined, ...(recollects && { recollects }) },
    }
    const who = { agentId, wallet, begins: false, agent: agentsModelOf(asked.agent), ...acts }
    try {
      const begun = before && { begun: partsOf(before) }
      const begin = (parts: ReplyParts) => this.#watch(turn, request, { ...parts, ...begun })
      yield* await waitForCap(from, () => this.#options.answers.answerOnce(who, from, begin))
    } catch (error) {
      if (!isOfCap(error)) throw error
      this.#troubles.set(key, () => 'limited')
      yield { ...failed, ...(error.code === 'model_used_up' && { code: error.code, message: error.message }) }
    }
  }

  #watch({ place, words }: DecidedTurn, request: ReplyRequest, parts: ReplyParts): AsyncIterable<ReplyEvent> {
    const { patience = PATIENCE } = this.#options
    const { requestId, stopped, because, begun } = parts
    const turn = {
      ...{ name: request.agent.name, words: Math.max(0, words - countWords(textOf(begun ?? []))) },
      ...{ requestId, stopped, patience, because, begun },
    }
    const watched = watchTurn(turn, (stopped) => reply(request, { ...parts, stopped }))
    this.#troubles.set(replyKey(place), () => watched.trouble())
    return watched.events
  }
}

export type Turns = Pick<
  ScheduledTurns<{ state: ReplyState }>,
  'wake' | 'stop' | 'stopIn' | 'closeOrphans' | 'running' | 'close'
>

type TurnSignals = Pick<ReplyParts, 'requestId' | 'log' | 'stopped' | 'shutdown'>
