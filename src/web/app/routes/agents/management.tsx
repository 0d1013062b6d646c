import { Suspense } from 'react'
import { myAgentsQuery } from '../../../features/agents/api/my-agents.ts'
import { Management } from '../../../features/agents/management/management.tsx'
import { useTitle } from '../../../lib/router/title.ts'
import { useViewer, viewerQuery } from '../../../lib/session/viewer.ts'
import { optionalPart } from '../../../ui/optional-part.ts'
import type { ScreenContext } from '../../screen.ts'
import * as texts from '../../texts.ts'
import { tryOut } from '../../try-out.tsx'

const StatementsHere = optionalPart(() => import('../../../blocks/statements/statements-here.tsx'))

const title = texts.managementTitle

export async function prefetch({ api, queryClient }: ScreenContext) {
  const viewer = await queryClient.fetchQuery({ ...viewerQuery(api), retry: false }).catch(() => null)
  if (viewer) await queryClient.prefetchInfiniteQuery({ ...myAgentsQuery(api, viewer), retry: false })
}

export const head = () => ({ title, description: texts.managementSummary })

export default function ManagementScreen() {
  useTitle(title)
  const owner = useViewer()
  const decisions = owner && (
    <Suspense>
      <StatementsHere owner={owner} kind="agent" className="mb-6.5" />
    </Suspense>
  )
  return <Management tryOut={tryOut} decisions={decisions} />
}
