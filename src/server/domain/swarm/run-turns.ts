import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import type { AgentTrouble } from '../../../shared/agents/agent-troubles.ts'
import { FAILED_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import { textOf } from '../../../shared/chat/parts.ts'
import type { FailureReason } from '../../../shared/figures.ts'
import { nextStep } from '../../../shared/swarm/swarm-plan.ts'
import type { Logger } from '../../base/log.ts'
import { logSeldom } from '../../base/log-seldom.ts'
import {
  type BegunSwarmTurn,
  listAwaitingRuns,
  plannedTurns,
  type SteppedRun,
  stepRun,
} from '../../db/swarm/swarm-turns.ts'
import type { ChatEngine } from '../../llm/choose-engine.ts'
import { reply } from '../chat/reply.ts'
import type { RecordReply } from '../figures/record-replies.ts'
import { createReceiver } from '../running-replies/receive-replies.ts'
import { replyKey } from '../running-replies/reply-key.ts'
import { coalesceByKey } from '../turns/coalesce-by-key.ts'
import { pollWaiting } from '../turns/poll-waiting.ts'
import { throttle } from '../turns/throttle-words.ts'
import { type Patience, watchTurn } from '../turns/watch-turn.ts'
import type { LiveRuns } from './live-runs.ts'
import { storeTurns } from './store-turns.ts'
import { swarmTurnRequest, synthesisRequest } from './turn-request.ts'

const PATIENCE: Patience = { firstWords: 30_000, whole: 90_000 }

/** Milliseconds until a step is tried again that the database refused. */
const RETRY_MS = 1_500

/** Turns of runs. One belongs to the server that began it, and goes on to its end whoever follows. */
export interface RunTurns {
  /** Has it decided what a run does next, and begins that. Returns at once; never throws. */
  wake(runId: string): void
  /** Ends a turn with the words that came, wherever it is received; one that is over stays as it is. */
  stop(runId: string, turnId: string): Promise<void>
  /** `stop` for all turns of a run. */
  stopIn(runId: string): Promise<void>
  /** Ends the turns of a server that died, where no other server can be alive: on the embedded database, at the start. */
  closeOrphans(): Promise<void>
  /** Interrupts what this server receives, waits until that is stored, and ends what follows runs here. */
  close(): Promise<void>
}

export interface RunTurnsOptions {
  sql: Sql
  clock: () => Date
  engine: ChatEngine
  /** The window of the model, in tokens. */
  windowTokens: number
  log: Logger
  /** Passes a reply's events on as they are, for whoever counts them. */
  observe?: ((events: AsyncIterable<ReplyEvent>) => AsyncIterable<ReplyEvent>) | undefined
  /** Records the turns for the owners of their agents. */
  record: RecordReply
  live: LiveRuns
  /** Counts a model call that a wallet starts, and says whether it may. */
  mayAsk: (wallet: string) => Promise<boolean>
  /** No other server can be alive on this database. */
  alone?: boolean | undefined
  /** How long an agent may be silent before its first words and how long it may take in all, in milliseconds. */
  patience?: Patience | undefined
  /** Milliseconds between two rounds, for tests: of storing words, of looking for dead turns and waiting runs, of tries. */
  every?: { store?: number; look?: number; retry?: number } | undefined
}

export function createRunTurns(options: RunTurnsOptions): RunTurns {
  const { sql, clock, engine, windowTokens, log, record, live, every = {} } = options
  const { observe = (events: AsyncIterable<ReplyEvent>) => events } = options
  const { patience = PATIENCE, alone = false } = options
  const server = randomUUID()
  /** What went wrong with the turns that this server receives, by their key. */
  const troubles = new Map<string, () => AgentTrouble | null>()

  const receiver = createReceiver({
    store: storeTurns({ sql, server, troubles, onEnded }),
    clock,
    log,
    alone,
    every,
  })
  const steps = coalesceByKey(step)
  const say = logSeldom()
  const waiting = alone
    ? undefined
    : pollWaiting({ listAwaiting: () => listAwaitingRuns(sql), wake, log, everyMs: every.look })

  function wake(runId: string) {
    if (!receiver.closing.aborted) steps.wake(runId)
  }

  function onEnded(runId: string, turnId: string) {
    live.over(turnId)
    live.changed(runId)
    wake(runId)
  }

  async function step(runId: string): Promise<void> {
    try {
      const by = { server, now: clock(), newId: randomUUID }
      const stepped = await stepRun(sql, runId, by, (run) => {
        const { mode, seats, phases, stopped } = run
        const phase = phases.at(-1)
        if (!phase) throw new Error('a run has no task')
        return nextStep({ mode, seats, phase, stopped }, plannedTurns(run))
      })
      if (!stepped) return
      for (const turn of stepped.begun) take(turn, stepped.run)
      live.changed(runId)
    } catch (error) {
      say(log, 'warn', { err: error, run: runId }, 'the next step of a run can not be decided yet')
      setTimeout(wake, every.retry ?? RETRY_MS, runId).unref()
    }
  }

  /** One turn, from its model to its stored end. */
  function take(turn: BegunSwarmTurn, run: SteppedRun) {
    const { place, seat } = turn
    const { conversationId: runId, replyId } = place
    const requestId = randomUUID()
    const from = { requestId, log: log.child({ requestId, run: runId, turn: replyId }) }

    async function* events(signals: {
      stopped: AbortSignal
      shutdown: AbortSignal
    }): AsyncGenerator<ReplyEvent> {
      const seated = seat === null ? null : run.seats[seat]
      const request =
        seat === null
          ? synthesisRequest(turn, run)
          : turn.agent && swarmTurnRequest(turn.agent, { ...turn, seat }, run)
      const failed: ReplyEvent = { type: 'failed', message: FAILED_REPLY, requestId }
      // An agent that is gone says nothing.
      if (!request) {
        troubles.set(replyKey(place), () => 'failed')
        return yield failed
      }
      if (!(await options.mayAsk(run.owner))) {
        troubles.set(replyKey(place), () => 'limited')
        return yield failed
      }
      const watch = (because?: (why: FailureReason) => void) => {
        const watching = { name: request.agent.name, words: turn.words, requestId, patience, ...signals }
        const watched = watchTurn({ ...watching, because }, (stopped) =>
          reply(request, { ...engine, ...signals, ...from, stopped, windowTokens, because }),
        )
        troubles.set(replyKey(place), watched.trouble)
        return watched.events
      }
      // The synthesis is nobody's agent's.
      const asked = { agentId: seated?.agentId ?? '', wallet: run.owner, begins: false }
      yield* observe(seated ? record(asked, watch) : watch())
    }

    live.begin(replyId)
    receiver.receive({
      ...place,
      owner: run.owner,
      ...from,
      events,
      send: (parts) => throttle(() => live.said(runId, replyId, textOf(parts()))),
    })
  }

  return {
    wake,
    stop: (runId, turnId) => receiver.stop({ conversationId: runId, replyId: turnId }),
    stopIn: (runId) => receiver.stopIn([runId]),

    async closeOrphans() {
      await receiver.closeOrphans()
      for (const runId of await listAwaitingRuns(sql)) wake(runId)
    },

    async close() {
      waiting?.stop()
      await receiver.close(steps.done)
      live.close()
    },
  }
}
