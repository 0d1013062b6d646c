import { isPlainText } from '../text/plain-text.ts'
import { limits } from './limits.ts'

/** What is wrong with a search text, both for its schema and for the search field. */
export function searchProblem(query: string): string | undefined {
  if (query.length > limits.searchQuery) return `A search can have at most ${limits.searchQuery} characters.`
  if (!isPlainText(query)) return "The search has a character that can't be shown."
  return undefined
}

/** Nothing is searched for while the field shows an error. */
export const askableSearch = (query: string): string => (searchProblem(query) === undefined ? query : '')
