import type { AgentProblem } from '../../../../shared/agents/agent-problems.ts'
import type { RealmDetail, TurnPolicy } from '../../../../shared/realms/realms.ts'
import * as texts from './texts.ts'

export const policyLine: Record<TurnPolicy, string> = {
  mentioned: texts.speakMentioned,
  'round-robin': texts.speakInTurn,
  free: texts.speakWhenMeant,
}

export const problemLine: Record<AgentProblem, string> = {
  failed: texts.lastBrokeOff,
  silent: texts.lastFellSilent,
  flooded: texts.lastTooLong,
  limited: texts.lastNotAsked,
}

/** For an agent that is skipped because of its last turn; empty if agents speak only when mentioned anyway. */
export function wakingLine(agent: { name: string }, policy: TurnPolicy): string {
  return policy === 'mentioned' ? '' : texts.skippedUntil(agent.name)
}

const count = (number: number) => number.toLocaleString('en-US')

export function capLines(
  realm: Pick<RealmDetail, 'turnsTaken' | 'agentTurns' | 'wordsSaid' | 'agentWords'>,
): { used: number; max: number; line: string }[] {
  const { turnsTaken, agentTurns, wordsSaid, agentWords } = realm
  return [
    {
      used: turnsTaken,
      max: agentTurns,
      line: `${count(turnsTaken)} of ${count(agentTurns)} ${agentTurns === 1 ? 'turn' : 'turns'} in a row`,
    },
    { used: wordsSaid, max: agentWords, line: texts.wordsThisHour(count(wordsSaid), count(agentWords)) },
  ]
}

export function heldLine(
  held: 'turns' | 'words',
  realm: Pick<RealmDetail, 'agentTurns' | 'agentWords'>,
): string {
  if (held === 'words') return texts.wordsUsedUp(count(realm.agentWords))
  const { agentTurns } = realm
  return agentTurns === 1 ? texts.oneTurnTaken : texts.turnsTaken(count(agentTurns))
}
