import type { ServerName } from '../history.ts'
import type { ModelTrick } from '../world/scripted-model.ts'

/** What happens to a database itself. */
const databaseFaults = [
  'backends',
  'locks',
  'postgres-crash',
  'postgres-away',
  'redis-crash',
  'redis-clients',
  'redis-hangs',
  'redis-full',
] as const
export type DatabaseFault = (typeof databaseFaults)[number]

/** What goes wrong in a schedule; each is a kind of its own in the figures. */
export const kindsOfTwo = [
  'none',
  'slow-network',
  'cut',
  'half-open',
  'drip',
  'kill',
  'pause',
  'terminate',
  ...databaseFaults,
  'clock',
  'model',
] as const
export const kindsOfOne = ['kill-embedded', 'disk-full', 'slow-fsync', 'clock-embedded'] as const
export const kinds = [...kindsOfTwo, ...kindsOfOne] as const
export type Kind = (typeof kinds)[number]

export const isOfOne = (kind: Kind): boolean => (kindsOfOne as readonly Kind[]).includes(kind)

/** The ways whose links can suffer. */
export const ways = ['browser', 'postgres', 'redis', 'model', 'tools'] as const
export type Way = (typeof ways)[number]

/** Two people, of whom each has things of their own and looks for what the other has. */
export type Who = 0 | 1

/** Things that are made, used and taken away. */
export type ThingStep = {
  do:
    | 'make-key'
    | 'use-key'
    | 'revoke-key'
    | 'sign-in'
    | 'use-session'
    | 'sign-out'
    | 'add-fact'
    | 'read-facts'
    | 'remove-fact'
    | 'upload'
    | 'read-document'
    | 'remove-document'
  of: number
}

/** What somebody does; `of` is which of their things, from 0. A step whose thing is not there does nothing. */
export type ClientStep = { who: Who; via: ServerName } & (
  | { do: 'say' }
  | { do: 'ask'; of: number; trick: ModelTrick; words: number }
  | { do: 'act'; of: number; calls: number; isDouble: boolean }
  | { do: 'decide'; of: number; decision: 'once' | 'refuse' }
  | { do: 'follow' | 'stop' | 'erase'; of: number }
  | ThingStep
  | { do: 'read-conversation' | 'remove-conversation'; of: number }
  | { do: 'vote' | 'unvote' | 'read-vote' | 'edit' | 'read-edit' | 'probe' | 'hoard' }
)

/** What goes wrong, at one server or on one of its ways, and for how long in milliseconds. */
export interface FaultStep {
  fault: Exclude<Kind, 'none' | 'model'>
  server: ServerName
  way: Way
  forMs: number
  /** How much of it, from 0 to 1. */
  much: number
}

/** Milliseconds from the beginning of the schedule. */
export type Step = { at: number } & (ClientStep | FaultStep)

export interface Schedule {
  seed: number
  kind: Kind
  steps: readonly Step[]
}

export const isFault = (step: Step): step is Step & FaultStep => 'fault' in step

/** In one line, as a failing schedule is printed. */
export function describeStep(step: Step): string {
  const { at, ...rest } = step
  if (isFault(step)) return `${at} ms: ${step.fault} ${JSON.stringify(rest)}`
  const { who, via, do: doing, ...more } = rest as ClientStep & Record<string, unknown>
  return `${at} ms: ${['Ada', 'Bob'][who]} at ${via}: ${doing} ${Object.values(more).join(' ')}`.trim()
}
