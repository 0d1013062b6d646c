import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { searchProblem } from './search-text.ts'

export const pageQuery = {
  /** Section 5: a substring of name or description in any case; `%`, `_` and `\` are plain characters. */
  query: z.optional(
    z.string('Search for one text.').check(z.trim(), (payload) => {
      const problem = searchProblem(payload.value)
      if (problem) payload.issues.push({ code: 'custom', message: problem, input: payload.value })
    }),
  ),
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
