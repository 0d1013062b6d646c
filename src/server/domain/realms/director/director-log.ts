import type { AgentProblem } from '../../../../shared/agents/agent-problems.ts'
import type { TurnPolicy } from '../../../../shared/realms/realms.ts'

export interface RosterAgent {
  id: string
  name: string
  /** Name, description, capabilities and knowledge domains. */
  about: string
  /** In milliseconds. The agent does not answer earlier messages. */
  invitedAt: number
}

export interface TurnSettings {
  policy: TurnPolicy
  agentTurns: number
  agentWords: number
  roster: readonly RosterAgent[]
}

interface Place {
  number: number
  /** Of an answer: the wallet whose message started the chain. */
  author: string
  /** When it was stored, in milliseconds; an answer is stored before its text is generated. */
  at: number
}

export interface Word extends Place {
  kind: 'said'
  /** Null if it was removed; then nobody answers it. */
  content: string | null
  /** Null if that is a person. */
  repliesTo: { agentId: string | null } | null
}

export interface Ended extends Place {
  kind: 'answer'
  content: string | null
  agentId: string
  /** The number of the message that it answers, and the agent that wrote that, if one did. */
  answers: number
  answersAgent: string | null
  state: 'finished' | 'stopped' | 'interrupted' | 'failed'
  trouble: AgentProblem | null
  words: number
}

export interface GoOn extends Place {
  kind: 'go-on'
}

/** Complete; a log has the order in which messages were completed (`settled`). */
export type Settled = Word | Ended | GoOn

export interface Turn {
  agentId: string
  answers: number
  author: string
  words: number
}

/** `words` is what the agent may say, or said once the turn has ended. */
export interface GivenTurn {
  agentId: string
  answers: number
  words: number
  /** In milliseconds; null while it is running. One that waits for its person counts as ended. */
  endedOf: number | null
  waits?: boolean
}

/** The state after a log up to some place, computed from its beginning or read from the database. */
export interface DirectorState {
  taken: number
  held: 'turns' | 'words' | null
  /** Since a person last spoke, beginning with that message, at most `RECENT`. */
  recent: readonly Settled[]
  /** In order; at least those of the last hour, those that answer recent messages, and running ones. */
  turns: readonly GivenTurn[]
  last: string | null
  /** The number of each agent's newest answer that clearly succeeded or failed, and whether it failed. */
  marks: ReadonlyMap<string, { number: number; bad: boolean }>
}

/** How many messages after a person's the agents can still be told to go on. */
export const RECENT = 100

export const NOTHING_YET: DirectorState = {
  taken: 0,
  held: null,
  recent: [],
  turns: [],
  last: null,
  marks: new Map(),
}
