import { pathTo } from '../../../../shared/chat/message-tree.ts'
import type { Api } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { toast } from '../../../ui/toast.ts'
import type { ConversationSession } from '../conversation/conversation-session.ts'
import { loadEarlier } from './load-earlier.ts'
import * as texts from './texts.ts'

/** Pages that are loaded to get to a message, at most. */
const MOST_PAGES = 20

interface Why {
  title: string
  description?: string
}

/**
 * Loads what is before the shown messages until one of them is there.
 * @param how if it is not there, says where it is, unless this is quiet
 * @returns whether it is shown
 */
export async function bringMessage(
  session: ConversationSession,
  api: Api,
  messageId: string,
  { quietly = false } = {},
): Promise<boolean> {
  const why = await notThere(session, api, messageId)
  if (why && !quietly) toast.error(why.title, why.description ? { description: why.description } : {})
  return why === null
}

async function notThere(session: ConversationSession, api: Api, messageId: string): Promise<Why | null> {
  try {
    for (let pages = 0; ; pages++) {
      const { messages, activeLeaf } = session.getState()
      const { earlier } = session.getView()
      if (pathTo(messages, activeLeaf).some(({ id }) => id === messageId)) return null
      if (messages.some(({ id }) => id === messageId))
        return { title: texts.messageElsewhere, description: texts.messageElsewhereText }
      if (earlier === 0) return { title: texts.messageNotFound }
      if (pages === MOST_PAGES)
        return { title: texts.messageFarAbove, description: texts.messageFarAboveText(earlier) }
      await loadEarlier(session, api)
    }
  } catch (error) {
    return { title: texts.messageNotLoaded, description: explainError(error) }
  }
}
