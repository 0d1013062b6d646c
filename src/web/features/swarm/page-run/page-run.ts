import type { SwarmRun, SwarmSeat, SwarmTurn, TriedTurn } from '../../../../shared/swarm/swarm.ts'
import {
  isTakenAgain,
  nextStep,
  type SwarmMode,
  type SwarmStep,
  standingSeats,
} from '../../../../shared/swarm/swarm-plan.ts'
import { countWords } from '../../../../shared/text/count-words.ts'
import type { RunActions } from '../actions/run-actions.ts'
import type { AskTurn } from './ask-turn.ts'
import { type FollowedTurn, followTurn, type Turntaking } from './follow-turn.ts'
import type { TurnEnd } from './turn-end.ts'

/** What a run begins with. */
export interface WantedRun {
  mode: SwarmMode
  task: string
  seats: readonly Omit<SwarmSeat, 'dropped'>[]
  rounds: number
  words: number
}

export interface PageRunView {
  run: SwarmRun
  /** The server takes no more turns until then; those that wait are asked again by themselves. */
  waitsUntil: Date | null
  /** Whether it is over and `takeUp` would go on with it. */
  canTakeUp: boolean
}

/** A run that nobody stores: it is planned here, by the plan of the server, and gone with the page. */
export interface PageRun extends RunActions {
  subscribe: (listener: () => void) => () => void
  getView: () => PageRunView
  /** Goes on with what broke off, within what is left of the words. */
  takeUp: () => void
  /** Lets go of all that is being said; nothing changes any more. */
  close: () => void
}

export function createPageRun(
  options: Turntaking & { wanted: WantedRun; ask: AskTurn; newId: () => string },
): PageRun {
  const { wanted, newId, now } = options
  const { rounds, words } = wanted
  const begun = now().toISOString()
  let run: SwarmRun = {
    id: newId(),
    own: true,
    mode: wanted.mode,
    seats: wanted.seats.map((seat) => ({ ...seat, dropped: false })),
    phases: [{ task: wanted.task, rounds, words }],
    turns: [],
    state: 'running',
    shared: false,
    createdAt: begun,
    updatedAt: begun,
  }
  let isStopped = false
  let view: PageRunView
  const followed = new Map<string, FollowedTurn>()
  const waits = new Map<string, Date>()
  const listeners = new Set<() => void>()

  const plan = (turns: readonly SwarmTurn[], stopped: boolean): SwarmStep =>
    nextStep({ mode: run.mode, seats: run.seats, phase: { rounds, words }, stopped }, turns)

  const takenAgain = () =>
    run.turns.map((turn) => ({ ...turn, again: turn.again || isTakenAgain(turn, run.state) }))

  function makeView(): PageRunView {
    const [first = null] = [...waits.values()].sort((one, other) => one.getTime() - other.getTime())
    const mayTakeUp = run.state !== 'running' && run.state !== 'finished'
    return { run, waitsUntil: first, canTakeUp: mayTakeUp && plan(takenAgain(), false).kind !== 'over' }
  }

  function tell(): void {
    view = makeView()
    for (const listener of listeners) listener()
  }

  function change(id: string, by: Partial<SwarmTurn>): void {
    run = { ...run, turns: run.turns.map((turn) => (turn.id === id ? { ...turn, ...by } : turn)) }
  }

  /** Does what the plan says next. */
  function step(): void {
    const next = plan(run.turns, isStopped)
    if (next.kind === 'over') run = { ...run, state: next.how }
    if (next.kind === 'turns') begin(next.turns)
    if (next.kind === 'synthesis') begin([{ round: 0, seat: null, words: next.words }])
  }

  function begin(places: readonly { round: number; seat: number | null; words: number }[]): void {
    const last = run.turns.at(-1)?.number ?? 0
    const turns = places.map(
      (place, index): SwarmTurn => ({
        id: newId(),
        number: last + 1 + index,
        phase: 0,
        round: place.round,
        seat: place.seat,
        state: 'running',
        content: '',
        given: place.words,
        said: null,
        trouble: null,
        again: false,
        createdAt: now().toISOString(),
      }),
    )
    run = { ...run, turns: [...run.turns, ...turns] }
    for (const turn of turns) follow(turn)
  }

  function follow(turn: SwarmTurn): void {
    const { id } = turn
    const asked = triedTurn(run, turn)
    const following = followTurn({
      ...options,
      id,
      open: (signal) => options.ask(asked, signal),
      onWords: (content) => {
        change(id, { content })
        tell()
      },
      onWait: (until) => {
        if (until) waits.set(id, until)
        else waits.delete(id)
        tell()
      },
      onEnd: (content, end) => {
        over(turn, content, end)
        step()
        tell()
      },
    })
    followed.set(id, following)
  }

  function over({ id, given }: SwarmTurn, content: string, end: TurnEnd): void {
    followed.delete(id)
    waits.delete(id)
    change(id, { ...end, content, said: Math.min(given, countWords(content)) })
  }

  /** Ends turns that are being said with the words that came; what follows from it is done. */
  function breakOff(which: (turn: SwarmTurn) => boolean): void {
    for (const turn of run.turns) {
      const following = followed.get(turn.id)
      if (following && which(turn)) over(turn, following.abort(), { state: 'stopped', trouble: null })
    }
    step()
    tell()
  }

  step()
  view = makeView()

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getView: () => view,
    async stop() {
      if (run.state !== 'running') return
      isStopped = true
      breakOff(() => true)
    },
    async stopTurn(id) {
      if (followed.has(id)) breakOff((turn) => turn.id === id)
    },
    async drop(seat) {
      if (run.state !== 'running' || !run.seats[seat] || run.seats[seat].dropped) return
      const seats = run.seats.map((known, index) => (index === seat ? { ...known, dropped: true } : known))
      run = { ...run, seats }
      breakOff((turn) => turn.seat === seat)
    },
    takeUp() {
      if (!view.canTakeUp) return
      run = { ...run, turns: takenAgain(), state: 'running', updatedAt: now().toISOString() }
      isStopped = false
      step()
      tell()
    },
    close() {
      for (const following of followed.values()) following.abort()
      followed.clear()
      listeners.clear()
    },
  }
}

/**
 * What the server has to know to have one turn said of a run that only this page knows: with the words that count for it,
 * by the rule by which a stored run's are chosen.
 */
function triedTurn(run: SwarmRun, { round, seat, given }: SwarmTurn): TriedTurn {
  const standing = standingSeats(run, run.turns)
  // An agent that failed is left out of the synthesis with all that it said before.
  const counts = (one: number) => (seat === null ? standing.includes(one) : !run.seats[one]?.dropped)
  const said = run.turns.flatMap((turn) =>
    turn.seat !== null && counts(turn.seat) && hasWords(turn)
      ? [{ round: turn.round, seat: turn.seat, content: turn.content }]
      : [],
  )
  return {
    mode: run.mode,
    task: run.phases[0]?.task ?? '',
    agentIds: run.seats.map(({ agentId }) => agentId),
    round,
    seat,
    words: given,
    said,
  }
}

function hasWords({ state, content, again }: SwarmTurn): boolean {
  return !again && state !== 'running' && state !== 'failed' && content.trim() !== ''
}
