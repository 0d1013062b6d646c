import { limits } from '../../../../shared/common/limits.ts'
import {
  type DirectorState,
  type Ended,
  type GivenTurn,
  NOTHING_YET,
  RECENT,
  type Settled,
  type Turn,
  type TurnSettings,
} from './director-log.ts'
import { type Wanted, whoSpeaks } from './who-speaks.ts'

const HOUR_MS = 60 * 60_000

/**
 * Decides who speaks when in a realm (record 0013): a pure fold over the log in the order in which messages settled, so
 * that it gives the same turns whether it is processed at once or in parts. `seed` decides between equal agents.
 */
export function direct(
  log: readonly Settled[],
  settings: TurnSettings,
  seed: string,
  directorState: DirectorState = NOTHING_YET,
): { turns: Turn[]; directorState: DirectorState } {
  const turns: Turn[] = []
  let known = directorState
  for (const message of log) {
    const step = look(message, settings, seed, known)
    turns.push(...step.turns)
    known = step.directorState
  }
  return { turns, directorState: known }
}

function look(message: Settled, settings: TurnSettings, seed: string, before: DirectorState) {
  if (message.kind === 'answer') {
    const directorState = takeIn(message, before)
    const wanted = whoSpeaks(message, { directorState, settings, seed })
    const given = give(wanted, message, settings, directorState)
    return {
      ...given,
      directorState: { ...given.directorState, recent: [...before.recent, message].slice(-RECENT) },
    }
  }
  const fresh = { ...before, taken: 0, held: null }
  const scene = { directorState: fresh, settings, seed }
  const wanted = message.kind === 'said' ? whoSpeaks(message, scene) : takeUp(before.recent, scene)
  const given = give(wanted, message, settings, fresh)
  const recent = message.kind === 'said' ? [message] : [...before.recent, message].slice(-RECENT)
  return { ...given, directorState: { ...given.directorState, recent } }
}

/** What a cap held back: the agents that still have to speak after the newest message that has any. */
function takeUp(recent: readonly Settled[], scene: Parameters<typeof whoSpeaks>[1]): Wanted | null {
  for (const message of recent.toReversed()) {
    if (message.kind === 'go-on') continue
    const wanted = whoSpeaks(message, scene)
    if (wanted.agents.length > 0) return wanted
  }
  return null
}

function give(wanted: Wanted | null, trigger: Settled, settings: TurnSettings, directorState: DirectorState) {
  if (!wanted || wanted.agents.length === 0) return { turns: [], directorState }
  const allowed = wanted.agents.slice(0, Math.max(0, settings.agentTurns - directorState.taken))
  const left = settings.agentWords - wordsSaid(directorState.turns, trigger.at)
  const asked = allowed.slice(0, Math.max(0, Math.floor(left / limits.turnWords.min)))
  const words = Math.min(limits.turnWords.max, Math.floor(left / asked.length))
  const { answers } = wanted
  const turns = asked.map(({ id }): Turn => ({ agentId: id, answers, author: trigger.author, words }))
  const held =
    allowed.length < wanted.agents.length ? 'turns' : asked.length < allowed.length ? 'words' : null
  return {
    turns,
    directorState: {
      ...directorState,
      taken: directorState.taken + turns.length,
      held,
      turns: [...directorState.turns, ...turns.map(begun)],
      last: turns.at(-1)?.agentId ?? directorState.last,
    } satisfies DirectorState,
  }
}

const begun = ({ agentId, answers, words }: Turn): GivenTurn => ({ agentId, answers, words, endedOf: null })

/** Counts from the hour before a time. A running turn counts with all it may say. */
function wordsSaid(turns: readonly GivenTurn[], at: number): number {
  return turns
    .filter(({ endedOf }) => endedOf === null || endedOf > at - HOUR_MS)
    .reduce((sum, { words }) => sum + words, 0)
}

function takeIn(ended: Ended, directorState: DirectorState): DirectorState {
  const { agentId, answers, words, at, number } = ended
  const over: GivenTurn = { agentId, answers, words, endedOf: at }
  const place = directorState.turns.findIndex(
    (turn) => turn.endedOf === null && turn.agentId === agentId && turn.answers === answers,
  )
  const turns = place === -1 ? [...directorState.turns, over] : directorState.turns.with(place, over)
  const bad = ended.trouble !== null && ended.trouble !== 'limited'
  const tells = bad || (ended.state === 'finished' && ended.trouble === null)
  const isNewest = number > (directorState.marks.get(agentId)?.number ?? 0)
  return {
    ...directorState,
    turns,
    marks:
      tells && isNewest ? new Map(directorState.marks).set(agentId, { number, bad }) : directorState.marks,
  }
}
