import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError, useApi } from '../../../lib/http/api.ts'
import { useViewer } from '../../../lib/session/viewer.ts'
import { conversationQuery } from '../api/conversation-query.ts'
import type { ConversationView } from './conversation.ts'
import { useConversationNews } from './conversation-channel.ts'
import type { ConversationSession } from './conversation-session.ts'
import { findOrOpen, type Wanted } from './find-or-open.ts'
import { keptConversations } from './kept-conversations.ts'

const NONE: readonly string[] = []

/** `missing`: it does not exist for this wallet; `signed-out`: it was here until its wallet was signed out. */
type ConversationStatus = 'ready' | 'loading' | 'missing' | 'signed-out' | 'unreachable'

/** Sessions outlive the screen: the same id returns the same session. */
export function useConversation({ agentId, conversationId, keep, greetings = NONE }: Omit<Wanted, 'owner'>): {
  session: ConversationSession
  view: ConversationView
  status: ConversationStatus
  reload: () => void
  /** A conversation of the page ends; a stored one is not affected. */
  renew: () => void
} {
  const api = useApi()
  const client = useQueryClient()
  const viewer = useViewer()
  const owner = keep === 'server' ? (viewer ?? null) : null
  const wanted = { agentId, conversationId, keep, owner, greetings }
  // Someone who is signed in and chose not to store the conversation does not want it stored later.
  const page = { api, client, mayBeKept: viewer === null }
  const open = (what: typeof wanted) => ({ ...what, session: findOrOpen(what, page), wasOwn: false })

  const [opened, setOpened] = useState(() => open(wanted))
  let { session } = opened
  if (!isSame(opened, wanted) || keptConversations.hasLeft(session)) {
    // When the open conversation gets its address, it stays the same conversation.
    const isNamed = isSame({ ...opened, conversationId: session.id }, wanted)
    const next = isNamed ? { ...opened, conversationId } : open(wanted)
    next.wasOwn = owner === null && opened.owner !== null && opened.conversationId === conversationId
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of it may have come with this answer
  useEffect(() => session.resume(), [session, stored.data])
  // Greetings can change while nothing was asked yet.
  useEffect(() => session.greet(greetings), [session, greetings])
  const isWorthKeeping = keep !== 'none' && view.turns.length > 0
  useEffect(() => {
    if (isWorthKeeping) keptConversations.keep(session, agentId, owner)
  }, [isWorthKeeping, session, agentId, owner])
  useEffect(() => {
    if (viewer !== undefined) keptConversations.leaveOnly(viewer)
  }, [viewer])
  useEffect(() => (keep === 'none' ? () => session.stop() : undefined), [keep, session])
  useConversationNews()

  const status = statusOf(keep, viewer, session, stored.error)
  return {
    session,
    view,
    status: opened.wasOwn && status === 'missing' ? 'signed-out' : status,
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

function isSame(one: Wanted, other: Wanted): boolean {
  return (
    one.agentId === other.agentId &&
    one.conversationId === other.conversationId &&
    one.keep === other.keep &&
    one.owner === other.owner
  )
}

/** @param viewer undefined while it is not known */
export function statusOf(
  keep: Wanted['keep'],
  viewer: string | null | undefined,
  session: Pick<ConversationSession, 'isStored' | 'isReady'>,
  error: Error | null,
): ConversationStatus {
  if (keep !== 'server' || !session.isStored()) return 'ready'
  if (viewer === null) return 'missing'
  // The server refuses a malformed id with 422.
  if (error instanceof ApiError && [401, 404, 422].includes(error.status)) return 'missing'
  if (session.isReady()) return 'ready'
  return error ? 'unreachable' : 'loading'
}
