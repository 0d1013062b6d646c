import { useQueryClient } from '@tanstack/react-query'
import { useUndoableDelete } from '../../../blocks/undoable-delete/use-undoable-delete.ts'
import { useApi } from '../../../lib/http/api.ts'
import { deleteRun, restoreRun } from './change-run.ts'
import { runListsKey, runsKey } from './runs.ts'
import { withSession } from './with-session.ts'

const words = {
  deleted: 'Run deleted',
  restored: 'Run restored',
  notDeleted: 'The run could not be deleted.',
  notRestored: 'The run could not be brought back.',
}

/**
 * Deletes a run.
 * @param shown the run that is shown: whoever deletes it is led to the room of runs, and back by undoing
 */
export function useDeleteRun(shown: string | null) {
  const api = useApi()
  const queryClient = useQueryClient()
  const lookAgain = ({ id }: { id: string }) => {
    queryClient.removeQueries({ queryKey: runsKey, predicate: ({ queryKey }) => queryKey.includes(id) })
    void queryClient.invalidateQueries({ queryKey: runListsKey })
  }
  return useUndoableDelete<{ id: string }, unknown>({
    remove: ({ id }) => withSession(() => deleteRun(api, id)),
    restore: ({ id }) => withSession(() => restoreRun(api, id)),
    words: () => words,
    lists: runListsKey,
    place: ({ id }) => (id === shown ? { after: '/swarm', back: `/swarm/${id}` } : undefined),
    onDeleted: lookAgain,
    onRestored: lookAgain,
  })
}
