import { createHash } from 'node:crypto'
import { findMentions, findNamed } from '../../../../shared/realms/mentions.ts'
import type { DirectorState, Ended, RosterAgent, TurnSettings, Word } from './director-log.ts'
import { countShared } from './subjects.ts'

export interface Wanted {
  agents: readonly RosterAgent[]
  answers: number
}

interface Scene {
  directorState: DirectorState
  settings: TurnSettings
  seed: string
}

/** Ignores caps: the agents addressed, else those that the policy chooses, if they had no turn for the message yet. */
export function whoSpeaks(message: Word | Ended, scene: Scene): Wanted {
  const present = scene.settings.roster.filter(({ invitedAt }) => invitedAt <= message.at)
  const others = message.kind === 'said' ? present : present.filter(({ id }) => id !== message.agentId)
  const { content, number } = message
  if (content === null) return { agents: [], answers: number }
  if (message.kind === 'answer' && message.state !== 'finished') return insteadOf(message, others, scene)
  const had = new Set(turnsFor(number, scene).map(({ agentId }) => agentId))
  const called = whoIsCalled(content, others, scene)
  if (called.length > 0) return { agents: called.filter(({ id }) => !had.has(id)), answers: number }
  return { agents: had.size > 0 ? [] : whoIsChosen(message, others, scene), answers: number }
}

/** Round-robin: if an agent failed to answer, the next one that has not tried does. */
function insteadOf(failed: Ended, others: readonly RosterAgent[], scene: Scene): Wanted {
  const { agentId, answers, answersAgent } = failed
  const tries = turnsFor(answers, scene)
  const isTheLast = tries.findLastIndex((turn) => turn.agentId === agentId) === tries.length - 1
  const isOver = failed.state === 'stopped' || failed.trouble === 'limited' || !isTheLast
  if (isOver || scene.settings.policy !== 'round-robin') return { agents: [], answers }
  const tried = new Set(tries.map((turn) => turn.agentId))
  return {
    agents: next(
      others.filter(({ id }) => !tried.has(id) && id !== answersAgent),
      agentId,
      scene,
    ),
    answers,
  }
}

function turnsFor(number: number, { directorState }: Scene) {
  return directorState.turns.filter(({ answers }) => answers === number)
}

/** The agents addressed; with the free policy also those named. */
function whoIsCalled(content: string, others: readonly RosterAgent[], scene: Scene): RosterAgent[] {
  const addressed = new Set(findMentions(content, others).map(({ who }) => who))
  if (addressed.size > 0 || scene.settings.policy !== 'free') return [...addressed]
  return findNamed(content, unmarked(others, scene))
}

function whoIsChosen(
  message: Word | Ended,
  others: readonly RosterAgent[],
  scene: Scene,
): readonly RosterAgent[] {
  switch (scene.settings.policy) {
    case 'mentioned':
      return []
    case 'round-robin':
      return next(others, scene.directorState.last, scene)
    case 'free':
      return message.kind === 'said' ? whoIsMeant(message, unmarked(others, scene), scene) : []
  }
}

/** In the cyclic order of invitation. */
function next(agents: readonly RosterAgent[], after: string | null, scene: Scene): RosterAgent[] {
  const order = scene.settings.roster
  const at = order.findIndex(({ id }) => id === after)
  const places = new Map(order.map(({ id }, place) => [id, (place - at - 1 + order.length) % order.length]))
  const place = ({ id }: RosterAgent) => places.get(id) ?? 0
  return unmarked(agents, scene)
    .sort((one, other) => place(one) - place(other))
    .slice(0, 1)
}

function unmarked(agents: readonly RosterAgent[], { directorState }: Scene): RosterAgent[] {
  return agents.filter(({ id }) => !directorState.marks.get(id)?.bad)
}

/** The agent that a person most likely means without naming one. */
function whoIsMeant(message: Word, candidates: readonly RosterAgent[], scene: Scene): RosterAgent[] {
  if (message.repliesTo) {
    const { agentId } = message.repliesTo
    // A reply to a person is meant for that person.
    if (agentId === null) return []
    const answered = candidates.filter(({ id }) => id === agentId)
    if (answered.length > 0) return answered
  }
  const partner = partnerOf(message, scene.directorState)
  const goesOn = candidates.filter(({ id }) => id === partner)
  return goesOn.length > 0 ? goesOn : bestFitting(message, candidates, scene.seed)
}

/** The agent that answered the person's previous message, if nobody spoke since. */
function partnerOf({ author }: Word, { recent, turns }: DirectorState): string | undefined {
  const [first] = recent
  if (first?.kind !== 'said' || first.author !== author) return undefined
  if (recent.some((message) => message.kind === 'go-on' && message.author !== author)) return undefined
  const spoke = [
    ...recent.filter((message) => message.kind === 'answer').filter(({ words }) => words > 0),
    ...turns.filter(({ endedOf, waits }) => endedOf === null || waits),
  ]
  const speakers = new Set(spoke.map(({ agentId }) => agentId))
  if (speakers.size !== 1 || !spoke.some(({ answers }) => answers === first.number)) return undefined
  return spoke[0]?.agentId
}

/** If several share equally many subjects, the seed decides. */
function bestFitting(
  { number, content }: Word,
  candidates: readonly RosterAgent[],
  seed: string,
): RosterAgent[] {
  const fits = candidates.map((agent) => ({ agent, shared: countShared(content ?? '', agent.about) }))
  const most = Math.max(1, ...fits.map(({ shared }) => shared))
  const lot = ({ id }: RosterAgent) => createHash('sha256').update(`${seed}:${number}:${id}`).digest('hex')
  return fits
    .flatMap(({ agent, shared }) => (shared === most ? [{ agent, lot: lot(agent) }] : []))
    .sort((one, other) => (one.lot < other.lot ? -1 : 1))
    .slice(0, 1)
    .map(({ agent }) => agent)
}
