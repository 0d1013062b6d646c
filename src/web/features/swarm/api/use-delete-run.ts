import { useQueryClient } from '@tanstack/react-query'
import { useUndoableDelete } from '../../../blocks/undoable-delete/use-undoable-delete.ts'
import { useApi } from '../../../lib/http/api.ts'
import * as texts from '../texts.ts'
import { deleteRun, restoreRun } from './change-run.ts'
import { runListsKey, runsKey } from './runs.ts'
import { forgetRunHere, rememberRunHere } from './runs-here.ts'
import { withSession } from './with-session.ts'

const words = {
  deleted: texts.runDeleted,
  restored: texts.runRestored,
  notDeleted: texts.runNotDeleted,
  notRestored: texts.runNotRestored,
}

/** @param shown deleting it navigates to the list of runs, and undoing navigates back */
export function useDeleteRun(shown: string | null) {
  const api = useApi()
  const queryClient = useQueryClient()
  const lookAgain = ({ id }: { id: string }) => {
    queryClient.removeQueries({ queryKey: runsKey, predicate: ({ queryKey }) => queryKey.includes(id) })
    void queryClient.invalidateQueries({ queryKey: runListsKey })
  }
  return useUndoableDelete<{ id: string }, unknown>({
    async remove({ id }) {
      await withSession(() => deleteRun(api, id))
      forgetRunHere(id)
    },
    async restore({ id }) {
      rememberRunHere(await withSession(() => restoreRun(api, id)), new Date())
    },
    words: () => words,
    lists: runListsKey,
    place: ({ id }) => (id === shown ? { after: '/swarm', back: `/swarm/${id}` } : undefined),
    onDeleted: lookAgain,
    onRestored: lookAgain,
  })
}
