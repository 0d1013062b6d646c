import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { FavouriteStar } from '../../features/agents/favourite/favourite-star.tsx'
import { conversationQuery } from '../../features/chat/api/conversation-query.ts'
import { engineQuery } from '../../features/chat/api/engine-query.ts'
import { ChatLoading } from '../../features/chat/chat-loading.tsx'
import { ChatScreen } from '../../features/chat/chat-screen.tsx'
import { entityOf, silentEntityOf } from '../../features/chat/entity.ts'
import { EntityNotFound } from '../../features/chat/entity-not-found.tsx'
import { ApiError, useApi } from '../../lib/http/api.ts'
import { findAgentQuery } from '../../lib/http/find-agent-query.ts'
import { Navigate, useParams } from '../../lib/router/router.tsx'
import { type Head, useTitle } from '../../lib/router/title.ts'
import { useViewer, viewerQuery } from '../../lib/session/viewer.ts'
import { Button } from '../../ui/button.tsx'
import type { ScreenContext } from '../screen.ts'

const NoConversation = lazy(() => import('../../features/chat/no-conversation.tsx'))

const notFoundTitle = 'Entity not found'
const missingTitle = 'Conversation not found'

/** What the screen asks, once it is known who asks. */
function questionsOf({ api, queryClient, params }: ScreenContext) {
  const viewer = queryClient.getQueryData(viewerQuery(api).queryKey) ?? null
  const { id = '', conversation } = params
  return {
    agent: findAgentQuery(api, id, viewer),
    conversation:
      viewer !== null && conversation !== undefined ? conversationQuery(api, viewer, conversation) : null,
  }
}

export async function prefetch(context: ScreenContext) {
  const { api, queryClient } = context
  await queryClient.prefetchQuery({ ...viewerQuery(api), retry: false })
  const { agent, conversation } = questionsOf(context)
  await Promise.all([
    queryClient.prefetchQuery({ ...agent, retry: false }),
    queryClient.prefetchQuery({ ...engineQuery(api), retry: false }),
    conversation && queryClient.prefetchQuery({ ...conversation, retry: false }),
    prefetchHistory(context),
  ])
}

/** The list beside the conversation; a visitor has none, and loads none of its code. */
async function prefetchHistory({ api, queryClient }: ScreenContext) {
  const viewer = queryClient.getQueryData(viewerQuery(api).queryKey)
  if (!viewer) return
  const { conversationListQuery } = await import('../../features/chat/history/api/conversation-list.ts')
  await queryClient.prefetchInfiniteQuery({ ...conversationListQuery(api, viewer, {}), retry: false })
}

export const head = (context: ScreenContext): Head => {
  const questions = questionsOf(context)
  const agent = context.queryClient.getQueryData(questions.agent.queryKey)
  const stored = questions.conversation && context.queryClient.getQueryData(questions.conversation.queryKey)
  if (stored) return { title: `${stored.title} · ${stored.agentName}` }
  if (context.params.conversation !== undefined) return { title: missingTitle }
  if (!agent) return { title: agent === null ? notFoundTitle : 'Chat' }
  return { title: agent.name, description: agent.description, unfurl: { kind: 'agent', id: agent.id } }
}

export const status = (context: ScreenContext): number => {
  const questions = questionsOf(context)
  const agent = context.queryClient.getQueryData(questions.agent.queryKey)
  if (context.params.conversation === undefined) return agent ? 200 : agent === null ? 404 : 503
  if (!questions.conversation) return 404
  const stored = context.queryClient.getQueryState(questions.conversation.queryKey)
  if (stored?.data) return 200
  const { error } = stored ?? {}
  // An id that is no id at all is refused as such.
  return error instanceof ApiError && (error.status === 404 || error.status === 422) ? 404 : 503
}

export default function Chat() {
  const api = useApi()
  const { id = '', conversation = null } = useParams()
  const viewer = useViewer()
  const agent = useQuery(findAgentQuery(api, id, viewer ?? null))
  const isGone = agent.data === null
  // Asked by the screen itself; here only where the agent that it needs is gone.
  const stored = useQuery({
    ...conversationQuery(api, viewer ?? '', conversation ?? ''),
    enabled: isGone && Boolean(viewer) && conversation !== null,
  })
  if (stored.data && stored.data.agentId !== id)
    return <Navigate replace to={`/chat/${stored.data.agentId}/${stored.data.id}`} />
  if (viewer === undefined || agent.isPending || (isGone && stored.isLoading)) return <ChatLoading />
  if (agent.isError) return <LoadFailed retry={() => void agent.refetch()} />
  const entity = agent.data ? entityOf(agent.data) : stored.data && silentEntityOf(stored.data)
  if (entity)
    return (
      <ChatScreen
        key={id}
        entity={entity}
        conversationId={conversation}
        viewer={viewer}
        entityTools={agent.data && <FavouriteStar agent={agent.data} kept={agent.data.favourite} />}
      />
    )
  return conversation === null ? <NotFound /> : <Missing agentId={id} viewer={viewer} />
}

function NotFound() {
  useTitle(notFoundTitle)
  return <EntityNotFound />
}

function Missing(props: { agentId: string; viewer: string | null }) {
  useTitle(missingTitle)
  return (
    <section className="grid min-h-[calc(100dvh-var(--header-height)-1px)]">
      <Suspense>
        <NoConversation why="missing" heading="h1" {...props} />
      </Suspense>
    </section>
  )
}

function LoadFailed({ retry }: { retry: () => void }) {
  return (
    <section
      role="alert"
      className="wrap grid min-h-[60dvh] place-content-center justify-items-start gap-5 py-16"
    >
      <p className="label text-bad">Link lost</p>
      <h1 className="text-3xl font-bold">The entity could not be loaded.</h1>
      <p className="max-w-[52ch] text-soft">
        The server did not answer. Look at your connection and try again.
      </p>
      <Button tone="primary" onClick={retry}>
        Try again
      </Button>
    </section>
  )
}
