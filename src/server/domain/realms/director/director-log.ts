import type { AgentProblem } from '../../../../shared/agents/agent-problems.ts'
import type { TurnPolicy } from '../../../../shared/realms/realms.ts'

export interface RosterAgent {
  id: string
  name: string
  /** Its name, description, capabilities and knowledge domains, as one text. */
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
  /** The wallet that said it; of an answer, the wallet whose message started the chain. */
  author: string
  /** When it was stored, in milliseconds; an answer is stored before its text is generated. */
  at: number
}

export interface Word extends Place {
  kind: 'said'
  /** Null if it was removed; then nobody answers it. */
  content: string | null
  /** The author of the message it replies to, if it replies to one: an agent, or null for a person. */
  repliesTo: { agentId: string | null } | null
}

export interface Ended extends Place {
  kind: 'answer'
  content: string | null
  agentId: string
  /** The number of the message that it answers, and the agent that wrote that, if it was one. */
  answers: number
  answersAgent: string | null
  state: 'finished' | 'stopped' | 'interrupted' | 'failed'
  trouble: AgentProblem | null
  words: number
}

export interface GoOn extends Place {
  kind: 'go-on'
}

/** A complete message; a log contains messages in the order in which they were completed (`settled`). */
export type Settled = Word | Ended | GoOn

export interface Turn {
  agentId: string
  answers: number
  author: string
  words: number
}

/** The state of a turn that was given: `words` is what the agent may say or, once the turn has ended, what it said. */
export interface GivenTurn {
  agentId: string
  answers: number
  words: number
  /** When its answer was stored, in milliseconds; null while it is running. */
  endedOf: number | null
}

/**
 * The director's state after it has processed a log up to some place. It can be computed from the beginning of the log,
 * or read from what is stored.
 */
export interface DirectorState {
  taken: number
  held: 'turns' | 'words' | null
  /** The newest messages since a person last spoke, beginning with that person's message, at most `RECENT`. */
  recent: readonly Settled[]
  /**
   * In the order in which they were given; at least those of the last hour, those that answer recent messages, and
   * running ones.
   */
  turns: readonly GivenTurn[]
  last: string | null
  /** For each agent the number of its newest answer that clearly succeeded or failed, and whether it failed. */
  marks: ReadonlyMap<string, { number: number; bad: boolean }>
}

/** How many messages after a person's message the agents can still be told to go on. */
export const RECENT = 100

export const NOTHING_YET: DirectorState = {
  taken: 0,
  held: null,
  recent: [],
  turns: [],
  last: null,
  marks: new Map(),
}
