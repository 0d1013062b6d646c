import { lazy, Suspense } from 'react'
import { engineQuery } from '../../features/chat/api/engine-query.ts'
import { runListQuery } from '../../features/swarm/api/runs.ts'
import type { ChooseAgents } from '../../features/swarm/brief/agents-dialog.tsx'
import { SwarmHub } from '../../features/swarm/swarm-hub.tsx'
import { useTitle } from '../../lib/router/title.ts'
import { viewerQuery } from '../../lib/session/viewer.ts'
import { RoomHead } from '../room-head.tsx'
import type { ScreenContext } from '../screen.ts'

const AgentChooser = lazy(() => import('../../features/agents/picker/agent-chooser.tsx'))

const title = 'Swarm Intelligence Hub'

export async function prefetch({ api, queryClient }: ScreenContext) {
  const asksEngine = queryClient.prefetchQuery({ ...engineQuery(api), retry: false })
  const viewer = await queryClient.fetchQuery({ ...viewerQuery(api), retry: false }).catch(() => null)
  if (viewer !== null) await queryClient.prefetchInfiniteQuery({ ...runListQuery(api, viewer), retry: false })
  await asksEngine
}

export const head = () => ({
  title,
  description:
    'Give two to five agents one task: side by side, in a debate or in a relay, with a synthesis at the end.',
})

/** The room /swarm (decision 23): several agents work on one task. */
export default function Swarm() {
  useTitle(title)
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <RoomHead title={title}>
        Two to five agents at one task, and a synthesis of what they said. What it may come to is known before
        it begins.
      </RoomHead>
      <SwarmHub chooseAgents={chooseAgents} />
    </div>
  )
}

/** Features do not import each other, so the screen connects the agents feature with this one. */
const chooseAgents: ChooseAgents = (choice) => (
  <Suspense fallback={<div className="h-[60dvh]" />}>
    <AgentChooser
      {...choice}
      pendingId={undefined}
      words={{ choose: 'Add', pending: 'Adding', taken: 'Is in' }}
    />
  </Suspense>
)
