import * as z from 'zod/mini'
import { isPlainText } from '../text/plain-text.ts'
import { limits } from './limits.ts'

/** How every list that goes on is asked for: which page, how long, and a text to look for. */
export const pageQuery = {
  /** Section 5: a case-insensitive substring of name or description; `%`, `_` and `\` are plain characters. */
  query: z.optional(
    z
      .string('Search for one text.')
      .check(
        z.maxLength(limits.searchQuery, `A search can have at most ${limits.searchQuery} characters.`),
        z.refine(isPlainText, "The search has a character that can't be shown."),
      ),
  ),
  /** The `nextCursor` of the page before; it means something to the server alone. */
  cursor: z.optional(z.string('Give one cursor.')),
  limit: z.optional(
    z.coerce
      .number('The limit must be a whole number.')
      .check(
        z.int('The limit must be a whole number.'),
        z.gte(1, `The limit must be 1 to ${limits.listPageMax}.`),
        z.lte(limits.listPageMax, `The limit must be 1 to ${limits.listPageMax}.`),
      ),
  ),
}
