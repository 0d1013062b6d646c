import type { Db } from '../connect/connect.ts'

/**
 * What may be read from a replica: what everybody may see, or what is counted, shown to be looked at. Whatever is not
 * here is read from the primary, and so is all that something is decided by, kept or cached: permissions, quotas,
 * sessions, keys, consents, what an agent is asked with, and one's own lists, which are edited.
 */
export const replicaReads = [
  /** Lists of agents, and searches in them. */
  'agents',
  /** An agent as others see it. */
  'agent_page',
  /** Listed realms, and searches in them. */
  'realms',
  /** A realm as visitors see it. */
  'realm_page',
  /** What everybody finds on the home screen, by rank. */
  'home',
  /** A person's page. */
  'person',
  /** What people say of an agent. */
  'ratings',
  /** How an owner's agents are used. */
  'analytics',
  /** What was reported and done here, in figures. */
  'trust_figures',
] as const

export type ReplicaRead = (typeof replicaReads)[number]

/** Where such a question is asked. The answer may be a moment old, but is not older than what its reader did before. */
export type Reads = (what: ReplicaRead) => Db
