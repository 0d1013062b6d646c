import type { SwarmRun, SwarmTurn } from '../../../../shared/swarm/swarm.ts'
import { listed, turnEnd } from '../actions/run-words.ts'
import * as texts from '../texts.ts'

/** The text that a screen reader announces politely for changes in a run; empty if only text was added. */
export function runNews(before: SwarmRun, now: SwarmRun): string {
  const known = new Map(before.turns.map((turn) => [turn.id, turn]))
  const nameOf = ({ seat }: SwarmTurn) => (seat === null ? '' : (now.seats[seat]?.agentName ?? ''))
  const began = now.turns.filter((turn) => turn.state === 'running' && !known.has(turn.id))
  const ended = now.turns.filter(
    ({ id, state }) => state !== 'running' && (known.get(id)?.state ?? 'running') === 'running',
  )
  const speakers = began.filter(({ seat }) => seat !== null).map(nameOf)
  const news = [
    ...now.seats
      .filter(({ dropped }, index) => dropped && before.seats[index]?.dropped === false)
      .map(({ agentName }) => texts.wasTakenOut(agentName)),
    ...endedWell(ended, nameOf),
    ...ended
      .filter((turn) => turn.seat !== null && turnEnd(turn) !== '')
      .map((turn) => `${nameOf(turn)}: ${turnEnd(turn).replace(/\.$/, '')}.`),
    ...ended
      .filter(({ seat }) => seat === null)
      .map((turn) =>
        turn.state === 'finished' ? texts.synthesisWritten : texts.synthesisEnded(turnEnd(turn)),
      ),
    ...(speakers.length > 0 ? [texts.nowSpeaking(listed(speakers), speakers.length)] : []),
    ...(began.some(({ seat }) => seat === null) ? [texts.synthesisBegins] : []),
    // A run that resumed and ended again between two updates is announced as ended once more.
    ...(before.state !== now.state || (now.state !== 'running' && ended.length > 0)
      ? [stateNews[now.state]]
      : []),
  ]
  return news.join(' ')
}

function endedWell(ended: readonly SwarmTurn[], nameOf: (turn: SwarmTurn) => string): string[] {
  const names = ended.filter((turn) => turn.seat !== null && turnEnd(turn) === '').map(nameOf)
  if (names.length === 0) return []
  return [`${listed(names)} ${names.length === 1 ? 'has' : 'have'} spoken.`]
}

const stateNews: Record<SwarmRun['state'], string> = {
  running: texts.runContinues,
  finished: texts.runFinished,
  stopped: texts.runStopped,
  failed: texts.runFailed,
  interrupted: texts.runInterrupted,
}
