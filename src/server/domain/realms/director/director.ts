import { limits } from '../../../../shared/common/limits.ts'
import {
  type Ended,
  type GivenTurn,
  NOTHING_YET,
  RECENT,
  type Settled,
  type Standing,
  type Turn,
  type TurnSettings,
} from './director-log.ts'
import { type Wanted, whoSpeaks } from './who-speaks.ts'

const HOUR_MS = 60 * 60_000

/**
 * Who speaks when in a realm (decision record 13): a fold over its log and nothing else, so that the same log gives the
 * same turns, whether it is looked at at once or piece by piece.
 * @param log what settled, in that order
 * @param seed decides where everything else is equal
 * @param standing what is known from the log before
 * @returns the turns that agents get, in order, and what is known now
 */
export function direct(
  log: readonly Settled[],
  settings: TurnSettings,
  seed: string,
  standing: Standing = NOTHING_YET,
): { turns: Turn[]; standing: Standing } {
  const turns: Turn[] = []
  let known = standing
  for (const message of log) {
    const step = look(message, settings, seed, known)
    turns.push(...step.turns)
    known = step.standing
  }
  return { turns, standing: known }
}

function look(message: Settled, settings: TurnSettings, seed: string, before: Standing) {
  if (message.kind === 'answer') {
    const standing = takeIn(message, before)
    const wanted = whoSpeaks(message, { standing, settings, seed })
    const given = give(wanted, message, settings, standing)
    return { ...given, standing: { ...given.standing, recent: [...before.recent, message].slice(-RECENT) } }
  }
  const fresh = { ...before, taken: 0, held: null }
  const scene = { standing: fresh, settings, seed }
  const wanted = message.kind === 'said' ? whoSpeaks(message, scene) : takeUp(before.recent, scene)
  const given = give(wanted, message, settings, fresh)
  const recent = message.kind === 'said' ? [message] : [...before.recent, message].slice(-RECENT)
  return { ...given, standing: { ...given.standing, recent } }
}

/** What a cap held: whoever is still to speak after the newest message after which somebody is. */
function takeUp(recent: readonly Settled[], scene: Parameters<typeof whoSpeaks>[1]): Wanted | null {
  for (const message of recent.toReversed()) {
    if (message.kind === 'go-on') continue
    const wanted = whoSpeaks(message, scene)
    if (wanted.agents.length > 0) return wanted
  }
  return null
}

/** Gives turns to those that are wanted, as far as the caps go. */
function give(wanted: Wanted | null, trigger: Settled, settings: TurnSettings, standing: Standing) {
  if (!wanted || wanted.agents.length === 0) return { turns: [], standing }
  const allowed = wanted.agents.slice(0, Math.max(0, settings.agentTurns - standing.taken))
  const left = settings.agentWords - wordsSaid(standing.turns, trigger.at)
  const asked = allowed.slice(0, Math.max(0, Math.floor(left / limits.turnWords.min)))
  const words = Math.min(limits.turnWords.max, Math.floor(left / asked.length))
  const { answers } = wanted
  const turns = asked.map(({ id }): Turn => ({ agentId: id, answers, author: trigger.author, words }))
  const held =
    allowed.length < wanted.agents.length ? 'turns' : asked.length < allowed.length ? 'words' : null
  return {
    turns,
    standing: {
      ...standing,
      taken: standing.taken + turns.length,
      held,
      turns: [...standing.turns, ...turns.map(begun)],
      last: turns.at(-1)?.agentId ?? standing.last,
    } satisfies Standing,
  }
}

const begun = ({ agentId, answers, words }: Turn): GivenTurn => ({ agentId, answers, words, endedOf: null })

/** In the hour before a moment and since; what is running may say all that it was given. */
function wordsSaid(turns: readonly GivenTurn[], at: number): number {
  return turns
    .filter(({ endedOf }) => endedOf === null || endedOf > at - HOUR_MS)
    .reduce((sum, { words }) => sum + words, 0)
}

/** Knows of a turn that it is over, and how it went. */
function takeIn(ended: Ended, standing: Standing): Standing {
  const { agentId, answers, words, at, number } = ended
  const over: GivenTurn = { agentId, answers, words, endedOf: at }
  const place = standing.turns.findIndex(
    (turn) => turn.endedOf === null && turn.agentId === agentId && turn.answers === answers,
  )
  const turns = place === -1 ? [...standing.turns, over] : standing.turns.with(place, over)
  const bad = ended.trouble !== null && ended.trouble !== 'limited'
  const tells = bad || (ended.state === 'finished' && ended.trouble === null)
  const isNewest = number > (standing.marks.get(agentId)?.number ?? 0)
  return {
    ...standing,
    turns,
    marks: tells && isNewest ? new Map(standing.marks).set(agentId, { number, bad }) : standing.marks,
  }
}
