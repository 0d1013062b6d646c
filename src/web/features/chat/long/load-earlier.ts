import { pathTo } from '../../../../shared/chat/message-tree.ts'
import type { Api } from '../../../lib/http/api.ts'
import { readEarlier } from '../api/long-conversation.ts'
import { withEarlier } from '../conversation/change-messages.ts'
import type { ConversationSession } from '../conversation/conversation-session.ts'

const loading = new WeakMap<ConversationSession, Promise<void>>()

/** Loads the page before what is shown, once however many ask for it. @throws {ApiError} and the error of `fetch` */
export function loadEarlier(session: ConversationSession, api: Api): Promise<void> {
  const known = loading.get(session)
  if (known) return known
  const load = async () => {
    const { messages, activeLeaf } = session.getState()
    const before = pathTo(messages, activeLeaf)[0]?.id
    if (before === undefined || session.getView().earlier === 0) return
    const page = await readEarlier(api, session.id, before)
    session.change((state) => withEarlier(state, page, before))
  }
  const page = load().finally(() => loading.delete(session))
  loading.set(session, page)
  return page
}
