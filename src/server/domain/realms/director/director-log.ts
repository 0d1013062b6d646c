import type { AgentTrouble } from '../../../../shared/agents/agent-troubles.ts'
import type { TurnPolicy } from '../../../../shared/realms/realms.ts'

/** An agent of a realm, as far as it matters to who speaks next. */
export interface RosterAgent {
  id: string
  name: string
  /** What it is, can do and knows, as one text. */
  about: string
  /** In milliseconds. What was said before is not its to answer. */
  invitedAt: number
}

export interface TurnSettings {
  policy: TurnPolicy
  /** The cap on turns in a row. */
  agentTurns: number
  /** The cap on words an hour. */
  agentWords: number
  /** In the order of invitation. */
  roster: readonly RosterAgent[]
}

interface Place {
  /** Its place in the realm. */
  number: number
  /** The wallet that said it; of an answer, the wallet whose words began the chain. */
  author: string
  /** When it was stored, in milliseconds; an answer is stored before it is said. */
  at: number
}

/** What a person said. */
export interface Word extends Place {
  kind: 'said'
  /** Null once it was removed: then nobody answers it. */
  content: string | null
  /** Whose message it answers, if it answers one: that agent's, or with null a person's. */
  repliesTo: { agentId: string | null } | null
}

/** An agent's answer that is over. */
export interface Ended extends Place {
  kind: 'answer'
  content: string | null
  agentId: string
  /** The number of the message that it answers, and the agent that said that, if one did. */
  answers: number
  answersAgent: string | null
  state: 'finished' | 'stopped' | 'interrupted' | 'failed'
  trouble: AgentTrouble | null
  /** How many it said. */
  words: number
}

/** A person let the agents go on. */
export interface GoOn extends Place {
  kind: 'go-on'
}

/** A message that is said to its end; a log has them in the order in which they were (`settled`). */
export type Settled = Word | Ended | GoOn

/** A turn that an agent gets. */
export interface Turn {
  agentId: string
  /** The number of the message that it answers. */
  answers: number
  /** The wallet for which it is asked. */
  author: string
  /** How many it may say. */
  words: number
}

/** What became of a turn that was given: `words` are what it may say, or, once it is over, what it said. */
export interface GivenTurn {
  agentId: string
  answers: number
  words: number
  /** When its answer was stored, in milliseconds; null while it is running, when that does not matter. */
  endedOf: number | null
}

/**
 * All that the director knows when it has looked at a log up to some place. It can be made by looking at the log from its
 * beginning, or read from what is stored.
 */
export interface Standing {
  /** Turns in a row. */
  taken: number
  /** The cap that keeps an agent from speaking. */
  held: 'turns' | 'words' | null
  /** The newest messages since a person last spoke, that person's first, as far as `RECENT` of them reach. */
  recent: readonly Settled[]
  /** In the order in which they were given; at least those of the last hour, of recent messages, and that are running. */
  turns: readonly GivenTurn[]
  /** The agent that was given the last turn. */
  last: string | null
  /** Of each agent the newest answer that went well or badly, by its number, and whether it went badly. */
  marks: ReadonlyMap<string, { number: number; bad: boolean }>
}

/** So many messages back a person's word can be gone on with. */
export const RECENT = 100

/** Before anything was said. */
export const NOTHING_YET: Standing = {
  taken: 0,
  held: null,
  recent: [],
  turns: [],
  last: null,
  marks: new Map(),
}
