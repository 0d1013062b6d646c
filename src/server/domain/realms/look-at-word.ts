import type { WordFacts } from '../../db/realms/held-messages.ts'
import type { NewWord } from '../../db/realms/write-realm-messages.ts'
import { Failure } from '../failure.ts'
import { HeldWords } from './held-words.ts'

/**
 * Whether a person may say something now, and whether everybody hears it at once. The creator of a realm does not wait, and
 * needs nobody to look at what they say.
 */
export function lookAtWord(
  { author, content, kind, createdAt }: Pick<NewWord, 'author' | 'content' | 'kind' | 'createdAt'>,
  { createdBy, slowSeconds, heldWords, lastSaidAt }: WordFacts,
): { withheld: 'held' | null } | { wait: number } {
  if (kind !== 'said' || author === createdBy) return { withheld: null }
  const since = lastSaidAt ? (createdAt.getTime() - lastSaidAt.getTime()) / 1000 : Number.POSITIVE_INFINITY
  // Servers' clocks differ a little: nobody waits longer than the realm says.
  if (slowSeconds > 0 && since < slowSeconds)
    return { wait: Math.min(slowSeconds, Math.ceil(slowSeconds - since)) }
  return { withheld: new HeldWords(heldWords).isIn(content) ? 'held' : null }
}

export const isHeldAnswer = (heldWords: readonly string[], content: string) =>
  new HeldWords(heldWords).isIn(content)

export function tooSoon(wait: number): Failure {
  const seconds = wait === 1 ? 'a second' : `${wait} seconds`
  return new Failure('slow_mode', `This realm is in slow mode. You can speak again in ${seconds}.`, {
    retryAfter: wait,
  })
}
