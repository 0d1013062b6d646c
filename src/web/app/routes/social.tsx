import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { engineQuery } from '../../features/chat/api/engine-query.ts'
import { briefListQuery, briefQuery } from '../../features/social/api/briefs.ts'
import type { ChooseAgent } from '../../features/social/brief/agent-dialog.tsx'
import { readBriefId, SocialAgent } from '../../features/social/page/social-agent.tsx'
import * as texts from '../../features/social/texts.ts'
import { useApi } from '../../lib/http/api.ts'
import { findAgentQuery } from '../../lib/http/find-agent-query.ts'
import { useSearchParams } from '../../lib/router/router.tsx'
import { useTitle } from '../../lib/router/title.ts'
import { useViewer, viewerQuery } from '../../lib/session/viewer.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { RoomHead } from '../room-head.tsx'
import type { ScreenContext } from '../screen.ts'

const AgentChooser = lazyPart(() => import('../../features/agents/picker/agent-chooser.tsx'))

export async function prefetch(context: ScreenContext) {
  const { api, queryClient } = context
  const asksEngine = queryClient.prefetchQuery({ ...engineQuery(api), retry: false })
  const viewer = await queryClient.fetchQuery({ ...viewerQuery(api), retry: false }).catch(() => null)
  if (viewer !== null)
    await Promise.all([
      queryClient.prefetchInfiniteQuery({ ...briefListQuery(api, viewer), retry: false }),
      prefetchBrief(context, viewer),
    ])
  await asksEngine
}

async function prefetchBrief({ api, queryClient, search }: ScreenContext, viewer: string) {
  const id = readBriefId(search)
  if (id === null) return
  const question = briefQuery(api, viewer, id)
  await queryClient.prefetchQuery({ ...question, retry: false })
  const agentId = queryClient.getQueryData(question.queryKey)?.agentId
  if (agentId) await queryClient.prefetchQuery({ ...findAgentQuery(api, agentId, viewer), retry: false })
}

/** Undefined if the address names none, null if this wallet has no such brief. */
function briefOf({ api, queryClient, search }: ScreenContext) {
  const id = readBriefId(search)
  if (id === null) return { named: false } as const
  const viewer = queryClient.getQueryData(viewerQuery(api).queryKey)
  if (!viewer) return { named: true, brief: null } as const
  return { named: true, brief: queryClient.getQueryData(briefQuery(api, viewer, id).queryKey) } as const
}

export const head = (context: ScreenContext) => {
  const { named, brief } = briefOf(context)
  if (named && brief === null) return { title: texts.notFound }
  return { title: texts.title, description: texts.summary }
}

export const status = (context: ScreenContext): number => {
  const { named, brief } = briefOf(context)
  if (!named || brief) return 200
  return brief === null ? 404 : 503
}

export default function Social() {
  const api = useApi()
  const [search] = useSearchParams()
  const viewer = useViewer()
  const id = readBriefId(search)
  const brief = useQuery({ ...briefQuery(api, viewer ?? '', id ?? ''), enabled: false }).data
  useTitle(id !== null && (viewer === null || brief === null) ? texts.notFound : texts.title)
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <RoomHead title={texts.title}>{texts.about}</RoomHead>
      <SocialAgent chooseAgent={chooseAgent} />
    </div>
  )
}

/** Features do not import each other, so the screen connects the agents feature with this one. */
const chooseAgent: ChooseAgent = (choice) => (
  <Suspense fallback={<div className="h-[60dvh]" />}>
    <AgentChooser
      {...choice}
      pendingId={undefined}
      words={{ choose: texts.choose, pending: texts.choosing, taken: texts.chosen }}
    />
  </Suspense>
)
