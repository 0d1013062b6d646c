import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { engineQuestion } from '../../features/chat/api/engine-question.ts'
import { ChatLoading } from '../../features/chat/chat-loading.tsx'
import { ChatScreen } from '../../features/chat/chat-screen.tsx'
import { EntityNotFound } from '../../features/chat/entity-not-found.tsx'
import { agentQuestion } from '../../lib/agent-question.ts'
import { useApi } from '../../lib/api.ts'
import { useIdentity } from '../../lib/identity.ts'
import { type Head, useTitle } from '../../lib/title.ts'
import { Button } from '../../ui/button.tsx'
import type { ScreenContext } from '../screen.ts'

const notFoundTitle = 'Entity not found'

const questionOf = ({ api, params }: Pick<ScreenContext, 'api' | 'params'>) =>
  agentQuestion(api, params.id ?? '', null)

export const prefetch = (context: ScreenContext) =>
  Promise.all([
    context.queryClient.prefetchQuery({ ...questionOf(context), retry: false }),
    context.queryClient.prefetchQuery({ ...engineQuestion(context.api), retry: false }),
  ])

export const head = (context: ScreenContext): Head => {
  const agent = context.queryClient.getQueryData(questionOf(context).queryKey)
  if (!agent) return { title: agent === null ? notFoundTitle : 'Chat' }
  return { title: agent.name, description: agent.description, image: agent.imageUrl }
}

export const status = (context: ScreenContext): number => {
  const agent = context.queryClient.getQueryData(questionOf(context).queryKey)
  if (agent) return 200
  return agent === null ? 404 : 503
}

export default function Chat() {
  const { id = '' } = useParams()
  const identity = useIdentity()
  const viewer = identity.state === 'signed-in' ? identity.address : null
  const agent = useQuery(agentQuestion(useApi(), id, viewer))
  useTitle(agent.data?.name ?? (agent.data === null ? notFoundTitle : 'Chat'))
  if (agent.data) return <ChatScreen key={agent.data.id} agent={agent.data} />
  if (agent.data === null) return <EntityNotFound />
  if (agent.isError) return <LoadFailed retry={() => void agent.refetch()} />
  return <ChatLoading />
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
