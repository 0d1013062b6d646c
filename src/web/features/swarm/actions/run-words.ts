import type { AgentTrouble } from '../../../../shared/agents/agent-troubles.ts'
import type { SwarmPhase, SwarmState, SwarmTurn } from '../../../../shared/swarm/swarm.ts'
import type { SwarmMode } from '../../../../shared/swarm/swarm-plan.ts'

/** The modes as a person knows them. */
export const modeNames: Record<SwarmMode, string> = {
  parallel: 'Parallel, then synthesis',
  debate: 'Debate',
  relay: 'Relay',
}

/** How the agents of a phase work, in a line. */
export function modeLine(mode: SwarmMode, { rounds }: Pick<SwarmPhase, 'rounds'>): string {
  if (mode === 'parallel') return modeNames.parallel
  return `${modeNames[mode]} · ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`
}

export const stateNames: Record<SwarmState, string> = {
  running: 'Running',
  finished: 'Finished',
  stopped: 'Stopped',
  failed: 'Failed',
  interrupted: 'Interrupted',
}

const troubleWords: Record<AgentTrouble, { silent: string; spoken: string }> = {
  failed: { silent: 'Did not answer: its model failed', spoken: 'Broke off: its model failed' },
  silent: { silent: 'Did not answer in time', spoken: 'Fell silent' },
  flooded: { silent: 'Cut off: it said too much', spoken: 'Cut off: it said too much' },
  limited: {
    silent: 'Not asked: too many questions at once',
    spoken: 'Not asked: too many questions at once',
  },
}

/** How a turn ended, where that is to be said: nothing while it runs, and where it said all that it wanted to. */
export function turnEnd(turn: Pick<SwarmTurn, 'state' | 'trouble' | 'content' | 'said' | 'given'>): string {
  const blank = turn.content.trim() === ''
  if (turn.state === 'running') return ''
  if (turn.trouble) return troubleWords[turn.trouble][blank ? 'silent' : 'spoken']
  switch (turn.state) {
    case 'failed':
      return blank ? 'Did not answer' : 'Broken off'
    case 'stopped':
      return blank ? 'Stopped before its first words' : 'Stopped'
    case 'interrupted':
      return blank ? 'Interrupted before its first words' : 'Interrupted'
    case 'finished':
      if (blank) return 'Said nothing'
      return turn.said !== null && turn.said >= turn.given ? `Cut at its ${count(turn.given)} words` : ''
  }
}

/** A number as people write it. */
export function count(number: number): string {
  return number.toLocaleString('en-US')
}

/** `Ada`, `Ada and Bo`, `Ada, Bo and Cy`. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
