import { useMutation, useQueryClient } from '@tanstack/react-query'
import { explainError } from '../../lib/http/explain-error.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import type { UndoableDelete } from './delete-undoably.ts'

/**
 * Undoing is offered for ten seconds, on whatever screen the person is by then (decision 11). The mutation's data is
 * whether the item was deleted. Its code loads on first use.
 */
export function useUndoableDelete<Item extends { id: string }, Back>(kind: UndoableDelete<Item, Back>) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const mutation = useMutation({
    mutationFn: async (item: Item) => {
      const { deleteUndoably } = await import('./delete-undoably.ts')
      return deleteUndoably(kind, item, { queryClient, navigate })
    },
  })
  const { error, variables } = mutation
  const problem =
    error && variables ? { title: kind.words(variables).notDeleted, text: explainError(error) } : undefined
  return { ...mutation, problem }
}
