import { DEFAULT_ENTITY } from '../../../shared/agents/agent-defaults.ts'
import type { AnsweringAgent, ChatTurn } from '../../../shared/chat/chat.ts'
import type { SwarmPhase, SwarmSeat, SwarmTurn } from '../../../shared/swarm/swarm.ts'
import { type SwarmMode, standingSeats } from '../../../shared/swarm/swarm-plan.ts'
import type { ReplyRequest } from '../chat/prompt.ts'
import { ABOUT_MATERIAL, quotedName, wordsUnderName } from '../turns/material.ts'

/** What there is of a run when a turn begins. */
export interface SwarmScene {
  mode: SwarmMode
  seats: readonly SwarmSeat[]
  phases: readonly SwarmPhase[]
  turns: readonly SwarmTurn[]
}

/** A turn that begins. */
export interface SwarmTurnPlace {
  phase: number
  round: number
  seat: number
  words: number
}

/** Who writes the synthesis: nobody's agent. */
const synthesist: AnsweringAgent = {
  name: DEFAULT_ENTITY.name,
  description: '',
  personality: DEFAULT_ENTITY.personality,
  capabilities: [...DEFAULT_ENTITY.capabilities],
  knowledgeDomains: [...DEFAULT_ENTITY.knowledgeDomains],
}

/**
 * What an agent is asked for its turn: how earlier phases ended, the task, and what it may know of this phase: in a
 * debate what was said in the round before, in a relay all that was said so far, side by side nothing. Its own words
 * are told as its own, everybody else's under their name.
 */
export function swarmTurnRequest(
  agent: AnsweringAgent,
  { phase, round, seat, words }: SwarmTurnPlace,
  scene: SwarmScene,
): ReplyRequest {
  const { mode, seats, phases } = scene
  const task = phases[phase]?.task ?? ''
  const known = said(scene, phase).filter(
    (turn) => turn.seat !== null && (mode === 'relay' || turn.round === round - 1),
  )
  const before: ChatTurn[] = known.map((turn) =>
    turn.seat === seat
      ? { role: 'assistant', content: turn.content }
      : { role: 'user', content: wordsUnderName(nameOf(seats, turn.seat), turn.content) },
  )
  const others = seats.flatMap(({ agentName }, index) => (index === seat ? [] : [quotedName(agentName)]))
  return {
    agent,
    turns: [
      ...endings(scene, phase),
      ...(before.length > 0
        ? [{ role: 'user' as const, content: wordsUnderName('Task', task) }, ...before]
        : []),
    ],
    text: before.length > 0 ? nextWords[mode] : wordsUnderName('Task', task),
    situation: [
      `You are ${quotedName(seats[seat]?.agentName ?? agent.name)}, one of several agents who work on one task. The others: ${others.join(', ')}.`,
      ABOUT_MATERIAL,
      'Speak as yourself only, without your name before your words.',
      `You may say ${words} words.`,
    ].join(' '),
    turn: 'turn',
  }
}

const nextWords: Record<SwarmMode, string> = {
  parallel: 'Answer the task.',
  debate:
    'Answer what the others said: say where you agree and where you do not, and why, and give your answer to the task as you see it now.',
  relay:
    'Build on what was said so far: keep what is right, mend what is not, and add what is missing. Give the whole answer as it stands then.',
}

/** What the synthesis is asked for: the last words of every agent that is still there. */
export function synthesisRequest(
  { phase, words }: { phase: number; words: number },
  scene: SwarmScene,
): ReplyRequest {
  const { mode, seats, phases } = scene
  const here = said(scene, phase)
  const standing = standingSeats(
    { seats },
    scene.turns.filter((turn) => turn.phase === phase),
  )
  const last = standing.flatMap((seat) => here.filter((turn) => turn.seat === seat).slice(-1))
  const task = phases[phase]?.task ?? ''
  return {
    agent: synthesist,
    turns: [
      ...endings(scene, phase),
      { role: 'user', content: wordsUnderName('Task', task) },
      ...last.map((turn): ChatTurn => {
        return { role: 'user', content: wordsUnderName(nameOf(seats, turn.seat), turn.content) }
      }),
    ],
    text: 'Write the synthesis.',
    situation: [
      `Several agents worked on one task${howTheyWorked[mode]}. You write the synthesis that ends it: the answer to the task that follows from what they said, where they agree, and where they do not and what speaks for each side.`,
      ABOUT_MATERIAL,
      'Credit a thought to its agent by name where it matters. Add nothing that none of them said but what joins it.',
      `You may say ${words} words.`,
    ].join(' '),
    turn: 'synthesis',
  }
}

const howTheyWorked: Record<SwarmMode, string> = {
  parallel: ', each on its own',
  debate: ' in a debate of several rounds, of which you read the last words of each',
  relay: ', each building on the one before',
}

/** How the phases before ended. */
function endings({ phases, turns }: SwarmScene, before: number): ChatTurn[] {
  return phases.slice(0, before).flatMap(({ task }, phase): ChatTurn[] => {
    const synthesis = turns.findLast(
      (turn) => turn.phase === phase && turn.seat === null && turn.content !== '',
    )
    return [
      { role: 'user', content: wordsUnderName('Earlier task', task) },
      ...(synthesis
        ? [{ role: 'user' as const, content: wordsUnderName('Its synthesis', synthesis.content) }]
        : []),
    ]
  })
}

/** What counts of a phase: said by its agents, neither failed nor dropped nor taken again. */
function said({ seats, turns }: SwarmScene, phase: number): SwarmTurn[] {
  return turns.filter(
    (turn) =>
      turn.phase === phase &&
      turn.content.trim() !== '' &&
      !turn.again &&
      turn.state !== 'running' &&
      turn.state !== 'failed' &&
      (turn.seat === null || seats[turn.seat]?.dropped === false),
  )
}

/** In quotes, as it is somebody's own words: an agent that is called Task does not speak for the task. */
function nameOf(seats: readonly SwarmSeat[], seat: number | null): string {
  return quotedName(seat === null ? '' : (seats[seat]?.agentName ?? ''))
}
