import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { NewSwarmPhase, SwarmTurn } from '../../../shared/swarm/swarm.ts'
import { type SwarmStep, takenUp } from '../../../shared/swarm/swarm-plan.ts'
import type { DeletableRows } from '../../db/deletable-rows.ts'
import {
  type BegunSwarmTurn,
  plannedTurns,
  type Stepped,
  type SteppedRun,
  turnsToBegin,
} from '../../db/swarm/swarm-turns.ts'
import type { NewRun } from '../../db/swarm/write-runs.ts'
import type { TurnEnd } from '../../db/turns/end-turns.ts'
import type { ReplyPlace } from '../../db/turns/running-turns.ts'
import { replyToldToAsker } from '../../db/turns/told-reply.ts'
import type { HeartbeatStore } from '../turns/running/turn-heartbeats.ts'
import { foundRun, isRunning, type MemoryCaps, type MemoryRun, RunMemory } from './run-memory.ts'
import type { EndedTurn, FoundRun, RunCap, RunStore } from './run-store.ts'

interface MemoryRunsOptions {
  clock: () => Date
  findAgent: (id: string) => Promise<AnsweringAgent | null>
  /** A stored run's id must not be taken over. */
  isStored: (id: string) => Promise<boolean>
  caps?: MemoryCaps | undefined
}

/** Visitors' runs, in memory only, counted for a network address. Anyone with a run's id may do everything with it. */
export class MemoryRuns implements RunStore {
  readonly #options: MemoryRunsOptions
  readonly #runs: RunMemory
  readonly deletable: DeletableRows

  constructor(options: MemoryRunsOptions) {
    this.#options = options
    this.#runs = new RunMemory(options.clock, options.caps)
    this.deletable = deletableRuns(this.#runs)
  }

  has(id: string): boolean {
    return this.#runs.known(id) !== undefined
  }

  /** How many are not over. */
  get runningRuns(): number {
    return this.#runs.all().filter(isRunning).length
  }

  walletOf(): null {
    return null
  }

  async insert({ phase, seats, now, ...run }: NewRun): Promise<'made' | 'there' | 'taken' | RunCap> {
    if (await this.#options.isStored(run.id)) return 'taken'
    if (this.has(run.id)) return 'there'
    const cap = this.#runs.makeRoom(run)
    if (cap) return cap
    const begun = { seats: [...seats], phases: [phase], turns: [], createdAt: now, deletedAt: null }
    this.#runs.begin({ ...run, ...begun }, now)
    return 'made'
  }

  async find(id: string): Promise<FoundRun | null> {
    const run = this.#runs.shown(id)
    return run ? foundRun(run) : null
  }

  /** Anyone with the link may read such a run. */
  async setShared(): Promise<false> {
    return false
  }

  async wantStop({ id }: { id: string }): Promise<boolean> {
    const run = this.#runs.shown(id)
    if (!run || !isRunning(run)) return false
    this.#runs.change(run, { stopped: true, awaitsStep: true })
    return true
  }

  async dropSeat({ id }: { id: string }, seat: number): Promise<boolean> {
    const run = this.#runs.shown(id)
    if (!run?.seats[seat]) return false
    const seats = run.seats.map((one, index) => (index === seat ? { ...one, dropped: true } : one))
    this.#runs.change(run, { seats, awaitsStep: isRunning(run) })
    return true
  }

  async listRunningSeats(id: string): Promise<{ replyId: string; seat: number | null }[]> {
    const running = this.#runs.known(id)?.turns.filter(({ state }) => state === 'running') ?? []
    return running.map(({ id: replyId, seat }) => ({ replyId, seat }))
  }

  async addPhase({ id }: { id: string }, phase: NewSwarmPhase, now: Date): ReturnType<RunStore['addPhase']> {
    const run = this.#runs.shown(id)
    if (!run || isRunning(run)) return 'running'
    if (run.phases.length >= limits.swarmPhases) return 'many'
    const cap = this.#runs.makeRoom(run)
    if (cap) return cap
    this.#runs.begin({ ...run, phases: [...run.phases, phase] }, now)
    return 'begun'
  }

  async takeAgain({ id }: { id: string }, now: Date): ReturnType<RunStore['takeAgain']> {
    const run = this.#runs.shown(id)
    const phase = run?.phases.at(-1)
    if (!run || !phase || isRunning(run)) return 'running'
    if (run.state === 'finished') return 'finished'
    const again = takenUp({ ...run, phase }, plannedTurns(run))
    if (!again) return 'spent'
    const cap = this.#runs.makeRoom(run)
    if (cap) return cap
    const asked = new Map(again.map((turn) => [turn.id, turn]))
    this.#runs.begin({ ...run, turns: run.turns.map((turn) => asked.get(turn.id) ?? turn) }, now)
    return 'begun'
  }

  async step(
    id: string,
    by: { now: Date; newId: () => string },
    decide: (run: SteppedRun) => SwarmStep,
  ): Promise<Stepped | null> {
    const before = this.#runs.known(id)
    if (!before?.awaitsStep) return null
    const agentOf = await this.#agentsOf(before.seats)
    // Synchronous from here, so that the decision is stored in the same turn of the event loop.
    const run = this.#runs.known(id)
    if (!run?.awaitsStep) return null
    const step = isRunning(run) ? decide(run) : ({ kind: 'wait' } as const)
    const begun = turnsToBegin(id, run, step, by.newId, agentOf)
    this.#runs.change(run, {
      awaitsStep: false,
      state: step.kind === 'over' ? step.how : run.state,
      turns: [...run.turns, ...begun.map((turn) => begunTurn(turn, by.now))],
    })
    return { run, begun }
  }

