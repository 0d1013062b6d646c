import { isPlainText } from '../text/plain-text.ts'
import { limits } from './limits.ts'

/**
 * Validates a search text, both for its schema and for the search field.
 * @returns the error message, or undefined if the text is valid
 */
export function searchProblem(query: string): string | undefined {
  if (query.length > limits.searchQuery) return `A search can have at most ${limits.searchQuery} characters.`
  if (!isPlainText(query)) return "The search has a character that can't be shown."
  return undefined
}

/** Returns the search text to send: an invalid one is replaced by the empty text, while its field shows the error. */
export const askableSearch = (query: string): string => (searchProblem(query) === undefined ? query : '')
