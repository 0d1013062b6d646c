import { randomUUID } from 'node:crypto'
import type { AgentProblem } from '../../../shared/agents/agent-problems.ts'
import { FAILED_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import type { ReplyState } from '../../../shared/chat/messages.ts'
import { sourcesOf } from '../../../shared/chat/parts.ts'
import { countWords } from '../../../shared/text/count-words.ts'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import type { DeadReply, ReplyPlace, TurnEnd } from '../../db/turns/running-turns.ts'
import type { Answers } from '../chat/answers.ts'
import type { ReplyRequest } from '../chat/prompt.ts'
import { type ReplyParts, reply } from '../chat/reply.ts'
import { coalesceByKey } from './coalesce-by-key.ts'
import { pollWaiting } from './poll-waiting.ts'
import { createReceiver } from './running/receive-replies.ts'
import { replyKey } from './running/reply-key.ts'
import type { ReplyStore } from './running/reply-store.ts'
import { type SaidSoFar, saidSoFar } from './said-so-far.ts'
import { throttle } from './throttle-words.ts'
import { PATIENCE, type Patience, watchTurn } from './watch-turn.ts'

/** Milliseconds until a decision that failed is retried. */
const RETRY_MS = 1_500

/**
 * Manages agents' turns in scopes of one kind: realms or runs. A turn belongs to the server that started it, and
 * continues to its end whether or not anyone follows it.
 */
export interface Turns {
  /** Lets the next step of a scope be decided, and starts it. Returns at once; never throws. */
  wake(scopeId: string): void
  /**
   * Ends a turn with the text so far, on whichever server it is received. It has no effect on a turn that has ended or
   * does not exist.
   */
  stop(scopeId: string, turnId: string): Promise<void>
  /** Stops all running turns in a scope. */
  stopIn(scopeId: string): Promise<void>
  /**
   * Ends the turns of a crashed server, if no other server can be running: with the embedded database, at the start.
   */
  closeOrphans(): Promise<void>
  /** Interrupts the turns that this server receives, and waits until that is stored. */
  close(): Promise<void>
}

/** The options of all kinds of turns. */
export interface TurnsOptions {
  clock: () => Date
  answers: Answers
  log: Logger
  /**
   * Counts a model call for the person who started the turn; resolves to whether it is allowed, possibly after waiting
   * for a limit.
   */
  mayAsk: (asker: string, waiting: LimitWait) => Promise<boolean>
  /** Whether no other server can use this database. */
  alone?: boolean | undefined
  /** Timeouts for an agent's first words and for its whole turn, in milliseconds. */
  patience?: Patience | undefined
  /**
   * For tests: milliseconds between two rounds of storing text, of looking for dead turns and waiting scopes, and until
   * a failed decision is retried.
   */
  every?: { store?: number; look?: number; retry?: number } | undefined
}

/** Options for waiting for a rate limit. */
export interface LimitWait {
  /** Aborted when the turn has ended. */
  signal: AbortSignal
  /** Called with the time until which it waits; null when it no longer does. */
  onWait: (until: Date | null) => void
}

/** A turn that is stored as running, with everything needed to generate it. */
export interface DecidedTurn {
  place: ReplyPlace
  /** The person who started it and for whom its model call counts: a wallet, or a visitor's network address. */
  asker: string
  /** The wallet that it is recorded for; null for a visitor. */
  wallet: string | null
  /** The agent for whose owner it is recorded; null if it belongs to no agent. */
  agentId: string | null
  /** How many words the agent may say. */
  words: number
  /** Fields for its log lines. */
  logged: Record<string, string>
  /**
   * Builds the request to the model; null if there is nothing left to answer. Undefined if the agent no longer exists;
   * then the turn fails.
   */
  request?: (() => Promise<ReplyRequest | null>) | undefined
  /** Called with its text so far. */
  said: (so: SaidSoFar) => void
  /** Called with the time until which a rate limit delays it; null when it no longer does. */
  waits?: LimitWait['onWait'] | undefined
}

/** A kind of turns: where they are stored, how the next ones are decided, and who is notified when they end. */
export interface TurnKind<Ended extends { state: ReplyState }> {
  /** The store of this server's running turns. */
  running(server: string): Omit<ReplyStore, 'storeEnd' | 'closeDead'>
  /** Decides what comes next, with the scope's row locked, and stores the turns that start. */
  decide(
    scopeId: string,
    by: { server: string; now: Date; newId: () => string },
  ): Promise<readonly DecidedTurn[]>
  /** The log message if that fails. */
  undecided: string
  /** The scopes whose next step has to be decided. */
  listAwaiting(): Promise<string[]>
  /**
   * Ends a turn if it still belongs to this server.
   * @returns how it is stored now, no matter which server ended it; null if it was removed for good
   */
  storeEnd(server: string, place: ReplyPlace, end: TurnEnd): Promise<Ended | null>
  /**
   * Ends turns that no server receives any more.
   * @returns the turns that were ended
   */
  closeDead(dead: readonly DeadReply[]): Promise<{ place: ReplyPlace; ended: Ended }[]>
  /** Called when a turn has ended, here or on another server. */
  onEnded(place: ReplyPlace, ended: Ended | null): void
}

/**
 * The scheduler of agents' turns: a scope is marked when something happens in it, its row is locked, a pure function
 * decides what comes next, and the resulting turns are stored as running and started.
 */
export function scheduleTurns<Ended extends { state: ReplyState }>(
  options: TurnsOptions,
  kind: TurnKind<Ended>,
): Turns {
  const { clock, answers, log, patience = PATIENCE, alone = false, every = {} } = options
  const server = randomUUID()
  /** Functions that return the problem of a turn that this server receives, by key, until its end is stored. */
  const troubles = new Map<string, () => AgentProblem | null>()

  const receiver = createReceiver({
    store: {
      ...kind.running(server),

      async storeEnd(place, { content, parts, state }) {
        // If a person or a server ended the turn, that is no problem of the agent.
        const ownDoing = state === 'finished' || state === 'failed'
        const trouble = ownDoing ? (troubles.get(replyKey(place))?.() ?? null) : null
        const end = { content, state, trouble, sources: sourcesOf(parts), said: countWords(content) }
        const stored = await kind.storeEnd(server, place, end)
        if (stored?.state !== 'running') {
          troubles.delete(replyKey(place))
          ended(place, stored)
        }
        return stored && { state: stored.state, cutShort: false }
      },

      async closeDead(dead) {
        const closed = await kind.closeDead(dead)
        for (const one of closed) ended(one.place, one.ended)
        return closed.map(({ place }) => place.replyId)
      },
    },
    clock,
    log,
    alone,
    every,
  })
  const decisions = coalesceByKey(decide)
  const say = logThrottled()
  const waiting = alone
    ? undefined
    : pollWaiting({ listAwaiting: kind.listAwaiting, wake, log, everyMs: every.look })

  function wake(scopeId: string) {
    if (!receiver.closing.aborted) decisions.wake(scopeId)
  }

  function ended(place: ReplyPlace, how: Ended | null) {
    kind.onEnded(place, how)
    wake(place.conversationId)
  }

  async function decide(scopeId: string): Promise<void> {
    try {
      const by = { server, now: clock(), newId: randomUUID }
      for (const turn of await kind.decide(scopeId, by)) begin(turn)
    } catch (error) {
      say(log, 'warn', { err: error, scope: scopeId }, kind.undecided)
      setTimeout(wake, every.retry ?? RETRY_MS, scopeId).unref()
    }
  }

  /** Runs one turn, from the request to the model to its stored end. */
  function begin(turn: DecidedTurn) {
    const { place, asker, wallet, agentId, words, logged, request: askedFor, said, waits = () => {} } = turn
    const requestId = randomUUID()
    const from = { requestId, log: log.child({ requestId, ...logged }) }
    const key = replyKey(place)

    async function* events(signals: {
      stopped: AbortSignal
      shutdown: AbortSignal
    }): AsyncGenerator<ReplyEvent> {
      const failed: ReplyEvent = { type: 'failed', message: FAILED_REPLY, requestId }
      if (!askedFor) {
        troubles.set(key, () => 'failed')
        return yield failed
      }
      const over = AbortSignal.any([signals.stopped, signals.shutdown])
      const mayBeAsked = await options.mayAsk(asker, { signal: over, onWait: waits })
      // The end was handled when the turn was stopped.
      if (over.aborted) return
      if (!mayBeAsked) {
        troubles.set(key, () => 'limited')
        return yield failed
      }
      const turn = await askedFor()
      if (!turn) return yield { type: 'stopped' }
      const request = { ...turn, ...(agentId !== null && { asked: { agentId, wallet } }) }
      const watch = (parts: ReplyParts) => {
        const { because } = parts
        const watchedTurn = { name: request.agent.name, words, requestId, patience, ...signals, because }
        const watched = watchTurn(watchedTurn, (stopped) => reply(request, { ...parts, stopped }))
        troubles.set(key, watched.trouble)
        return watched.events
      }
      // Recording starts only here, because in the cases above the agent was never asked.
      yield* await answers.answerOnce({ agentId, wallet, begins: false }, { ...from, ...signals }, watch)
    }

    receiver.receive({
      ...place,
      owner: asker,
      ...from,
      events,
      send: (parts) => throttle(() => said(saidSoFar(parts()))),
    })
  }

  return {
    wake,
    stop: (scopeId, turnId) => receiver.stop({ conversationId: scopeId, replyId: turnId }),
    stopIn: (scopeId) => receiver.stopIn([scopeId]),

    async closeOrphans() {
      await receiver.closeOrphans()
      for (const scopeId of await kind.listAwaiting()) wake(scopeId)
    },

    async close() {
      waiting?.stop()
      await receiver.close(decisions.done)
    },
  }
}
