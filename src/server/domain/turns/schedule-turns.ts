import { randomUUID } from 'node:crypto'
import type { AgentProblem } from '../../../shared/agents/agent-problems.ts'
import { FAILED_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import type { Reply, ReplyState } from '../../../shared/chat/messages.ts'
import { countWords } from '../../../shared/text/count-words.ts'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import type { DeadReply, TurnEnd } from '../../db/turns/end-turns.ts'
import type { EndedReply, ReplyPlace } from '../../db/turns/running-turns.ts'
import { toStored } from '../../db/turns/stored-parts.ts'
import type { Answers } from '../chat/answers.ts'
import type { ReplyRequest } from '../chat/prompt.ts'
import { type ReplyParts, reply } from '../chat/reply.ts'
import { coalesceByKey } from './coalesce-by-key.ts'
import { pollWaiting } from './poll-waiting.ts'
import { Receiver } from './running/receive-replies.ts'
import { replyKey } from './running/reply-key.ts'
import type { ReplyStore } from './running/reply-store.ts'
import { type SaidSoFar, saidSoFar } from './said-so-far.ts'
import { throttle } from './throttle-words.ts'
import { PATIENCE, type Patience, watchTurn } from './watch-turn.ts'

const RETRY_MS = 1_500

export interface TurnsOptions {
  clock: () => Date
  answers: Answers
  log: Logger
  /** Counts a model call for this person; resolves to whether it is allowed, possibly after a wait. */
  mayAsk: (asker: string, waiting: LimitWait) => Promise<boolean>
  /** Whether no other server can use this database. */
  alone?: boolean | undefined
  patience?: Patience | undefined
  /** For tests, in milliseconds; `retry`: after a failed decision. */
  every?: { store?: number; look?: number; retry?: number } | undefined
}

export interface LimitWait {
  signal: AbortSignal
  /** Called with the time until which it waits, and with null afterwards. */
  onWait: (until: Date | null) => void
}

export interface DecidedTurn {
  place: ReplyPlace
  /** Whom its model call counts for: a wallet, or a visitor's network address. */
  asker: string
  wallet: string | null
  /** The agent for whose owner it is recorded, if it belongs to one. */
  agentId: string | null
  words: number
  logged: Record<string, string>
  /** Null if there is nothing left to answer; undefined if the agent no longer exists: the turn fails. */
  request?: (() => Promise<ReplyRequest | null>) | undefined
  said: (so: SaidSoFar) => void
  /** Called with the time until which a rate limit delays it, and with null afterwards. */
  waits?: LimitWait['onWait'] | undefined
}

/** Where turns of a kind are stored, and how the next ones are decided. */
export interface TurnKind<Ended extends { state: ReplyState }> {
  running(server: string): Omit<ReplyStore, 'storeEnd' | 'closeDead'>
  /** Decides what comes next, with the scope's row locked, and stores the turns that start. */
  decide(
    scopeId: string,
    by: { server: string; now: Date; newId: () => string },
  ): Promise<readonly DecidedTurn[]>
  undecided: string
  listAwaiting(): Promise<string[]>
  /** Ends only this server's turn. @returns how it is stored, whichever server ended it; null if it is gone */
  storeEnd(server: string, place: ReplyPlace, end: TurnEnd): Promise<Ended | null>
  /** Ends turns that no server receives any more. */
  closeDead(dead: readonly DeadReply[]): Promise<{ place: ReplyPlace; ended: Ended }[]>
  onEnded(place: ReplyPlace, ended: Ended | null): void
}

/**
 * Locks a scope's row, lets a pure function decide what comes next, and stores and starts those turns. A turn belongs
 * to the server that started it, and continues whether or not anyone follows it.
 */
export class ScheduledTurns<Ended extends { state: ReplyState }> {
  readonly #options: TurnsOptions
  readonly #kind: TurnKind<Ended>
  readonly #server = randomUUID()
  /** By key, until the turn's end is stored. */
  readonly #troubles = new Map<string, () => AgentProblem | null>()
  readonly #receiver: Receiver
  readonly #decisions = coalesceByKey((scopeId) => this.#decide(scopeId))
  readonly #say = logThrottled()
  readonly #waiting: { stop(): void } | undefined

  constructor(options: TurnsOptions, kind: TurnKind<Ended>) {
    const { clock, log, alone = false, every = {} } = options
    this.#options = options
    this.#kind = kind
    const store = {
      ...kind.running(this.#server),
      storeEnd: (place: ReplyPlace, reply: Reply) => this.#storeEnd(place, reply),
      closeDead: (dead: readonly DeadReply[]) => this.#closeDead(dead),
    }
    this.#receiver = new Receiver({ store, clock, log, alone, every })
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
    if (!this.#receiver.closing.aborted) this.#decisions.wake(scopeId)
  }

  /** Ends the turn with the text so far, on whichever server it is received; one that has ended stays unchanged. */
  stop(scopeId: string, turnId: string): Promise<void> {
    return this.#receiver.stop({ conversationId: scopeId, replyId: turnId })
  }

  stopIn(scopeId: string): Promise<void> {
    return this.#receiver.stopIn([scopeId])
  }

  /** Ends the turns of a crashed server; only for the embedded database, where no other server can run. */
  async closeOrphans(): Promise<void> {
    await this.#receiver.closeOrphans()
    for (const scopeId of await this.#kind.listAwaiting()) this.wake(scopeId)
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
    const stored = await this.#kind.storeEnd(this.#server, place, end)
    if (stored?.state !== 'running') {
      this.#troubles.delete(replyKey(place))
      this.#ended(place, stored)
    }
    return stored && { state: stored.state, cutShort: false }
  }

  async #closeDead(dead: readonly DeadReply[]): Promise<string[]> {
    const closed = await this.#kind.closeDead(dead)
    for (const one of closed) this.#ended(one.place, one.ended)
    return closed.map(({ place }) => place.replyId)
  }

  #ended(place: ReplyPlace, how: Ended | null) {
    this.#kind.onEnded(place, how)
    this.wake(place.conversationId)
  }

  async #decide(scopeId: string): Promise<void> {
    const { clock, log, every = {} } = this.#options
    try {
      const by = { server: this.#server, now: clock(), newId: randomUUID }
      for (const turn of await this.#kind.decide(scopeId, by)) this.#begin(turn)
    } catch (error) {
      this.#say(log, 'warn', { err: error, scope: scopeId }, this.#kind.undecided)
      setTimeout(() => this.wake(scopeId), every.retry ?? RETRY_MS).unref()
    }
  }

  #begin(turn: DecidedTurn) {
    const requestId = randomUUID()
    const log = this.#options.log.child({ requestId, ...turn.logged })
    this.#receiver.receive({
      ...turn.place,
      owner: turn.asker,
      requestId,
      log,
      events: (signals) => this.#events(turn, { requestId, log, ...signals }),
      send: (parts) => throttle(() => turn.said(saidSoFar(parts()))),
    })
  }

  async *#events(turn: DecidedTurn, from: TurnSignals): AsyncGenerator<ReplyEvent> {
    const { place, asker, wallet, agentId, request: askedFor, waits = () => {} } = turn
    const failed: ReplyEvent = { type: 'failed', message: FAILED_REPLY, requestId: from.requestId }
    const key = replyKey(place)
    if (!askedFor) {
      this.#troubles.set(key, () => 'failed')
      return yield failed
    }
    const over = AbortSignal.any([from.stopped, from.shutdown])
    const mayBeAsked = await this.#options.mayAsk(asker, { signal: over, onWait: waits })
    // The end was handled when the turn was stopped.
    if (over.aborted) return
    if (!mayBeAsked) {
      this.#troubles.set(key, () => 'limited')
      return yield failed
    }
    const asked = await askedFor()
    if (!asked) return yield { type: 'stopped' }
    const request = { ...asked, ...(agentId !== null && { asked: { agentId, wallet } }) }
    // Recording starts only here, because above the agent was never asked.
    yield* await this.#options.answers.answerOnce({ agentId, wallet, begins: false }, from, (parts) =>
      this.#watch(turn, request, parts),
    )
  }

  #watch({ place, words }: DecidedTurn, request: ReplyRequest, parts: ReplyParts): AsyncIterable<ReplyEvent> {
    const { patience = PATIENCE } = this.#options
    const { requestId, stopped, because } = parts
    const turn = { name: request.agent.name, words, requestId, stopped, patience, because }
    const watched = watchTurn(turn, (stopped) => reply(request, { ...parts, stopped }))
    this.#troubles.set(replyKey(place), () => watched.trouble())
    return watched.events
  }
}

export type Turns = Pick<
  ScheduledTurns<{ state: ReplyState }>,
  'wake' | 'stop' | 'stopIn' | 'closeOrphans' | 'close'
>

interface TurnSignals {
  requestId: string
  log: Logger
  stopped: AbortSignal
  shutdown: AbortSignal
}
