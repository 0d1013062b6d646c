import { useEffect, useState } from 'react'
import { useSharedValue } from '../../../blocks/saved-draft/shared-value.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { preloadMarkdown } from '../../../ui/markdown/markdown.tsx'
import { hasKeptConversation } from '../conversation/kept-conversations.ts'
import { useConversation } from '../conversation/use-conversation.ts'
import { keepNothingFirst } from '../keep-nothing-first.ts'
import { loadLong } from '../long/load-long.ts'

/**
 * A conversation is stored for a signed-in wallet, unless it chose not to; otherwise it is in the page. A stored one
 * gets its own address as soon as the server has its first message.
 */
export function useChatConversation(options: {
  agentId: string | null
  conversationId: string | null
  viewer: string | null
  greetings?: readonly string[] | undefined
}) {
  const { agentId, conversationId, viewer, greetings } = options
  const navigate = useNavigate()
  // The page's earlier conversation with the agent is found again, even if somebody has signed in meanwhile.
  const [chosen, choose] = useState<boolean | undefined>(() => hasKeptConversation(agentId) || undefined)
  const usually = useSharedValue(keepNothingFirst) === 'on'
  const keepNothing = chosen ?? usually
  const mayStore = agentId !== null && viewer !== null
  const wanted = conversationId !== null || (mayStore && !keepNothing) ? 'server' : 'page'
  const conversation = useConversation({ agentId, conversationId, keep: wanted, greetings })
  const { session, view, renew } = conversation
  // A conversation of the page becomes stored when it continues with a wallet.
  const keep = session.kept === 'server' ? 'server' : wanted
  const said = view.turns.length > 0

  // What a stored conversation is shown by comes beside it, and not after it.
  useEffect(() => {
    if (conversationId === null) return
    preloadMarkdown()
    loadLong().catch(() => {})
  }, [conversationId])

  useEffect(() => {
    // Signing in later must not remove a visitor's messages: they are stored with the next question.
    if (keep === 'page' && said) choose(true)
  }, [keep, said])

  const address =
    keep === 'server' && conversationId === null && session.isStored()
      ? `/chat/${agentId}/${session.id}`
      : null
  useEffect(() => {
    if (address !== null) void navigate(address, { replace: true, state: { sameScreen: true } })
  }, [address, navigate])

  const begin = () => {
    choose(undefined)
    renew()
    if (conversationId !== null) void navigate(`/chat/${agentId}`, { state: { sameScreen: true } })
  }

  return {
    ...conversation,
    keep,
    keepNothing: mayStore && conversationId === null && !said ? { on: keepNothing, set: choose } : null,
    begin,
    viewKey: useViewKey(session.id, conversationId === null && !said),
  } as const
}

/**
 * All empty conversations share a key, so that choosing where one is stored does not remount its view; nor does the
 * first message.
 */
function useViewKey(session: string, isEmpty: boolean): string {
  const [shown, setShown] = useState({ session, isEmpty, key: session })
  if (shown.session === session && shown.isEmpty === isEmpty) return shown.key
  const isSame = shown.session === session || (shown.isEmpty && isEmpty)
  const next = { session, isEmpty, key: isSame ? shown.key : session }
  setShown(next)
  return next.key
}
