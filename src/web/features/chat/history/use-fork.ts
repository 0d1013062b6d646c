import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ConversationSummary } from '../../../../shared/chat/conversations.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { newId } from '../../../lib/new-id.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { toast } from '../../../ui/toast.ts'
import * as texts from '../texts.tsx'
import { forkConversation } from './api/change-conversation.ts'
import { conversationsKey } from './api/conversation-list.ts'

export function useFork() {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [forking, setForking] = useState<string>()
  /** A retry keeps the id, so that no second fork is created if only the response was lost. */
  const attempt = useRef({ of: '', id: '' })

  async function fork({ id, agentId }: Pick<ConversationSummary, 'id' | 'agentId'>, messageId: string) {
    if (forking) return
    setForking(messageId)
    const of = `${id} ${messageId}`
    if (attempt.current.of !== of) attempt.current = { of, id: newId() }
    try {
      const forked = await forkConversation(api, {
        conversationId: id,
        messageId,
        newId: attempt.current.id,
      })
      attempt.current = { of: '', id: '' }
      void queryClient.invalidateQueries({ queryKey: conversationsKey })
      await navigate(`/chat/${agentId}/${forked.id}`)
    } catch (error) {
      toast.error(texts.conversationCouldNotForked(explainError(error)))
    }
    setForking(undefined)
  }

  return {
    fork: (conversation: Pick<ConversationSummary, 'id' | 'agentId'>, messageId: string) =>
      void fork(conversation, messageId),
    forking,
  }
}
