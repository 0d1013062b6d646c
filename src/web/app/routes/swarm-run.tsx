import { useQuery } from '@tanstack/react-query'
import { runTitle } from '../../../shared/swarm/swarm-markdown.ts'
import { engineQuery } from '../../features/chat/api/engine-query.ts'
import { runQuery } from '../../features/swarm/api/runs.ts'
import { KeptRun } from '../../features/swarm/kept-run/kept-run.tsx'
import { useApi } from '../../lib/http/api.ts'
import { useParams } from '../../lib/router/router.tsx'
import { type Head, useTitle } from '../../lib/router/title.ts'
import { useViewer, viewerQuery } from '../../lib/session/viewer.ts'
import { EngineOfNow } from '../engine.tsx'
import type { ScreenContext } from '../screen.ts'
import * as texts from '../texts.ts'

const title = texts.runTitle
const notFoundTitle = texts.runNotFound

/** The viewer must be known already. */
function questionOf({ api, queryClient, params }: ScreenContext) {
  const viewer = queryClient.getQueryData(viewerQuery(api).queryKey) ?? null
  return runQuery(api, viewer, readRunId(params))
}

/** The server writes ids in lower case. */
const readRunId = ({ id = '' }: ScreenContext['params']) => id.toLowerCase()

export async function prefetch(context: ScreenContext) {
  const { api, queryClient } = context
  await queryClient.prefetchQuery({ ...viewerQuery(api), retry: false })
  await Promise.all([
    queryClient.prefetchQuery({ ...questionOf(context), retry: false }),
    queryClient.prefetchQuery({ ...engineQuery(api), retry: false }),
  ])
}

export const head = (context: ScreenContext): Head => {
  const run = context.queryClient.getQueryData(questionOf(context).queryKey)
  if (!run) return { title: run === null ? notFoundTitle : title }
  const names = run.seats.map(({ agentName }) => agentName).join(', ')
  return {
    title: runTitle(run),
    description: texts.runSummary(names),
    // A run without a wallet expires, so it gets no preview image: a shared link would outlive it.
    ...(run.until === undefined && { unfurl: { kind: 'run', id: run.id } }),
  }
}

export const status = (context: ScreenContext): number => {
  const run = context.queryClient.getQueryData(questionOf(context).queryKey)
  return run ? 200 : run === null ? 404 : 503
}

export default function SwarmRunScreen() {
  const api = useApi()
  const viewer = useViewer()
  const id = readRunId(useParams())
  const run = useQuery({ ...runQuery(api, viewer ?? null, id), enabled: false }).data
  useTitle(run ? runTitle(run) : run === null ? notFoundTitle : title)
  return <KeptRun viewer={viewer} id={id} engine={<EngineOfNow />} />
}
