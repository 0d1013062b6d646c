import type { AnsweringAgent, ChatTurn } from '../../../shared/chat/chat.ts'
import { withoutCitations } from '../../../shared/knowledge/citations.ts'
import type { SwarmPhase, SwarmSeat, SwarmTurn } from '../../../shared/swarm/swarm.ts'
import { activeSeats, type SwarmMode } from '../../../shared/swarm/swarm-plan.ts'
import { defaultAgent } from '../chat/default-agent.ts'
import { ABOUT_MATERIAL, quotedName, wordsUnderName } from '../chat/material.ts'
import type { ReplyRequest } from '../chat/reply-request.ts'

interface SwarmScene {
  mode: SwarmMode
  seats: readonly SwarmSeat[]
  phases: readonly SwarmPhase[]
  turns: readonly SwarmTurn[]
}

interface SwarmTurnPlace {
  phase: number
  round: number
  seat: number
  words: number
}

/** An agent reads the previous round in a debate, all turns in a relay, none of this phase in parallel mode. */
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
    said: task,
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

/** The synthesis reads the last turn of every agent that was not dropped. */
export function synthesisRequest(
  { phase, words }: { phase: number; words: number },
  scene: SwarmScene,
): ReplyRequest {
  const { mode, seats, phases } = scene
  const here = said(scene, phase)
  const active = activeSeats(
    { seats },
    scene.turns.filter((turn) => turn.phase === phase),
  )
  const last = active.flatMap((seat) => here.filter((turn) => turn.seat === seat).slice(-1))
  const task = phases[phase]?.task ?? ''
  return {
    agent: defaultAgent,
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

/** Leaves out failed, repeated and dropped turns, and citations, as other agents don't have the sources. */
function said({ seats, turns }: SwarmScene, phase: number): SwarmTurn[] {
  return turns
    .filter(
      (turn) =>
        turn.phase === phase &&
        turn.content.trim() !== '' &&
        !turn.again &&
        turn.state !== 'running' &&
        turn.state !== 'waiting' &&
        turn.state !== 'failed' &&
        (turn.seat === null || seats[turn.seat]?.dropped === false),
    )
    .map((turn) => (turn.sources ? { ...turn, content: withoutCitations(turn.content) } : turn))
}

/** In quotes, because its owner chose it: an agent named Task must not be able to speak for the task. */
function nameOf(seats: readonly SwarmSeat[], seat: number | null): string {
  return quotedName(seat === null ? '' : (seats[seat]?.agentName ?? ''))
}
