import type { QueryClient } from '@tanstack/react-query'
import { pathTo } from '../../../../shared/chat/message-tree.ts'
import { type Api, isMissing } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { toast } from '../../../ui/toast.ts'
import type { ConversationSession } from '../conversation/conversation-session.ts'
import { loadEarlier } from './load-earlier.ts'
import { turnTo } from './show-version.ts'
import * as texts from './texts.ts'

/** Pages that are loaded to get to a message, at most. */
const MOST_PAGES = 20

interface Page {
  api: Api
  client: QueryClient
}

interface Why {
  title: string
  description?: string
}

/**
 * Loads what is before the shown messages until one of them is there. Where it is in another version, that one is shown.
 * @param how a quiet one turns to no other version, and does not say why the message is not there
 * @returns whether it is shown
 */
export async function bringMessage(
  session: ConversationSession,
  page: Page,
  messageId: string,
  { quietly = false } = {},
): Promise<boolean> {
  const why = await notThere(session, page, messageId, !quietly && session.isStored())
  if (why && !quietly) toast.error(why.title, why.description ? { description: why.description } : {})
  return why === null
}

async function notThere(
  session: ConversationSession,
  page: Page,
  messageId: string,
  mayTurn: boolean,
): Promise<Why | null> {
  try {
    for (let pages = 0, turns = mayTurn; ; pages++) {
      const { messages, activeLeaf } = session.getState()
      const { earlier } = session.getView()
      if (pathTo(messages, activeLeaf).some(({ id }) => id === messageId)) return null
      const isElsewhere = messages.some(({ id }) => id === messageId)
      if (turns && (isElsewhere || earlier === 0)) {
        turns = false
        if (!isElsewhere || !session.select(messageId)) await turnTo(session, page, { messageId })
        continue
      }
      if (isElsewhere) return { title: texts.messageElsewhere, description: texts.messageElsewhereText }
      if (earlier === 0) return { title: texts.messageNotFound }
      if (pages === MOST_PAGES)
        return { title: texts.messageFarAbove, description: texts.messageFarAboveText(earlier) }
      await loadEarlier(session, page.api)
    }
  } catch (error) {
    // The server refuses to turn to a message that it does not have.
    if (isMissing(error)) return { title: texts.messageNotFound }
    return { title: texts.messageNotLoaded, description: explainError(error) }
  }
}
