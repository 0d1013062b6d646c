import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, Suspense, useRef, useState } from 'react'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { Message } from '../../../../shared/chat/messages.ts'
import { FavouriteStar } from '../../../features/agents/favourite/favourite-star.tsx'
import { conversationQuery } from '../../../features/chat/api/conversation-query.ts'
import { engineQuery } from '../../../features/chat/api/engine-query.ts'
import { entityOf, silentEntityOf } from '../../../features/chat/entity.ts'
import { BesideHistory } from '../../../features/chat/history/beside-history.tsx'
import { ChatLoading } from '../../../features/chat/screen/chat-loading.tsx'
import { ChatScreen } from '../../../features/chat/screen/chat-screen.tsx'
import * as chatTexts from '../../../features/chat/texts.tsx'
import { ApiError, isMissing, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { findAgentQuery } from '../../../lib/http/find-agent-query.ts'
import { Navigate, useNavigate, useParams } from '../../../lib/router/router.tsx'
import { type Head, useTitle } from '../../../lib/router/title.ts'
import { useViewer, viewerQuery } from '../../../lib/session/viewer.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { DeadEnd } from '../../../ui/dead-end.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { ScreenContext } from '../../screen.ts'
import * as texts from '../../texts.ts'
import { tryOut } from '../../try-out.tsx'

/** Only the agent's owner loads it. */
const EditDialog = lazyPart(() => import('../../../features/agents/edit/edit-dialog.tsx'))
const NoConversation = lazyPart(() => import('../../../features/chat/screen/no-conversation.tsx'))

const notFoundTitle = texts.entityNotFound
const missingTitle = texts.conversationNotFound

/** The viewer must be known already. */
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
    queryClient.prefetchQuery({ ...engineQuery(api, context.params.id), retry: false }),
    conversation && queryClient.prefetchQuery({ ...conversation, retry: false }),
    prefetchHistory(context),
  ])
}

/** A visitor has no list and was nowhere before, and does not load the code of either. */
async function prefetchHistory({ api, queryClient, params }: ScreenContext) {
  const viewer = queryClient.getQueryData(viewerQuery(api).queryKey)
  if (!viewer) return
  const [{ conversationListQuery }, { lastTalkQuery }] = await Promise.all([
    import('../../../features/chat/history/api/conversation-list.ts'),
    import('../../../blocks/memory/memory-query.ts'),
  ])
  const { id = '', conversation } = params
  await Promise.all([
    queryClient.prefetchInfiniteQuery({ ...conversationListQuery(api, viewer, {}), retry: false }),
    conversation === undefined &&
      queryClient.prefetchQuery({ ...lastTalkQuery(api, viewer, id), retry: false }),
  ])
}

export const head = (context: ScreenContext): Head => {
  const questions = questionsOf(context)
  const agent = context.queryClient.getQueryData(questions.agent.queryKey)
  const stored = questions.conversation && context.queryClient.getQueryData(questions.conversation.queryKey)
  if (stored) return { title: `${stored.title} · ${stored.agentName}` }
  const isPrivate = context.params.conversation !== undefined
  if (!agent) return { title: isPrivate ? missingTitle : agent === null ? notFoundTitle : texts.chat }
  // A viewer who opens the address of another person's conversation is shown its agent instead.
  return {
    title: agent.name,
    description: agent.description,
    unfurl: { kind: 'agent', id: agent.id },
    ...(isPrivate && { unlisted: true }),
  }
}

export const status = (context: ScreenContext): number => {
  const questions = questionsOf(context)
  const agent = context.queryClient.getQueryData(questions.agent.queryKey)
  if (context.params.conversation === undefined) return agent ? 200 : agent === null ? 404 : 503
  const led = agent ? 200 : 404
  if (!questions.conversation) return led
  const stored = context.queryClient.getQueryState(questions.conversation.queryKey)
  if (stored?.data) return 200
  const { error } = stored ?? {}
  // The server refuses a malformed id with 422.
  return error instanceof ApiError && (error.status === 404 || error.status === 422) ? led : 503
}

