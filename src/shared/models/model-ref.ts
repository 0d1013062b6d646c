// Without a validator, for pages that load none on a first visit.

/** The server of the engine that runs on the server's own machine, as people read it. */
export const HERE = 'This machine'

/** How hard a model is asked to think before it answers; those without such a setting ignore it. */
export const efforts = ['none', 'low', 'medium', 'high'] as const
export type Effort = (typeof efforts)[number]

/** Who pays for a reply: whoever runs this place, who made the agent, or who asked. */
export const payers = ['place', 'owner', 'person'] as const
export type Payer = (typeof payers)[number]

/** Reply lengths in tokens that an owner can choose; reasoning does not count. */
export const replyLengths = { min: 64, max: 8_000 } as const

interface ModelRefParts {
  /** The id of the own key; null for a model of the place. */
  keyId: string | null
  /** Null for an own key. */
  provider: string | null
  model: string
}

export function partsOfRef(ref: string): ModelRefParts {
  const slash = ref.indexOf('/')
  const [of, model] = [ref.slice(0, slash), ref.slice(slash + 1)]
  return of.startsWith('key:')
    ? { keyId: of.slice('key:'.length), provider: null, model }
    : { keyId: null, provider: of, model }
}
