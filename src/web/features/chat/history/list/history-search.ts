import { conversationListQuerySchema } from '../../../../../shared/chat/conversations.ts'

/** What is wrong with a search, as the server would say it. */
export function searchProblem(query: string): string | undefined {
  return conversationListQuerySchema.safeParse({ query }).error?.issues[0]?.message
}

/** The part of a search that can be asked: one with a fault narrows nothing, and its field says why. */
export const askableSearch = (query: string): string => (searchProblem(query) === undefined ? query : '')
