import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { agentQuery } from '../../../features/agents/api/agent.ts'
import { analyticsQuery } from '../../../features/control/analytics.ts'
import { readControlAddress } from '../../../features/control/control-address.ts'
import { ControlCenter, type RenderControls } from '../../../features/control/screen/control-center.tsx'
import * as texts from '../../../features/control/texts.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { findAgentQuery } from '../../../lib/http/find-agent-query.ts'
import { useSearchParams } from '../../../lib/router/router.tsx'
import { useTitle } from '../../../lib/router/title.ts'
import { useViewer, viewerQuery } from '../../../lib/session/viewer.ts'
import { Notice } from '../../../ui/form/notice.tsx'
import type { ScreenContext } from '../../screen.ts'
import { tryOut } from '../../try-out.tsx'

const AgentControls = lazy(() =>
  import('../../../features/agents/management/agent-controls.tsx').catch(() => ({
    default: MissingControls,
  })),
)

export async function prefetch({ api, queryClient, search }: ScreenContext) {
  const viewer = await queryClient.fetchQuery({ ...viewerQuery(api), retry: false }).catch(() => null)
  if (viewer === null) return
  const address = readControlAddress(search)
  await Promise.all([
    queryClient.prefetchQuery({ ...analyticsQuery(api, viewer, address), retry: false }),
    address.agent !== null && prefetchAgent({ api, queryClient }, address.agent, viewer),
  ])
}

/** Prefetches for the head, and for the controls, which use a query of their own. */
async function prefetchAgent(
  { api, queryClient }: Pick<ScreenContext, 'api' | 'queryClient'>,
  id: string,
  owner: string,
) {
  const agent = await queryClient
    .fetchQuery({ ...findAgentQuery(api, id, owner), retry: false })
    .catch(() => null)
  if (agent) queryClient.setQueryData(agentQuery(api, id, owner).queryKey, agent)
}

/** Null if the address names none of the wallet's agents, or if there is no session. */
function analyticsOf({ api, queryClient, search }: ScreenContext) {
  const viewer = queryClient.getQueryData(viewerQuery(api).queryKey)
  if (!viewer) return { viewer: null } as const
  const address = readControlAddress(search)
  const { queryKey } = analyticsQuery(api, viewer, address)
  const agent = queryClient.getQueryData(findAgentQuery(api, address.agent ?? '', viewer).queryKey)
  return { viewer, analytics: queryClient.getQueryData(queryKey), agent } as const
}

export const head = (context: ScreenContext) => {
  const { viewer, analytics, agent } = analyticsOf(context)
  if (viewer !== null && analytics === null) return { title: texts.notFound }
  return { title: titleOf(agent), description: texts.summary }
}

const titleOf = (agent: Agent | null | undefined) => (agent ? texts.titleOf(agent.name) : texts.title)

/** Without a session the status is 200 whatever the address names, because the locked panel is shown. */
export const status = (context: ScreenContext): number => {
  const { viewer, analytics } = analyticsOf(context)
  if (viewer === null || analytics) return 200
  return analytics === null ? 404 : 503
}

/** The room of decision 23. */
export default function ControlScreen() {
  const api = useApi()
  const [search] = useSearchParams()
  const viewer = useViewer()
  const address = readControlAddress(search)
  // Both are asked for where they are shown.
  const analytics = useQuery({ ...analyticsQuery(api, viewer ?? '', address), enabled: false }).data
  const known = findAgentQuery(api, address.agent ?? '', viewer ?? '')
  const agent = useQuery({ ...known, enabled: false }).data
  useTitle(viewer && analytics === null ? texts.notFound : titleOf(agent))
  return <ControlCenter controls={controls} />
}

/** Features do not import each other, so the screen connects the agents feature with this one. */
const controls: RenderControls = (agent) => (
  <Suspense fallback={<div className="h-11" />}>
    <AgentControls key={agent.agentId} {...agent} tryOut={tryOut} />
  </Suspense>
)

function MissingControls(_: object) {
  return (
    <Notice tone="bad" title={texts.controlsNotLoaded}>
      {texts.controlsNotLoadedAbout}
    </Notice>
  )
}
