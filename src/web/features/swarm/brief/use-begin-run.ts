import { useQueryClient } from '@tanstack/react-query'
import { ApiError, useApi } from '../../../lib/http/api.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { beginRun, beginUnkeptRun } from '../api/change-run.ts'
import { runListsKey, runQuery } from '../api/runs.ts'
import { rememberRunHere } from '../api/runs-here.ts'
import { withSession } from '../api/with-session.ts'
import { rememberBegun } from '../run/begun-here.ts'
import type { BriefStore } from './brief-store.ts'
import type { Brief } from './brief-values.ts'

/** For a visitor, whose `owner` is null, the run exists for an hour. The function throws if none was started. */
export function useBeginRun(store: BriefStore): (owner: string | null, brief: Brief) => Promise<void> {
  const api = useApi()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (owner, brief) => {
    try {
      const wanted = { ...brief, id: store.idFor(brief) }
      const run =
        owner === null ? await beginUnkeptRun(api, wanted) : await withSession(() => beginRun(api, wanted))
      rememberBegun(run.id)
      rememberRunHere(run, new Date())
      client.setQueryData(runQuery(api, owner, run.id).queryKey, run)
      void client.invalidateQueries({ queryKey: runListsKey })
      store.begun(brief)
      void navigate(`/swarm/${run.id}`)
    } catch (error) {
      // The server answered, and no run was started with this id.
      if (error instanceof ApiError && error.status < 500) store.forgetId()
      if (isSwarmBusy(error)) void client.invalidateQueries({ queryKey: runListsKey })
      throw error
    }
  }
}

export const isSwarmBusy = (error: unknown): boolean =>
  error instanceof ApiError && error.problem?.code === 'swarm_busy'
