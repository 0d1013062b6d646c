import { createHash } from 'node:crypto'
import { findMentions, findNamed } from '../../../../shared/realms/mentions.ts'
import type { Ended, RosterAgent, Standing, TurnSettings, Word } from './director-log.ts'
import { countShared } from './subjects.ts'

/** Who is to speak, and which message they answer. */
export interface Wanted {
  agents: readonly RosterAgent[]
  answers: number
}

/** Whoever decides: what is known, by which rules, and what decides where everything else is equal. */
export interface Scene {
  standing: Standing
  settings: TurnSettings
  seed: string
}

/**
 * Who is to speak after a message, caps apart, and has not had a turn for it: whoever is addressed, else whom the policy
 * chooses. What was removed or stopped is answered by nobody.
 */
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

/** In a round, what an agent failed to answer is answered by the next one that has not tried. */
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

function turnsFor(number: number, { standing }: Scene) {
  return standing.turns.filter(({ answers }) => answers === number)
}

/** Whoever is addressed; where agents are free to speak also who is named without that. */
function whoIsCalled(content: string, others: readonly RosterAgent[], scene: Scene): RosterAgent[] {
  const addressed = new Set(findMentions(content, others).map(({ who }) => who))
  if (addressed.size > 0 || scene.settings.policy !== 'free') return [...addressed]
  return findNamed(content, unmarked(others, scene))
}

/** Where nobody is called: at most one. */
function whoIsChosen(
  message: Word | Ended,
  others: readonly RosterAgent[],
  scene: Scene,
): readonly RosterAgent[] {
  switch (scene.settings.policy) {
    case 'mentioned':
      return []
    case 'round-robin':
      return next(others, scene.standing.last, scene)
    case 'free':
      return message.kind === 'said' ? whoIsMeant(message, unmarked(others, scene), scene) : []
  }
}

/** The first of these that comes after an agent in the order of invitation, over the end and round. */
function next(agents: readonly RosterAgent[], after: string | null, scene: Scene): RosterAgent[] {
  const order = scene.settings.roster
  const at = order.findIndex(({ id }) => id === after)
  const places = new Map(order.map(({ id }, place) => [id, (place - at - 1 + order.length) % order.length]))
  const place = ({ id }: RosterAgent) => places.get(id) ?? 0
  return unmarked(agents, scene)
    .sort((one, other) => place(one) - place(other))
    .slice(0, 1)
}

function unmarked(agents: readonly RosterAgent[], { standing }: Scene): RosterAgent[] {
  return agents.filter(({ id }) => !standing.marks.get(id)?.bad)
}

/** The agent that a person means who names none: at most one. */
function whoIsMeant(message: Word, candidates: readonly RosterAgent[], scene: Scene): RosterAgent[] {
  if (message.repliesTo) {
    const { agentId } = message.repliesTo
    // What answers a person is meant for that person.
    if (agentId === null) return []
    const answered = candidates.filter(({ id }) => id === agentId)
    if (answered.length > 0) return answered
  }
  const partner = partnerOf(message, scene.standing)
  const goesOn = candidates.filter(({ id }) => id === partner)
  return goesOn.length > 0 ? goesOn : bestFitting(message, candidates, scene.seed)
}

/** The agent that answered the person's previous message, if nobody else has spoken since. */
function partnerOf({ author }: Word, { recent, turns }: Standing): string | undefined {
  const [first] = recent
  if (first?.kind !== 'said' || first.author !== author) return undefined
  if (recent.some((message) => message.kind === 'go-on' && message.author !== author)) return undefined
  const spoke = [
    ...recent.filter((message) => message.kind === 'answer').filter(({ words }) => words > 0),
    ...turns.filter(({ endedOf }) => endedOf === null),
  ]
  const speakers = new Set(spoke.map(({ agentId }) => agentId))
  if (speakers.size !== 1 || !spoke.some(({ answers }) => answers === first.number)) return undefined
  return spoke[0]?.agentId
}

/** The agent whose subjects the message shares most; where several share as many, the seed decides. */
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