  async listAwaiting(): Promise<string[]> {
    return this.#runs.all().flatMap(({ id, awaitsStep }) => (awaitsStep ? [id] : []))
  }

  // Everything is received here: no other server can have crashed or has to be asked.
  readonly running = { wantStop: async () => null, listRunning: async () => [] }

  readonly heartbeats: HeartbeatStore = {
    storeWords: async (_server, said) =>
      said.flatMap(({ scope, conversationId, replyId, words }) => {
        const running = this.#runningTurn({ conversationId, replyId })
        if (!running) return []
        const { run, turn } = running
        this.#runs.change(run, withTurn(run, { ...turn, content: turn.content + words }))
        return [{ scope, conversationId, replyId, stopWanted: false }]
      }),
    listHeartbeats: async () => [],
  }

  async storeEnd(
    _server: string,
    place: ReplyPlace,
    { content, parts, state, trouble, said }: TurnEnd,
  ): Promise<EndedTurn | null> {
    const running = this.#runningTurn(place)
    if (running) {
      const { run, turn } = running
      const told = replyToldToAsker({ state, content, parts })
      const ended = withTurn(run, { ...turn, content, ...told, state, trouble, said })
      this.#runs.change(run, { ...ended, awaitsStep: true })
      return { state }
    }
    const turns = this.#runs.known(place.conversationId)?.turns
    const ended = turns?.find(({ id }) => id === place.replyId)
    return ended ? { state: ended.state } : null
  }

  async closeDead(): Promise<never[]> {
    return []
  }

  #runningTurn({ conversationId, replyId }: ReplyPlace): { run: MemoryRun; turn: SwarmTurn } | null {
    const run = this.#runs.known(conversationId)
    const turn = run?.turns.find(({ id, state }) => id === replyId && state === 'running')
    return run && turn ? { run, turn } : null
  }

  async #agentsOf(seats: SteppedRun['seats']): Promise<Map<string, AnsweringAgent>> {
    const agents = await Promise.all(seats.map(({ agentId }) => this.#options.findAgent(agentId)))
    return new Map(
      seats.flatMap(({ agentId }, index) => {
        const agent = agents[index]
        return agent ? [[agentId, agent] as const] : []
      }),
    )
  }
}

function deletableRuns(runs: RunMemory): DeletableRows {
  return {
    async mark(_db, { id }, at) {
      const run = runs.shown(id)
      if (run) runs.change(run, { deletedAt: at, stopped: true, awaitsStep: isRunning(run) })
      return run !== undefined
    },
    async restore(_db, { id }, earliest) {
      const run = runs.known(id)
      if (!run) return 'none'
      if (run.deletedAt === null) return 'there'
      if (run.deletedAt < earliest) return 'late'
      runs.change(run, { deletedAt: null })
      return 'restored'
    },
    async remove(_db, before) {
      runs.forgetOver()
      const gone = runs.all().filter(({ deletedAt }) => deletedAt !== null && deletedAt < before)
      runs.remove(gone.map(({ id }) => id))
      return gone.map(({ owner }) => owner)
    },
  }
}

function withTurn({ turns }: MemoryRun, turn: SwarmTurn): Pick<MemoryRun, 'turns'> {
  return { turns: turns.map((one) => (one.id === turn.id ? turn : one)) }
}

function begunTurn({ place, words, agent: _agent, ...turn }: BegunSwarmTurn, now: Date): SwarmTurn {
  return {
    ...turn,
    id: place.replyId,
    state: 'running',
    content: '',
    given: words,
    said: null,
    trouble: null,
    again: false,
    createdAt: now.toISOString(),
  }
}
