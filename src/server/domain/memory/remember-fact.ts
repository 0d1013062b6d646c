import { factTextSchema, type NewFact } from '../../../shared/memory/facts.ts'
import { memoryLimits } from '../../../shared/memory/memory-limits.ts'
import type { StoredFact } from '../../db/memory/facts.ts'
import { Failure } from '../failure.ts'
import { SimilarTexts } from './similar-facts.ts'

export interface RememberedFact extends NewFact {
  by: StoredFact['by']
  /** The number of a fact that it takes the place of; without such a fact it is added. */
  replaces?: number | undefined
}

/** `there` is unchanged; `changed` has the newer words. */
export interface Remembered {
  is: 'there' | 'changed' | 'new'
  fact: StoredFact
  merged: boolean
}

/** What becomes of a fact beside those that are known. The new one has no number yet. */
export function rememberFact(
  known: readonly StoredFact[],
  { id, text, by, from, replaces }: RememberedFact,
  now: Date,
): Remembered {
  const there = known.filter(({ deletedAt }) => deletedAt === null)
  const same = there.find((fact) => fact.id === id)
  if (same) return { is: 'there', fact: same, merged: false }
  const replaced = there.find(({ number, isOff }) => number === replaces && !isOff)
  const earlier = replaced ?? new SimilarTexts(there).find(text)
  if (!earlier) return { is: 'new', fact: newFact({ id, text, by, from, now }), merged: false }
  // What a person writes down anew is meant to be told again; an agent can't switch anything on.
  const isOff = by === 'agent' && earlier.isOff
  const fact = { ...withText(earlier, { text, by, from }, now), isOff }
  const changed = fact.text !== earlier.text || isOff !== earlier.isOff
  return { is: changed ? 'changed' : 'there', fact: changed ? fact : earlier, merged: true }
}

export function newFact({
  id,
  text,
  by,
  from,
  now,
}: Omit<RememberedFact, 'replaces'> & { now: Date }): StoredFact {
  return {
    ...{ id, text, by, number: 0, isOff: false, history: [] },
    conversationId: from?.conversationId ?? null,
    messageId: from?.messageId ?? null,
    ...{ createdAt: now, updatedAt: now, deletedAt: null },
  }
}

export function withText(
  fact: StoredFact,
  said: Pick<RememberedFact, 'text' | 'by' | 'from'>,
  now: Date,
): StoredFact {
  if (said.text === fact.text) return fact
  const { text, by, messageId } = fact
  const before = { text, by, until: now.toISOString(), ...(messageId !== null && { messageId }) }
  return {
    ...fact,
    ...{ text: said.text, by: said.by, updatedAt: now },
    conversationId: said.from?.conversationId ?? null,
    messageId: said.from?.messageId ?? null,
    history: [before, ...fact.history].slice(0, memoryLimits.history),
  }
}

/** Whoever wrote it. @throws {Failure} `validation_failed` at `text` */
export function checkedText(text: string): string {
  const parsed = factTextSchema.safeParse(text)
  if (parsed.success) return parsed.data
  const message = parsed.error.issues[0]?.message ?? ''
  throw new Failure('validation_failed', message, { errors: { text: message } })
}
