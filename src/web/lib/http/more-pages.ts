import { ApiError } from './api.ts'
import { explainError } from './explain-error.ts'

/** The pages of a list that are still to come. */
export interface MorePages {
  load: () => void
  loading: boolean
  /** Why the next one did not arrive. */
  problem: string | undefined
}

/** What of an infinite query its next page is known from. */
interface PagedQuestion {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  refetch: () => unknown
  fetchNextPage: (options: { cancelRefetch: boolean }) => unknown
}

/** How a list goes on; undefined where it does not. */
export function morePages(asked: PagedQuestion): MorePages | undefined {
  if (!asked.hasNextPage) return undefined
  const problem = asked.isFetchNextPageError ? asked.error : null
  // A cursor that the server no longer takes can't be tried again; the pages so far are asked anew.
  const lostPlace = problem instanceof ApiError && problem.problem?.code === 'cursor_invalid'
  return {
    load: () => void (lostPlace ? asked.refetch() : asked.fetchNextPage({ cancelRefetch: false })),
    loading: asked.isFetchingNextPage,
    problem: problem ? explainError(problem) : undefined,
  }
}
