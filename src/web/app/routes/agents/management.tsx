import { Suspense } from 'react'
import { askableSearch } from '../../../../shared/common/search-text.ts'
import { myAgentsQuery } from '../../../features/agents/api/my-agents.ts'
import { Management } from '../../../features/agents/management/management.tsx'
import { readFilter } from '../../../features/agents/matrix/matrix-filter.ts'
import { useTitle } from '../../../lib/router/title.ts'
import { useViewer, viewerQuery } from '../../../lib/session/viewer.ts'
import { optionalPart } from '../../../ui/optional-part.ts'
import type { ScreenContext } from '../../screen.ts'
import * as texts from '../../texts.ts'
import { tryOut } from '../../try-out.tsx'

const StatementsHere = optionalPart(() => import('../../../blocks/statements/statements-here.tsx'))

const title = texts.managementTitle

export async function prefetch({ api, queryClient, search }: ScreenContext) {
  const viewer = await queryClient.fetchQuery({ ...viewerQuery(api), retry: false }).catch(() => null)
  const asked = viewer && myAgentsQuery(api, viewer, askableSearch(readFilter(search).query ?? ''))
  if (asked) await queryClient.prefetchInfiniteQuery({ ...asked, retry: false })
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
