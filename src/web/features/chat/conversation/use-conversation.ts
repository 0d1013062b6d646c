import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { replyEvents } from '../../../blocks/follow-stream/reply-events.ts'
import { type Api, ApiError, useApi } from '../../../lib/http/api.ts'
import { signingIn } from '../../../lib/http/identity.ts'
import { newId } from '../../../lib/new-id.ts'
import { nextFrame } from '../../../lib/next-frame.ts'
import { currentViewer, useViewer } from '../../../lib/session/viewer.ts'
import { conversationQuery } from '../api/conversation-query.ts'
import { type AskAgent, pageLine } from '../transport/page-line.ts'
import { pendingLine } from '../transport/pending-line.ts'
import type { ConversationView } from './conversation.ts'
import { tellTabs, useConversationNews } from './conversation-channel.ts'
import { type ConversationSession, createConversationSession } from './conversation-session.ts'
import { keptConversations } from './kept-conversations.ts'

interface Wanted {
  /** Null talks with the defaults of section 5. */
  agentId: string | null
  /** Null begins a new one, or finds the page's with that agent again. */
  conversationId: string | null
  /** Where it is kept; with `none` it ends with the component. */
  keep: 'server' | 'page' | 'none'
}

/** What a screen needs to know before it can show a conversation. `missing`: it is not there for this wallet. */
export type ConversationStatus = 'ready' | 'loading' | 'missing' | 'unreachable'

/**
 * A conversation, new or gone on with. Sessions outlive the screen: whoever comes back to an id finds the same one, so
 * a new conversation may get its address at any moment.
 */
export function useConversation({ agentId, conversationId, keep }: Wanted): {
  session: ConversationSession
  view: ConversationView
  status: ConversationStatus
  reload: () => void
  /** Begins a new one in place. The page's old one ends; a stored one stays where it is and goes on. */
  renew: () => void
} {
  const api = useApi()
  const client = useQueryClient()
  const viewer = useViewer()
  const owner = keep === 'server' ? (viewer ?? null) : null
  const wanted = { agentId, conversationId, keep, owner }
  // Who is signed in and has chosen the page does not want it kept later.
  const open = (what: typeof wanted) => ({ ...what, session: findOrOpen(what, api, client, viewer === null) })

  const [opened, setOpened] = useState(() => open(wanted))
  let { session } = opened
  if (!isSame(opened, wanted)) {
    // The address of the conversation that is open is no other conversation.
    const isNamed = isSame({ ...opened, conversationId: session.id }, wanted)
    const next = isNamed ? { ...opened, conversationId } : open(wanted)
    session = next.session
    setOpened(next)
  }

  const view = useSyncExternalStore(session.subscribe, session.getView, session.getView)
  const stored = useQuery({
    ...conversationQuery(api, owner ?? '', session.id),
    enabled: owner !== null && session.isStored(),
  })
  useEffect(() => {
    if (!stored.data) return
    session.merge(stored.data)
    session.follow()
  }, [stored.data, session])
  const isWorthKeeping = keep !== 'none' && view.activeLeaf !== null
  useEffect(() => {
    if (isWorthKeeping) keptConversations.keep(session, agentId, owner)
  }, [isWorthKeeping, session, agentId, owner])
  useEffect(() => {
    if (viewer !== undefined) keptConversations.leaveOnly(viewer)
  }, [viewer])
  useEffect(() => (keep === 'none' ? session.stop : undefined), [keep, session])
  useConversationNews()

  return {
    session,
    view,
    status: statusOf(keep, viewer, session, stored.error),
    reload: () => void stored.refetch(),
    renew: () => {
      if (session.kept === 'page') {
        session.stop()
        keptConversations.forget(session.id)
      }
      setOpened(open({ ...wanted, conversationId: null }))
    },
  }
}

function isSame(one: Wanted & { owner: string | null }, other: Wanted & { owner: string | null }): boolean {
  return (
    one.agentId === other.agentId &&
    one.conversationId === other.conversationId &&
    one.keep === other.keep &&
    one.owner === other.owner
  )
}

/**
 * @param viewer undefined while it is not known
 * @param error of asking for it
 */
export function statusOf(
  keep: Wanted['keep'],
  viewer: string | null | undefined,
  session: Pick<ConversationSession, 'isStored' | 'isReady'>,
  error: Error | null,
): ConversationStatus {
  if (keep !== 'server' || !session.isStored()) return 'ready'
  if (viewer === null) return 'missing'
  // 422: the address has no id in it at all.
  if (error instanceof ApiError && [401, 404, 422].includes(error.status)) return 'missing'
  if (session.isReady()) return 'ready'
  return error ? 'unreachable' : 'loading'
}

/** @param mayBeKept whether one that begins in the page is to be kept as soon as it goes on with a wallet */
function findOrOpen(
  { agentId, conversationId, keep, owner }: Wanted & { owner: string | null },
  api: Api,
  client: QueryClient,
  mayBeKept: boolean,
): ConversationSession {
  const known =
    conversationId !== null
      ? keptConversations.find(conversationId, owner)
      : keep === 'page'
        ? keptConversations.withAgent(agentId)
        : undefined
  if (known && keep !== 'none') return known
  const id = conversationId ?? newId()
  const common = { id, nextFrame }
  if (keep === 'none') return createConversationSession({ ...common, line: pageLine(agentId, askAgent(api)) })
  let keptFor = owner
  const onAsk = (session: ConversationSession) => keptConversations.keep(session, agentId, keptFor)
  const onNews = (type: 'asked' | 'ended') => tellTabs({ type, conversationId: id })
  const storedLine = (agent: string, viewer: string) => {
    const load = () => client.fetchQuery({ ...conversationQuery(api, viewer, id), staleTime: 0 })
    return pendingLine(async () => {
      const { openStoredLine } = await import('../transport/open-stored-line.ts')
      return openStoredLine(api, { id, agentId: agent }, load)
    }, load)
  }
  // A conversation that is kept is kept with an agent.
  if (keep === 'page' || agentId === null) {
    const keeping = agentId !== null &&
      mayBeKept && {
        signingIn,
        open() {
          const viewer = currentViewer(client, api)
          return viewer === null
            ? null
            : { line: storedLine(agentId, viewer), onKept: () => becomeKept(viewer) }
        },
      }
    const inPage = createConversationSession({
      ...common,
      onAsk,
      onNews,
      line: pageLine(agentId, askAgent(api)),
      ...(keeping && { keeping }),
    })
    const becomeKept = (viewer: string) => {
      keptFor = viewer
      onAsk(inPage)
    }
    return inPage
  }
  const session = createConversationSession({
    ...common,
    onAsk,
    onNews,
    line: storedLine(agentId, owner ?? ''),
    isStored: conversationId !== null,
  })
  // What the first paint was made from, or an earlier visit.
  const answer = client.getQueryData(conversationQuery(api, owner ?? '', id).queryKey)
  if (answer) session.merge(answer)
  return session
}

/** Asks for a reply that nobody keeps. Throws as `AskAgent` says. */
const askAgent =
  (api: Api): AskAgent =>
  (request, outer) =>
    replyEvents((signal) => api.chat.$post({ json: request }, { init: { signal } }), outer)
