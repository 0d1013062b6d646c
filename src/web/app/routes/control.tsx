import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { agentQuery } from '../../features/agents/api/agent.ts'
import { figuresQuery } from '../../features/control/api/figures.ts'
import { readControlAddress } from '../../features/control/control-address.ts'
import { ControlCenter, type RenderControls } from '../../features/control/control-center.tsx'
import { useApi } from '../../lib/http/api.ts'
import { findAgentQuery } from '../../lib/http/find-agent-query.ts'
import { useSearchParams } from '../../lib/router/router.tsx'
import { useTitle } from '../../lib/router/title.ts'
import { useViewer, viewerQuery } from '../../lib/session/viewer.ts'
import { Notice } from '../../ui/form/notice.tsx'
import type { ScreenContext } from '../screen.ts'
import { tryOut } from '../try-out.tsx'

/** The figures stay where the controls can't come. */
const AgentControls = lazy(() =>
  import('../../features/agents/management/agent-controls.tsx').catch(() => ({ default: MissingControls })),
)

const title = 'Agent Control Center'
const notFoundTitle = 'Agent not found'

export async function prefetch({ api, queryClient, search }: ScreenContext) {
  const viewer = await queryClient.fetchQuery({ ...viewerQuery(api), retry: false }).catch(() => null)
  if (viewer === null) return
  const address = readControlAddress(search)
  await Promise.all([
    queryClient.prefetchQuery({ ...figuresQuery(api, viewer, address), retry: false }),
    address.agent !== null && prefetchAgent({ api, queryClient }, address.agent, viewer),
  ])
}

/** For its head and, in words of its own, for its controls. */
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

/** The figures that `prefetch` learned; null where the address names no agent of the wallet's, and where nobody is there. */
function figuresOf({ api, queryClient, search }: ScreenContext) {
  const viewer = queryClient.getQueryData(viewerQuery(api).queryKey)
  if (!viewer) return { viewer: null } as const
  const { queryKey } = figuresQuery(api, viewer, readControlAddress(search))
  return { viewer, figures: queryClient.getQueryData(queryKey) } as const
}

export const head = (context: ScreenContext) => {
  const { viewer, figures } = figuresOf(context)
  if (viewer !== null && figures === null) return { title: notFoundTitle }
  return { title, description: 'How your agents are used and how well they answer, for their owner alone.' }
}

/** Whoever has no session finds the locked room, whatever the address names. */
export const status = (context: ScreenContext): number => {
  const { viewer, figures } = figuresOf(context)
  if (viewer === null || figures) return 200
  return figures === null ? 404 : 503
}

/** The room /control (decision 23): the figures of the wallet's agents, and their controls. */
export default function ControlScreen() {
  const api = useApi()
  const [search] = useSearchParams()
  const viewer = useViewer()
  const question = figuresQuery(api, viewer ?? '', readControlAddress(search))
  const figures = useQuery({ ...question, enabled: false }).data
  useTitle(viewer && figures === null ? notFoundTitle : title)
  return <ControlCenter controls={controls} />
}

/** Agents are a feature of their own; here the screen gets to know them. */
const controls: RenderControls = (agent) => (
  <Suspense fallback={<div className="h-11" />}>
    <AgentControls key={agent.agentId} {...agent} tryOut={tryOut} />
  </Suspense>
)

function MissingControls(_: object) {
  return (
    <Notice tone="bad" title="The controls could not be loaded.">
      The figures are complete. Open this page again once you are connected.
    </Notice>
  )
}
