import { Suspense } from 'react'
import { engineQuery } from '../../features/chat/api/engine-query.ts'
import { runListQuery } from '../../features/swarm/api/runs.ts'
import type { ChooseAgents } from '../../features/swarm/brief/agents-dialog.tsx'
import { SwarmHub } from '../../features/swarm/runs/swarm-hub.tsx'
import { useTitle } from '../../lib/router/title.ts'
import { viewerQuery } from '../../lib/session/viewer.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { RoomHead } from '../room-head.tsx'
import type { ScreenContext } from '../screen.ts'
import * as texts from '../texts.ts'

const AgentChooser = lazyPart(() => import('../../features/agents/picker/agent-chooser.tsx'))

const title = texts.swarmTitle

export async function prefetch({ api, queryClient }: ScreenContext) {
  const asksEngine = queryClient.prefetchQuery({ ...engineQuery(api), retry: false })
  const viewer = await queryClient.fetchQuery({ ...viewerQuery(api), retry: false }).catch(() => null)
  if (viewer !== null) await queryClient.prefetchInfiniteQuery({ ...runListQuery(api, viewer), retry: false })
  await asksEngine
}

export const head = () => ({
  title,
  description: texts.swarmSummary,
})

export default function Swarm() {
  useTitle(title)
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <RoomHead title={title}>{texts.swarmAbout}</RoomHead>
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
      words={{ choose: texts.add, pending: texts.adding, taken: texts.added }}
    />
  </Suspense>
)