/** While an agent loads there is no screen yet that could begin a conversation: its address does. */
function useBeginThere(id: string, conversation: string | null) {
  const navigate = useNavigate()
  return () => navigate(`/chat/${id}`, { replace: conversation === null, state: { takesFocus: true } })
}

export default function Chat() {
  const api = useApi()
  const { id = '', conversation = null } = useParams()
  const viewer = useViewer()
  const agent = useQuery(findAgentQuery(api, id, viewer ?? null))
  const isGone = agent.data === null
  // The screen itself loads the conversation; it is only requested here if its agent does not exist any more.
  const stored = useQuery({
    ...conversationQuery(api, viewer ?? '', conversation ?? ''),
    enabled: isGone && Boolean(viewer) && conversation !== null,
  })
  const begin = useRef<() => void>(null)
  const beginThere = useBeginThere(id, conversation)
  /** The messages at the moment when editing began; trying the changes continues from them. */
  const [refinedFrom, setRefinedFrom] = useState<readonly Message[]>()
  if (stored.data && stored.data.agentId !== id)
    return <Navigate replace to={`/chat/${stored.data.agentId}/${stored.data.id}`} />
  if (viewer === undefined) return <Loading />
  if (agent.isLoadingError) return <LoadFailed error={agent.error} retry={() => void agent.refetch()} />
  const entity = agent.data ? entityOf(agent.data) : stored.data && silentEntityOf(stored.data)
  if (entity || agent.isPending || stored.isLoading)
    return (
      <>
        <BesideHistory
          agentId={id}
          conversationId={conversation}
          viewer={viewer}
          onNew={() => (begin.current ?? beginThere)()}
        >
          {entity ? (
            <ChatScreen
              key={id}
              ref={begin}
              entity={entity}
              conversationId={conversation}
              viewer={viewer}
              entityTools={agent.data && <FavouriteStar agent={agent.data} kept={agent.data.favourite} />}
              onRefine={agent.data && agent.data.owner === viewer ? setRefinedFrom : undefined}
            />
          ) : (
            <Loading />
          )}
        </BesideHistory>
        {agent.data && refinedFrom && (
          <Refining agent={agent.data} said={refinedFrom} onClose={() => setRefinedFrom(undefined)} />
        )}
      </>
    )
  if (conversation === null) return <NotFound />
  const failed = stored.isLoadingError && !isMissing(stored.error)
  return (
    <NoStored
      why={failed ? 'unreachable' : 'missing'}
      agentId={id}
      conversationId={conversation}
      viewer={viewer}
      retry={() => void stored.refetch()}
    />
  )
}

/** @param props.said from which the person goes on to try the changes */
function Refining(props: { agent: Agent; said: readonly Message[]; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <EditDialog
        agent={props.agent}
        tryOut={(tried) => tryOut({ ...tried, said: props.said })}
        onClose={props.onClose}
      />
    </Suspense>
  )
}

/** The agent does not exist, was deleted, or was hidden by its owner (decision 8). */
function NotFound() {
  useTitle(notFoundTitle)
  return (
    <DeadEnd
      label={chatTexts.signalNotFound}
      hue="text-magenta"
      title={chatTexts.entityNotFound}
      text={chatTexts.thereNoAgentAtAddress}
    >
      <ButtonLink to="/vacant" tone="primary">
        {chatTexts.openMatrix}
      </ButtonLink>
      <ButtonLink to="/isolated">{chatTexts.chatBionic}</ButtonLink>
    </DeadEnd>
  )
}

function NoStored(props: ComponentProps<typeof NoConversation>) {
  useTitle(missingTitle)
  return (
    <section className="grid min-h-[calc(100dvh-var(--header-height)-1px)]">
      <Suspense>
        <NoConversation heading="h1" {...props} />
      </Suspense>
    </section>
  )
}

function Loading() {
  useTitle(texts.chat)
  return <ChatLoading />
}

function LoadFailed({ error, retry }: { error: unknown; retry: () => void }) {
  useTitle(texts.chat)
  return (
    <DeadEnd alert label={texts.linkLost} title={texts.entityNotLoaded} text={explainError(error)}>
      <Button tone="primary" onClick={retry}>
        {texts.tryAgain}
      </Button>
    </DeadEnd>
  )
}
