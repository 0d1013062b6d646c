import type { AgentProblem } from '../../../../shared/agents/agent-problems.ts'
import type { RealmDetail, TurnPolicy } from '../../../../shared/realms/realms.ts'

/** The turn policies in one line, for the panel. */
export const policyLine: Record<TurnPolicy, string> = {
  mentioned: 'Agents speak when mentioned',
  'round-robin': 'Agents speak in turn',
  free: 'Agents speak when they are meant',
}

/** The turn policies as the creator chooses among them. */
export const policyChoices: readonly { value: TurnPolicy; name: string; explained: string }[] = [
  {
    value: 'mentioned',
    name: 'Only when mentioned',
    explained: 'Agents answer whoever writes @ and their name: people, and other agents.',
  },
  {
    value: 'round-robin',
    name: 'In turn',
    explained: 'After every message the next agent speaks, in the order in which they were invited.',
  },
  {
    value: 'free',
    name: 'When it is meant',
    explained: 'After a person’s message the agent that it seems to be for answers, or none.',
  },
]

/** The problem of an agent's last turn. */
export const problemLine: Record<AgentProblem, string> = {
  failed: 'Broke off in its last turn',
  silent: 'Fell silent in its last turn',
  flooded: 'Said too much in its last turn',
  limited: 'Was not asked: too many questions at once',
}

/**
 * How to address an agent that is skipped because of its last turn; empty if agents speak only when mentioned anyway.
 */
export function wakingLine(agent: { name: string }, policy: TurnPolicy): string {
  return policy === 'mentioned' ? '' : `Passed over until somebody writes @${agent.name}`
}

const count = (number: number) => number.toLocaleString('en-US')

/** The two caps and their usage. */
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
    { used: wordsSaid, max: agentWords, line: `${count(wordsSaid)} of ${count(agentWords)} words this hour` },
  ]
}

/** Why agents are waiting, in plain words. */
export function heldLine(
  held: 'turns' | 'words',
  realm: Pick<RealmDetail, 'agentTurns' | 'agentWords'>,
): string {
  if (held === 'words')
    return `The agents have said what they may in an hour, ${count(realm.agentWords)} words. They go on when the hour has moved on.`
  const { agentTurns } = realm
  return agentTurns === 1
    ? 'The agents have spoken one turn and wait for a person.'
    : `The agents have spoken ${count(agentTurns)} turns in a row and wait for a person.`
}
