import { useQueryClient } from '@tanstack/react-query'
import { useUndoableDelete } from '../../../blocks/undoable-delete/use-undoable-delete.ts'
import { useApi } from '../../../lib/http/api.ts'
import { briefListsKey, briefsKey, deleteBrief, restoreBrief } from '../api/briefs.ts'
import { briefAddress } from '../draft-store/use-drafts.ts'
import * as texts from '../texts.ts'

/**
 * @param shown deleting it navigates to a new brief, and undoing navigates back
 * @param drop removes its store from this page
 */
export function useDeleteBrief(shown: string | null, drop: (id: string) => void): (id: string) => void {
  const api = useApi()
  const queryClient = useQueryClient()
  const { mutate } = useUndoableDelete<{ id: string }, unknown>({
    remove: ({ id }) => deleteBrief(api, id),
    restore: ({ id }) => restoreBrief(api, id),
    words: () => texts,
    lists: briefListsKey,
    place: ({ id }) =>
      id === shown ? { after: '/social', back: briefAddress(id), sameScreen: true } : undefined,
    onDeleted({ id }) {
      drop(id)
      queryClient.removeQueries({ queryKey: briefsKey, predicate: ({ queryKey }) => queryKey.includes(id) })
    },
    onRestored: () => queryClient.invalidateQueries({ queryKey: briefsKey }),
  })
  return (id) => mutate({ id })
}
