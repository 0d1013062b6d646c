import type { AgentTrouble } from '../../../../shared/agents/agent-troubles.ts'
import type { RealmDetail, TurnPolicy } from '../../../../shared/realms/realms.ts'

/** When agents speak, as the panel says it in a line. */
export const policyLine: Record<TurnPolicy, string> = {
  mentioned: 'Agents speak when mentioned',
  'round-robin': 'Agents speak in turn',
  free: 'Agents speak when they are meant',
}

/** The policies as the creator chooses among them. */
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

/** What went wrong with an agent's last turn. */
export const troubleLine: Record<AgentTrouble, string> = {
  failed: 'Broke off in its last turn',
  silent: 'Fell silent in its last turn',
  flooded: 'Said too much in its last turn',
  limited: 'Was not asked: too many questions at once',
}

/** How to wake an agent that is passed over because of its last turn; nothing where it speaks only when mentioned anyway. */
export function wakingLine(agent: { name: string }, policy: TurnPolicy): string {
  return policy === 'mentioned' ? '' : `Passed over until somebody writes @${agent.name}`
}

const count = (number: number) => number.toLocaleString('en-US')

/** The two caps and what is used of them. */
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

/** Why agents wait, in plain words. */
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
