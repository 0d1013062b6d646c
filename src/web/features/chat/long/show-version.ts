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

type ShowVersion = (
  session: ConversationSession,
  page: { api: Api; client: QueryClient },
  version: {
    messageId: string
    /** Whether no other one is wanted by the time it is there. */
    isWanted?: () => boolean
    /** Called right before it is shown. */
    onTurn?: (() => void) | undefined
  },
) => Promise<void>

/** Shows a version of a message of which it is not known what follows. @throws {ApiError} and the error of `fetch` */
export const turnTo: ShowVersion = async (session, { api, client }, { messageId, isWanted, onTurn }) => {
  const stored = await openVersion(api, session.id, messageId)
  if (isWanted && !isWanted()) return
  onTurn?.()
  show(session, stored)
  client.setQueriesData<Conversation>(
    { queryKey: conversationKey(session.id), predicate: ({ queryKey }) => queryKey.length === 3 },
    stored,
  )
}

/** The same, but says itself what failed. */
export const showVersion: ShowVersion = (...version) =>
  turnTo(...version).catch((error: unknown) => {
    toast.error(texts.versionNotShown, { description: explainError(error) })
  })
