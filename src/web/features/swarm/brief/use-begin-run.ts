import { useQueryClient } from '@tanstack/react-query'
import { ApiError, useApi } from '../../../lib/http/api.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { beginRun } from '../api/change-run.ts'
import { runListsKey, runQuery } from '../api/runs.ts'
import { withSession } from '../api/with-session.ts'
import { rememberBegun } from '../run/begun-here.ts'
import type { BriefDesk } from './brief-desk.ts'
import type { Brief } from './brief-values.ts'

/** Gives what begins a run that the server keeps for a wallet, and leads to its address. It throws where none was begun. */
export function useBeginRun(desk: BriefDesk): (owner: string, brief: Brief) => Promise<void> {
  const api = useApi()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (owner, brief) => {
    try {
      const wanted = { ...brief, id: desk.idFor(brief) }
      const run = await withSession(() => beginRun(api, wanted))
      rememberBegun(run.id)
      client.setQueryData(runQuery(api, owner, run.id).queryKey, run)
      void client.invalidateQueries({ queryKey: runListsKey })
      desk.begun()
      void navigate(`/swarm/${run.id}`)
    } catch (error) {
      // An answer came, and nothing was begun with this id.
      if (error instanceof ApiError && error.status < 500) desk.forgetId()
      if (isSwarmBusy(error)) void client.invalidateQueries({ queryKey: runListsKey })
      throw error
    }
  }
}

/** Whether as many runs as may run are running. */
export const isSwarmBusy = (error: unknown): boolean =>
  error instanceof ApiError && error.problem?.code === 'swarm_busy'
