import type { QueryClient } from '@tanstack/react-query'
import { replyEvents } from '../../../blocks/follow-stream/reply-events.ts'
import type { Api } from '../../../lib/http/api.ts'
import { signingIn } from '../../../lib/http/identity.ts'
import { newId } from '../../../lib/new-id.ts'
import { nextFrame } from '../../../lib/next-frame.ts'
import { currentViewer } from '../../../lib/session/viewer.ts'
import { conversationQuery } from '../api/conversation-query.ts'
import { type AskAgent, pageTransport } from '../transport/page-transport.ts'
import { pendingTransport } from '../transport/pending-transport.ts'
import type { StoredTransport } from '../transport/transport.ts'
import { notifyTabs } from './conversation-channel.ts'
import { ConversationSession } from './conversation-session.ts'
import { keptConversations } from './kept-conversations.ts'
import { unsentFiles } from './unsent-files.ts'
import { outboxOf, waitingQuestions } from './waiting-questions.ts'

export interface Wanted {
  /** Null uses the default entity of section 5. */
  agentId: string | null
  /** Null starts a new conversation, or returns to the page's conversation with that agent. */
  conversationId: string | null
  /** Where the conversation is stored; with `none` it ends with the component. */
  keep: 'server' | 'page' | 'none'
  owner: string | null
  greetings?: readonly string[] | undefined
}

interface PageParts {
  api: Api
  client: QueryClient
  mayBeKept: boolean
}

export function findOrOpen(wanted: Wanted, page: PageParts): ConversationSession {
  const session = known(wanted) ?? opened(wanted, page)
  if (wanted.greetings) session.greet(wanted.greetings)
  return session
}

function known({ agentId, conversationId, keep, owner }: Wanted): ConversationSession | undefined {
  if (keep === 'none') return undefined
  if (conversationId !== null) return keptConversations.find(conversationId, owner)
  return keep === 'page' ? keptConversations.withAgent(agentId) : undefined
}

function opened(wanted: Wanted, page: PageParts): ConversationSession {
  const { agentId, conversationId, keep, owner } = wanted
  const id = conversationId ?? unsentBeginning(agentId, owner) ?? beginningWithFiles(wanted) ?? newId()
  if (keep === 'none')
    return new ConversationSession({ id, nextFrame, transport: pageTransport(agentId, askAgent(page.api)) })
  // Only a conversation with an agent can be stored.
  if (keep === 'page' || agentId === null) return openInPage(id, agentId, owner, page)
  return openStored(id, agentId, wanted, page)
}

/** The unsent first question of an earlier page. If this page has its conversation, the person wants a new one. */
function unsentBeginning(agentId: string | null, owner: string | null): string | undefined {
  if (agentId === null || owner === null) return undefined
  const id = waitingQuestions.beginning(agentId, owner)?.conversationId
  return id !== undefined && !keptConversations.find(id, owner) ? id : undefined
}

/** The one that files were chosen for before anything was asked in it. One of the page has no place for files. */
function beginningWithFiles({ agentId, keep, owner }: Wanted): string | undefined {
  if (agentId === null || owner === null || keep !== 'server') return undefined
  const id = unsentFiles.beginning(agentId)
  return id !== undefined && !keptConversations.find(id, owner) ? id : undefined
}

function openInPage(
  id: string,
  agentId: string | null,
  owner: string | null,
  { api, client, mayBeKept }: PageParts,
): ConversationSession {
  let keptFor = owner
  const keep = (asked: ConversationSession) =>
    keptConversations.keep(asked, agentId, keptFor, keptFor === null ? currentViewer(client, api) : null)
  const storage = agentId !== null &&
    mayBeKept && {
      signingIn,
      open() {
        const viewer = currentViewer(client, api)
        if (viewer === null) return null
        const onKept = () => {
          keptFor = viewer
          keep(session)
        }
        return { transport: loadedWhenAsked({ api, client }, { id, agentId, viewer }), onKept }
      },
    }
  const session = new ConversationSession({
    ...{ id, nextFrame },
    onAsk: keep,
    onNews: (type) => notifyTabs({ type, conversationId: id }),
    transport: pageTransport(agentId, askAgent(api)),
    ...(storage && { storage }),
  })
  return session
}

function openStored(
  id: string,
  agentId: string,
  { conversationId, owner }: Wanted,
  { api, client }: PageParts,
): ConversationSession {
  if (conversationId === null) unsentFiles.open(agentId, id)
  const session = new ConversationSession({
    ...{ id, nextFrame },
    onAsk: (asked) => {
      unsentFiles.begin(agentId, id)
      keptConversations.keep(asked, agentId, owner)
    },
    onNews: (type) => notifyTabs({ type, conversationId: id }),
    transport: loadedWhenAsked({ api, client }, { id, agentId, viewer: owner ?? '' }),
    ...(owner !== null && { outbox: outboxOf(id, agentId, owner) }),
    isStored: conversationId !== null,
  })
  // The data of the first paint or of an earlier visit.
  const answer = client.getQueryData(conversationQuery(api, owner ?? '', id).queryKey)
  if (answer) session.merge(answer)
  return session
}

function loadedWhenAsked(
  { api, client }: Pick<PageParts, 'api' | 'client'>,
  { id, agentId, viewer }: { id: string; agentId: string; viewer: string },
): StoredTransport {
  const load = () => client.fetchQuery({ ...conversationQuery(api, viewer, id), staleTime: 0 })
  return pendingTransport(async () => {
    const { openStoredTransport } = await import('../transport/open-stored-transport.ts')
    return openStoredTransport(api, { id, agentId }, load)
  }, load)
}

const askAgent =
  (api: Api): AskAgent =>
  (request, outer) =>
    replyEvents((signal) => api.chat.$post({ json: request }, { init: { signal } }), outer)
