import type { AgentProblem } from '../../../../shared/agents/agent-problems.ts'
import type { TurnPolicy } from '../../../../shared/realms/realms.ts'

/** An agent of a realm, with what determines who speaks next. */
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
  /** The maximum number of consecutive turns. */
  agentTurns: number
  /** The maximum number of words per hour. */
  agentWords: number
  /** In the order of invitation. */
  roster: readonly RosterAgent[]
}

interface Place {
  /** Its number in the realm. */
  number: number
  /** The wallet that said it; of an answer, the wallet whose message started the chain. */
  author: string
  /** When it was stored, in milliseconds; an answer is stored before its text is generated. */
  at: number
}

/** A message of a person. */
export interface Word extends Place {
  kind: 'said'
  /** Null if it was removed; then nobody answers it. */
  content: string | null
  /** The author of the message it replies to, if it replies to one: an agent, or null for a person. */
  repliesTo: { agentId: string | null } | null
}

/** An answer of an agent that has ended. */
export interface Ended extends Place {
  kind: 'answer'
  content: string | null
  agentId: string
  /** The number of the message that it answers, and the agent that wrote that, if it was one. */
  answers: number
  answersAgent: string | null
  state: 'finished' | 'stopped' | 'interrupted' | 'failed'
  trouble: AgentProblem | null
  /** How many words it has. */
  words: number
}

/** A person's request that the agents go on. */
export interface GoOn extends Place {
  kind: 'go-on'
}

/** A complete message; a log contains messages in the order in which they were completed (`settled`). */
export type Settled = Word | Ended | GoOn

/** A turn that is given to an agent. */
export interface Turn {
  agentId: string
  /** The number of the message that it answers. */
  answers: number
  /** The wallet on whose behalf the agent is asked. */
  author: string
  /** How many words the agent may say. */
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
  /** The number of consecutive turns. */
  taken: number
  /** The cap that holds an agent back. */
  held: 'turns' | 'words' | null
  /** The newest messages since a person last spoke, beginning with that person's message, at most `RECENT`. */
  recent: readonly Settled[]
  /**
   * In the order in which they were given; at least those of the last hour, those that answer recent messages, and
   * running ones.
   */
  turns: readonly GivenTurn[]
  /** The agent that was given the last turn. */
  last: string | null
  /** For each agent the number of its newest answer that clearly succeeded or failed, and whether it failed. */
  marks: ReadonlyMap<string, { number: number; bad: boolean }>
}

/** How many messages after a person's message the agents can still be told to go on. */
export const RECENT = 100

/** The state before any message. */
export const NOTHING_YET: DirectorState = {
  taken: 0,
  held: null,
  recent: [],
  turns: [],
  last: null,
  marks: new Map(),
}
