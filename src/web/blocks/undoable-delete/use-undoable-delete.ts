import { useMutation, useQueryClient } from '@tanstack/react-query'
import { explainError } from '../../lib/http/explain-error.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import type { UndoableDelete } from './delete-undoably.ts'

/**
 * Deletes something and offers for ten seconds to undo it, wherever the person has gone meanwhile (decision 11). What does
 * that loads when it is first needed. The mutation's data says whether it is deleted.
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
