import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import type { AgentTrouble } from '../../../shared/agents/agent-troubles.ts'
import { FAILED_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import type { ReplyState } from '../../../shared/chat/messages.ts'
import { textOf } from '../../../shared/chat/parts.ts'
import type { FailureReason } from '../../../shared/figures.ts'
import { countWords } from '../../../shared/text/count-words.ts'
import type { Logger } from '../../base/log.ts'
import { logSeldom } from '../../base/log-seldom.ts'
import {
  type DeadReply,
  type ReplyPlace,
  type RunningTable,
  runningIn,
  type TurnEnd,
} from '../../db/turns/running-turns.ts'
import type { ChatEngine } from '../../llm/choose-engine.ts'
import type { ReplyRequest } from '../chat/prompt.ts'
import { reply } from '../chat/reply.ts'
import type { RecordReply } from '../figures/record-replies.ts'
import { coalesceByKey } from './coalesce-by-key.ts'
import { pollWaiting } from './poll-waiting.ts'
import { createReceiver } from './running/receive-replies.ts'
import { replyKey } from './running/reply-key.ts'
import { throttle } from './throttle-words.ts'
import { PATIENCE, type Patience, watchTurn } from './watch-turn.ts'

/** Milliseconds until a decision is tried again that the database refused. */
const RETRY_MS = 1_500

/** Agents' turns in scopes of one kind: realms, or runs. One belongs to the server that began it, and goes on to its end whoever listens. */
export interface Turns {
  /** Has it decided what comes next in a scope, and begins that. Returns at once; never throws. */
  wake(scopeId: string): void
  /** Ends a turn with the words that came, wherever it is received; one that is over, or none, stays as it is. */
  stop(scopeId: string, turnId: string): Promise<void>
  /** `stop` for all that runs in a scope. */
  stopIn(scopeId: string): Promise<void>
  /** Ends the turns of a server that died, where no other server can be alive: on the embedded database, at the start. */
  closeOrphans(): Promise<void>
  /** Interrupts what this server receives, and waits until that is stored. */
  close(): Promise<void>
}

/** What every kind of turn takes. */
export interface TurnsOptions {
  sql: Sql
  clock: () => Date
  engine: ChatEngine
  /** The window of the model, in tokens. */
  windowTokens: number
  log: Logger
  /** Passes a reply's events on as they are, for whoever counts them. */
  observe?: ((events: AsyncIterable<ReplyEvent>) => AsyncIterable<ReplyEvent>) | undefined
  /** Records the turns for the owners of their agents. */
  record?: RecordReply | undefined
  /** Counts a model call that a wallet starts, and says whether it may. */
  mayAsk: (wallet: string) => Promise<boolean>
  /** No other server can be alive on this database. */
  alone?: boolean | undefined
  /** How long an agent may be silent before its first words and how long it may take in all, in milliseconds. */
  patience?: Patience | undefined
  /**
   * Milliseconds between two rounds, for tests: of storing words, of looking for dead turns and for scopes that wait, and
   * until a decision is tried again.
   */
  every?: { store?: number; look?: number; retry?: number } | undefined
}

/** A turn that is stored as running, with all that it takes to have it said. */
export interface DecidedTurn {
  place: ReplyPlace
  /** The wallet that started it, whose model calls are counted. */
  wallet: string
  /** For whose owner it is recorded; null for what is nobody's agent's. */
  agentId: string | null
  /** How many words it may say. */
  words: number
  /** What the lines of the log carry. */
  logged: Record<string, string>
  /** What the model is asked; without it the agent is gone, and says nothing. Null where there is nothing left to answer. */
  request?: (() => Promise<ReplyRequest | null>) | undefined
  /** Hears what it has said so far. */
  said: (content: string) => void
}

/** Turns of one kind: where they are stored, how it is decided who speaks, and who hears of their ends. */
export interface TurnKind<Ended extends { state: ReplyState }> {
  table: RunningTable
  /** Decides, under the scope's lock, what comes next, and stores the turns that begin. */
  decide(
    scopeId: string,
    by: { server: string; now: Date; newId: () => string },
  ): Promise<readonly DecidedTurn[]>
  /** Said in the log where that fails. */
  undecided: string
  /** The scopes in which something happened since it was last decided what comes next. */
  listAwaiting(): Promise<string[]>
  /** Ends a turn if it is still this server's to end. @returns how it is stored now, by whomever; null where it is gone for good */
  storeEnd(server: string, place: ReplyPlace, end: TurnEnd): Promise<Ended | null>
  /** Ends turns that nobody receives any more. @returns those that were ended */
  closeDead(dead: readonly DeadReply[]): Promise<{ place: ReplyPlace; ended: Ended }[]>
  /** Hears of a turn that is over now, or that somebody else ended. */
  onEnded(place: ReplyPlace, ended: Ended | null): void
}

/**
 * The one engine of agents' turns: a scope is marked when something happens in it, its row is locked, it is decided
 * purely what comes next, and what was decided begins as a stored, running turn.
 */
export function scheduleTurns<Ended extends { state: ReplyState }>(
  options: TurnsOptions,
  kind: TurnKind<Ended>,
): Turns {
  const { sql, clock, engine, windowTokens, log, observe = (events) => events, every = {} } = options
  const { record = (_, begin) => begin(() => {}), patience = PATIENCE, alone = false } = options
  const server = randomUUID()
  /** What went wrong with the turns that this server receives, by their key, until they are stored. */
  const troubles = new Map<string, () => AgentTrouble | null>()

  const receiver = createReceiver({
    store: {
      ...runningIn(sql, kind.table, server),

      async storeEnd(place, { content, state }) {
        // What a person or a server broke off is no fault of the agent.
        const ownDoing = state === 'finished' || state === 'failed'
        const trouble = ownDoing ? (troubles.get(replyKey(place))?.() ?? null) : null
        const end = { content, state, trouble, said: countWords(content) }
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
  const say = logSeldom()
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

  /** One turn, from its model to its stored end. */
  function begin({ place, wallet, agentId, words, logged, request: askedFor, said }: DecidedTurn) {
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
      if (!(await options.mayAsk(wallet))) {
        troubles.set(key, () => 'limited')
        return yield failed
      }
      const request = await askedFor()
      if (!request) return yield { type: 'stopped' }
      const watch = (because?: (why: FailureReason) => void) => {
        const turn = { name: request.agent.name, words, requestId, patience, ...signals, because }
        const watched = watchTurn(turn, (stopped) =>
          reply(request, { ...engine, ...signals, ...from, stopped, windowTokens, because }),
        )
        troubles.set(key, watched.trouble)
        return watched.events
      }
      // Only from here on: what our own limit turned away, and what was removed, its agent was never asked.
      yield* observe(agentId === null ? watch() : record({ agentId, wallet, begins: false }, watch))
    }

    receiver.receive({
      ...place,
      owner: wallet,
      ...from,
      events,
      send: (parts) => throttle(() => said(textOf(parts()))),
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
