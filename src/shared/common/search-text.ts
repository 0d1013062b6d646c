import { isPlainText, lengthOf } from '../text/plain-text.ts'
import { limits } from './limits.ts'

/** The problem of a search text, both for its schema and for the search field. */
export function searchProblem(query: string): string | undefined {
  if (lengthOf(query) > limits.searchQuery)
    return `A search can have at most ${limits.searchQuery} characters.`
  if (!isPlainText(query)) return "The search has a character that can't be shown."
  return undefined
}

/** An invalid text is not searched for; its field shows the error. */
export const askableSearch = (query: string): string => (searchProblem(query) === undefined ? query : '')
