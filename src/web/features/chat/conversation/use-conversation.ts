import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { replyEvents } from '../../../blocks/follow-stream/reply-events.ts'
import { type Api, ApiError, useApi } from '../../../lib/http/api.ts'
import { signingIn } from '../../../lib/http/identity.ts'
import { newId } from '../../../lib/new-id.ts'
import { nextFrame } from '../../../lib/next-frame.ts'
import { currentViewer, useViewer } from '../../../lib/session/viewer.ts'
import { conversationQuery } from '../api/conversation-query.ts'
import { type AskAgent, pageTransport } from '../transport/page-transport.ts'
import { pendingTransport } from '../transport/pending-transport.ts'
import type { ConversationView } from './conversation.ts'
import { notifyTabs, useConversationNews } from './conversation-channel.ts'
import { type ConversationSession, createConversationSession, type Outbox } from './conversation-session.ts'
import { keptConversations } from './kept-conversations.ts'
import { waitingQuestions } from './waiting-questions.ts'

const NONE: readonly string[] = []

interface Wanted {
  /** Null uses the default entity of section 5. */
  agentId: string | null
  /** Null starts a new conversation, or returns to the page's conversation with that agent. */
  conversationId: string | null
  /** Where the conversation is stored; with `none` it ends with the component. */
  keep: 'server' | 'page' | 'none'
  /** What the agent says first in a new conversation, as alternatives. */
  greetings?: readonly string[] | undefined
}

/** The loading state of a conversation. `missing` means that it does not exist for this wallet. */
export type ConversationStatus = 'ready' | 'loading' | 'missing' | 'unreachable'

/**
 * Opens a conversation, new or existing. Sessions outlive the screen: the same id returns the same session, so a new
 * conversation may get its address at any moment.
 */
export function useConversation({ agentId, conversationId, keep, greetings = NONE }: Wanted): {
  session: ConversationSession
  view: ConversationView
  status: ConversationStatus
  reload: () => void
  /** Starts a new conversation in place. A conversation of the page ends; a stored one is not affected. */
  renew: () => void
} {
  const api = useApi()
  const client = useQueryClient()
  const viewer = useViewer()
  const owner = keep === 'server' ? (viewer ?? null) : null
  const wanted = { agentId, conversationId, keep, owner, greetings }
  // Someone who is signed in and chose not to store the conversation does not want it stored later.
  const open = (what: typeof wanted) => ({ ...what, session: findOrOpen(what, api, client, viewer === null) })

  const [opened, setOpened] = useState(() => open(wanted))
  let { session } = opened
  if (!isSame(opened, wanted)) {
    // When the open conversation gets its address, it stays the same conversation.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of it may have come with this answer
  useEffect(session.resume, [session, stored.data])
  // Greetings can change while nothing was asked yet.
  useEffect(() => session.greet(greetings), [session, greetings])
  const isWorthKeeping = keep !== 'none' && view.turns.length > 0
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
 * The loading state of a conversation.
 * @param viewer undefined while it is not known
 * @param error the error of loading the conversation
 */
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

/**
 * Returns the existing session of a conversation, or creates one.
 * @param mayBeKept whether a conversation of the page becomes stored as soon as it continues with a wallet
 */
function findOrOpen(
  wanted: Wanted & { owner: string | null },
  api: Api,
  client: QueryClient,
  mayBeKept: boolean,
): ConversationSession {
  const session = knownOrNew(wanted, api, client, mayBeKept)
  // The first paint shows them.
  if (wanted.greetings) session.greet(wanted.greetings)
  return session
}

function knownOrNew(
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
  const begun = agentId !== null && owner !== null ? waitingQuestions.beginning(agentId, owner) : undefined
  // An unsent question resumes its conversation only if it is from an earlier page. If the page itself has that
  // conversation, the person wants a new one.
  const unsent = begun && !keptConversations.find(begun.conversationId, owner) ? begun : undefined
  const id = conversationId ?? unsent?.conversationId ?? newId()
  const common = { id, nextFrame }
  if (keep === 'none')
    return createConversationSession({ ...common, transport: pageTransport(agentId, askAgent(api)) })
  let keptFor = owner
  const onAsk = (session: ConversationSession) => keptConversations.keep(session, agentId, keptFor)
  const onNews = (type: 'asked' | 'ended') => notifyTabs({ type, conversationId: id })
  const storedTransport = (agent: string, viewer: string) => {
    const load = () => client.fetchQuery({ ...conversationQuery(api, viewer, id), staleTime: 0 })
    return pendingTransport(async () => {
      const { openStoredTransport } = await import('../transport/open-stored-transport.ts')
      return openStoredTransport(api, { id, agentId: agent }, load)
    }, load)
  }
  // Only a conversation with an agent can be stored.
  if (keep === 'page' || agentId === null) {
    const storage = agentId !== null &&
      mayBeKept && {
        signingIn,
        open() {
          const viewer = currentViewer(client, api)
          return viewer === null
            ? null
            : { transport: storedTransport(agentId, viewer), onKept: () => becomeKept(viewer) }
        },
      }
    const inPage = createConversationSession({
      ...common,
      onAsk,
      onNews,
      transport: pageTransport(agentId, askAgent(api)),
      ...(storage && { storage }),
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
    transport: storedTransport(agentId, owner ?? ''),
    ...(owner !== null && { outbox: outboxOf(id, agentId, owner) }),
    isStored: conversationId !== null,
  })
  // The data of the first paint or of an earlier visit.
  const answer = client.getQueryData(conversationQuery(api, owner ?? '', id).queryKey)
  if (answer) session.merge(answer)
  return session
}

/** The outbox of one stored conversation. */
const outboxOf = (conversationId: string, agentId: string, viewer: string): Outbox => ({
  remember: ({ replyId, isFirst, greeting, question: { id, parentId, content, createdAt, files } }) =>
    waitingQuestions.remember({
      ...{ conversationId, agentId, viewer, replyId, isFirst },
      ...{ id, parentId, content, createdAt },
      ...(files && { files }),
      ...(greeting !== undefined && { greeting }),
    }),
  forget: waitingQuestions.forget,
  recall: () => waitingQuestions.of(conversationId, viewer),
})

/** Requests a reply that is not stored. Throws as `AskAgent` does. */
const askAgent =
  (api: Api): AskAgent =>
  (request, outer) =>
    replyEvents((signal) => api.chat.$post({ json: request }, { init: { signal } }), outer)
