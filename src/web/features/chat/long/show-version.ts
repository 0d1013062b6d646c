import type { QueryClient } from '@tanstack/react-query'
import type { Conversation } from '../../../../shared/chat/conversations.ts'
import type { Api } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { toast } from '../../../ui/toast.ts'
import { conversationKey } from '../api/conversation-query.ts'
import { openVersion } from '../api/long-conversation.ts'
import type { ConversationSession } from '../conversation/conversation-session.ts'
import { selected } from '../conversation/conversation-state.ts'

import * as texts from './texts.ts'

/** Shows the path that the server has chosen, unless something was asked meanwhile. */
function show(session: ConversationSession, stored: Conversation): void {
  const isAsking = session.getView().pending !== null
  session.merge(stored)
  if (!isAsking) session.change((state) => selected(state, stored.activeLeaf))
  session.follow()
}

/**
 * Shows a version of a message of which it is not known what follows, unless another one is wanted once it is there.
 * @param version.onTurn called right before it is shown
 */
export async function showVersion(
  session: ConversationSession,
  { api, client }: { api: Api; client: QueryClient },
  version: { messageId: string; isWanted: () => boolean; onTurn?: (() => void) | undefined },
): Promise<void> {
  try {
    const stored = await openVersion(api, session.id, version.messageId)
    if (!version.isWanted()) return
    version.onTurn?.()
    show(session, stored)
    client.setQueriesData<Conversation>(
      { queryKey: conversationKey(session.id), predicate: ({ queryKey }) => queryKey.length === 3 },
      stored,
    )
  } catch (error) {
    toast.error(texts.versionNotShown, { description: explainError(error) })
  }
}
