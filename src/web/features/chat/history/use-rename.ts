import { useMutation } from '@tanstack/react-query'
import { conversationChangesSchema } from '../../../../shared/conversations.ts'
import { ApiError, useApi } from '../../../lib/api.ts'
import { explainError } from '../../../lib/explain-error.ts'
import { tellTabs } from '../conversation/conversation-channel.ts'
import { renameConversation } from './api/change-conversation.ts'
import { useConversationCache } from './use-conversation-cache.ts'

/** What is wrong with a title, in the words of the field. */
export function titleProblem(title: string): string | undefined {
  return conversationChangesSchema.safeParse({ title }).error?.issues[0]?.message
}

/** Gives a conversation another title; `problem` says why it did not take it. */
export function useRename(id: string, onRenamed: () => void) {
  const api = useApi()
  const cache = useConversationCache()
  const rename = useMutation({
    mutationFn: (title: string) => renameConversation(api, id, title.trim()),
    onSuccess: async ({ title }) => {
      await cache.rename(id, title)
      tellTabs({ type: 'renamed', conversationId: id })
      onRenamed()
    },
  })
  return {
    rename: (title: string) => rename.isPending || rename.mutate(title),
    saving: rename.isPending,
    problem: rename.error ? problemOf(rename.error) : undefined,
    forgetProblem: rename.reset,
  }
}

function problemOf(error: unknown): string {
  return (error instanceof ApiError && error.problem?.errors?.title) || explainError(error)
}
