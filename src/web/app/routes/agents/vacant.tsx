import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { agentQuery } from '../../../features/agents/api/agent.ts'
import { agentListQuery } from '../../../features/agents/api/agent-list.ts'
import { myDraftsQuery } from '../../../features/agents/api/my-agents.ts'
import { Matrix } from '../../../features/agents/matrix/matrix.tsx'
import { askableFilter, draftsAskedFor, readFilter } from '../../../features/agents/matrix/matrix-filter.ts'
import { useApi } from '../../../lib/http/api.ts'
import { useSearchParams } from '../../../lib/router/router.tsx'
import { type Head, useTitle } from '../../../lib/router/title.ts'
import { useViewer, viewerQuery } from '../../../lib/session/viewer.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { ScreenContext } from '../../screen.ts'
import * as texts from '../../texts.ts'

const QuickChatDialog = lazyPart(() => import('../../../features/chat/screen/quick-chat-dialog.tsx'))

const title = texts.matrixTitle

export function prefetch({ api, queryClient, search }: ScreenContext) {
  const filter = askableFilter(readFilter(search))
  const agentId = search.get('agent')
  const asksViewer = queryClient.fetchQuery({ ...viewerQuery(api), retry: false }).catch(() => null)
  return Promise.all([
    queryClient.prefetchInfiniteQuery({ ...agentListQuery(api, filter), retry: false }),
    asksViewer.then((viewer) =>
      Promise.all([
        viewer &&
          queryClient.prefetchQuery({ ...myDraftsQuery(api, viewer, draftsAskedFor(filter)), retry: false }),
        agentId && queryClient.prefetchQuery({ ...agentQuery(api, agentId, viewer), retry: false }),
      ]),
    ),
  ])
}

export function head({ api, queryClient, search }: ScreenContext): Head {
  const viewer = queryClient.getQueryData(viewerQuery(api).queryKey) ?? null
  const agent = queryClient.getQueryData(agentQuery(api, search.get('agent') ?? '', viewer).queryKey)
  return agent
    ? { title: agent.name, description: agent.description, unfurl: { kind: 'agent', id: agent.id } }
    : {
        title,
        description: texts.matrixSummary,
        unfurl: { kind: 'matrix' },
      }
}

export default function Vacant() {
  const [search] = useSearchParams()
  const open = agentQuery(useApi(), search.get('agent') ?? '', useViewer() ?? null)
  // Its dialog asks for it.
  const agent = useQuery({ ...open, enabled: false }).data
  useTitle(agent?.name ?? title)
  const [chatting, setChatting] = useState<AgentSummary>()
  return (
    <>
      <Matrix onQuickChat={setChatting} />
      {chatting && (
        <Suspense fallback={null}>
          <QuickChatDialog agent={chatting} onClose={() => setChatting(undefined)} />
        </Suspense>
      )}
    </>
  )
}
