import { useEffect, useState } from 'react'
import { useNavigate } from '../../lib/router/router.tsx'
import { hasKeptConversation } from './conversation/kept-conversations.ts'
import { useConversation } from './conversation/use-conversation.ts'

/**
 * The conversation of the chat screen, and where it is kept: stored for a signed-in wallet unless it chose to keep
 * nothing, else in the page. A stored one has an address of its own as soon as the server has its first message.
 */
export function useChatConversation(options: {
  /** Null talks with the defaults of section 5. */
  agentId: string | null
  conversationId: string | null
  viewer: string | null
}) {
  const { agentId, conversationId, viewer } = options
  const navigate = useNavigate()
  // What this page had with the agent before is found again, whoever has signed in meanwhile.
  const [keepNothing, setKeepNothing] = useState(() => hasKeptConversation(agentId))
  const mayStore = agentId !== null && viewer !== null
  const wanted = conversationId !== null || (mayStore && !keepNothing) ? 'server' : 'page'
  const conversation = useConversation({ agentId, conversationId, keep: wanted })
  const { session, view, renew } = conversation
  // One of the page comes to be kept when it goes on with a wallet.
  const keep = session.kept === 'server' ? 'server' : wanted
  const said = view.turns.length > 0

  useEffect(() => {
    // Signing in later must not take away what a visitor has said: it is kept from the next question on.
    if (keep === 'page' && said) setKeepNothing(true)
  }, [keep, said])

  const address =
    keep === 'server' && conversationId === null && session.isStored()
      ? `/chat/${agentId}/${session.id}`
      : null
  useEffect(() => {
    if (address !== null) void navigate(address, { replace: true, state: { sameScreen: true } })
  }, [address, navigate])

  const begin = () => {
    setKeepNothing(false)
    renew()
    if (conversationId !== null) void navigate(`/chat/${agentId}`, { state: { sameScreen: true } })
  }

  return {
    ...conversation,
    keep,
    /** Given while nothing was said and there is a choice. */
    keepNothing:
      mayStore && conversationId === null && !said ? { on: keepNothing, set: setKeepNothing } : null,
    /** Begins a new conversation with the same agent. */
    begin,
    viewKey: useViewKey(session.id, conversationId === null && !said),
  } as const
}

/**
 * Tells one shown conversation from another. Empty ones are all the same, so that choosing where a new conversation is
 * kept takes nothing from under the person's hands; and the first message makes no other one of it.
 */
function useViewKey(session: string, isEmpty: boolean): string {
  const [shown, setShown] = useState({ session, isEmpty, key: session })
  if (shown.session === session && shown.isEmpty === isEmpty) return shown.key
  const isSame = shown.session === session || (shown.isEmpty && isEmpty)
  const next = { session, isEmpty, key: isSame ? shown.key : session }
  setShown(next)
  return next.key
}
