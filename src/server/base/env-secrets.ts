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

/** Fewer different characters come of a keyboard, not of chance. */
const DISTINCT_CHARACTERS = 8

export const randomSecrets = z.optional(
  z.pipe(
    secret.check(
      z.refine(
        (list) =>
          splitByComma(list).length > 0 &&
          splitByComma(list).every(
            (one) => one.length >= 32 && isUnquoted(one) && new Set(one).size >= DISTINCT_CHARACTERS,
          ),
        'must be secrets of at least 32 random characters each, separated by commas.',
      ),
    ),
    z.transform(splitByComma),
  ),
)
