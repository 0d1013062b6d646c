import type { AgentProblem } from '../../../../shared/agents/agent-problems.ts'
import { endSentences } from '../../../../shared/chat/model-ends.ts'
import type { SwarmPhase, SwarmState, SwarmTurn } from '../../../../shared/swarm/swarm.ts'
import type { SwarmMode } from '../../../../shared/swarm/swarm-plan.ts'
import * as texts from '../texts.ts'

export const modeNames: Record<SwarmMode, string> = {
  parallel: texts.parallel,
  debate: texts.debate,
  relay: texts.relay,
}

export function modeLine(mode: SwarmMode, { rounds }: Pick<SwarmPhase, 'rounds'>): string {
  if (mode === 'parallel') return modeNames.parallel
  return `${modeNames[mode]} · ${texts.countOfRounds(rounds)}`
}

export const stateNames: Record<SwarmState, string> = {
  running: texts.running,
  finished: texts.finished,
  stopped: texts.laneStopped,
  failed: texts.laneFailed,
  interrupted: texts.laneInterrupted,
}

const problemWords: Record<AgentProblem, { silent: string; spoken: string }> = {
  failed: { silent: texts.noAnswerModel, spoken: texts.brokeOffModel },
  silent: { silent: texts.noAnswerInTime, spoken: texts.stoppedMidway },
  flooded: { silent: texts.cutOff, spoken: texts.cutOff },
  limited: {
    silent: texts.notAskedLimit,
    spoken: texts.notAskedLimit,
  },
}

/** Empty while a turn is running, and if it is complete. One that waits says so. Of how its model ended it, a sentence. */
export function turnEnd(
  turn: Pick<SwarmTurn, 'state' | 'trouble' | 'content' | 'said' | 'given' | 'model'>,
): string {
  const blank = turn.content.trim() === ''
  if (turn.state === 'running') return ''
  if (turn.state === 'waiting') return texts.waitsForDecision
  if (turn.trouble) return problemWords[turn.trouble][blank ? 'silent' : 'spoken']
  switch (turn.state) {
    case 'failed':
      return blank ? texts.noAnswer : texts.brokenOff
    case 'stopped':
      return blank ? texts.stoppedBefore : texts.laneStopped
    case 'interrupted':
      return blank ? texts.interruptedBefore : texts.laneInterrupted
    case 'finished':
      if (turn.model?.ended) return endSentences[turn.model.ended]
      if (blank) return texts.saidNothing
      return turn.said !== null && turn.said >= turn.given ? texts.cutAt(count(turn.given)) : ''
  }
}

export function endTone({ state, model }: Pick<SwarmTurn, 'state' | 'model'>): string {
  return state === 'failed' || state === 'interrupted' || model?.ended ? 'text-warning' : 'text-muted'
}

export function count(number: number): string {
  return number.toLocaleString('en-US')
}

/** Joins names: `Ada`, `Ada and Bo`, `Ada, Bo and Cy`. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
