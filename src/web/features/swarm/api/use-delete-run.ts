import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { UNDO_DELETE_MS } from '../../../../shared/common/limits.ts'
import type { SwarmPage } from '../../../../shared/swarm/swarm.ts'
import { ApiError, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { toast } from '../../../ui/toast.ts'
import { deleteRun, restoreRun } from './change-run.ts'
import { runListsKey, runsKey } from './runs.ts'
import { withSession } from './with-session.ts'

/** The room of runs, where whoever deletes the one that is shown is led. */
const ROOM = '/swarm'

/**
 * Deletes a run at once, and offers for ten seconds to undo it, wherever the person has gone meanwhile.
 * @param shown the run that is shown: whoever deletes it is led to the room, and back by undoing
 * @param onKept called where it could not be deleted and is still there
 */
export function useDeleteRun(shown: string | null, onKept = () => {}): (id: string) => Promise<void> {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const askListsAnew = () => queryClient.invalidateQueries({ queryKey: runListsKey })
  const forget = (id: string) =>
    queryClient.removeQueries({ queryKey: runsKey, predicate: ({ queryKey }) => queryKey.includes(id) })

  async function undo(id: string): Promise<void> {
    try {
      await withSession(() => restoreRun(api, id))
    } catch (error) {
      toast.error(`The run could not be brought back. ${explainError(error)}`)
      return
    }
    forget(id)
    void askListsAnew()
    if (id === shown && window.location.pathname === ROOM) void navigate(`${ROOM}/${id}`)
    else toast.success('Run restored')
  }

  return async (id) => {
    await queryClient.cancelQueries({ queryKey: runListsKey })
    queryClient.setQueriesData<InfiniteData<SwarmPage>>({ queryKey: runListsKey }, (data) =>
      withoutRun(data, id),
    )
    try {
      await withSession(() => deleteRun(api, id))
    } catch (error) {
      // Whoever was quicker, in another tab, has deleted it already.
      if (!(error instanceof ApiError && error.status === 404)) {
        toast.error(`The run could not be deleted. ${explainError(error)}`)
        void askListsAnew()
        onKept()
        return
      }
    }
    if (id === shown) await navigate(ROOM)
    forget(id)
    void askListsAnew()
    toast.success('Run deleted', {
      duration: UNDO_DELETE_MS,
      action: { label: 'Undo', onClick: () => void undo(id) },
    })
  }
}

function withoutRun(data: InfiniteData<SwarmPage> | undefined, id: string) {
  return (
    data && {
      ...data,
      pages: data.pages.map((page) => ({ ...page, runs: page.runs.filter((run) => run.id !== id) })),
    }
  )
}
