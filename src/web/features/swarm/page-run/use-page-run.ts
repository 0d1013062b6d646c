import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useApi } from '../../../lib/api.ts'
import type { PageRun, PageRunView } from './page-run.ts'
import { type PageRuns, pageRuns } from './page-runs.ts'

const nothing = () => () => {}

/** The run that lives in this page alone; null where none was begun. The first paint can have none. */
export function usePageRun(): { runs: PageRuns; run: PageRun | null; view: PageRunView | null } {
  const runs = pageRuns(useQueryClient(), useApi())
  const run = useSyncExternalStore(runs.subscribe, runs.getRun, () => null)
  const view = useSyncExternalStore(
    run?.subscribe ?? nothing,
    () => run?.getView() ?? null,
    () => null,
  )
  return { runs, run, view }
}
