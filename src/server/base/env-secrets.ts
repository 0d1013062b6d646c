import * as z from 'zod/mini'
import { splitByComma } from './env-values.ts'

const isOneLine = (text: string) => !/[\r\n]/.test(text)
const isUnquoted = (text: string) => !/^(["']).*\1$/s.test(text)

/** As it is used, in headers and signatures; quotes of a file of settings are not taken off everywhere. */
export const secret = z
  .string()
  .check(
    z.refine(isOneLine, 'must be one line.'),
    z.refine(isUnquoted, 'has quotes around it, which would be part of it: leave them out.'),
  )

/** What is sent in a header. */
export const printableSecret = secret.check(
  z.regex(/^[\x20-\x7e]+$/, 'must consist of letters, digits and signs of ASCII.'),
)

export const randomSecrets = z.optional(
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (list) => splitByComma(list).length > 0 && splitByComma(list).every((one) => one.length >= 32),
          'must be secrets of at least 32 random characters each, separated by commas.',
        ),
      ),
    z.transform(splitByComma),
  ),
)

/** Fewer different characters come of a keyboard, not of chance. */
const DISTINCT_CHARACTERS = 8

/**
 * What is told of secrets under which things may be stored already, and which therefore can't be refused: those would be
 * lost.
 */
export function doubtsOfSecrets(secrets: readonly string[]): string[] {
  const isRandom = (one: string) =>
    isOneLine(one) && isUnquoted(one) && new Set(one).size >= DISTINCT_CHARACTERS
  if (secrets.every(isRandom)) return []
  return [
    'SECRET_KEY has quotes or line ends in it, or is easy to guess: put a random one before it, as NEW,OLD, and run npm run bionic -- rotate-keys.',
  ]
}
