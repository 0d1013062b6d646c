import { useEffect, useState } from 'react'
import { UNDO_DELETE_MS } from '../../../shared/common/limits.ts'
import type { Fact } from '../../../shared/memory/facts.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { toast } from '../../ui/toast.ts'
import type { MemoryActions } from './memory-changes.ts'
import * as texts from './texts.ts'

interface Deleted {
  fact: Fact
  deletedAt: string
}

export type DeletedFacts = ReturnType<typeof useDeletedFacts>

/**
 * Facts that were deleted here keep their place for ten seconds, with an undo: in a dialog, which holds the focus, a
 * toast can't be reached by keyboard.
 */
export function useDeletedFacts(actions: MemoryActions) {
  const [deleted, setDeleted] = useState<readonly Deleted[]>([])
  const without = (id: string) => setDeleted((known) => known.filter(({ fact }) => fact.id !== id))
  return {
    deleted,
    isDeleted: (id: string) => deleted.some(({ fact }) => fact.id === id),
    async remove(fact: Fact): Promise<void> {
      try {
        const gone = await actions.remove(fact.id)
        if (gone === null) return await actions.refresh()
        setDeleted((known) => [...known, { fact, deletedAt: gone.deletedAt }])
      } catch (error) {
        toast.error(texts.notDeleted(explainError(error)))
      }
    },
    async undo(id: string): Promise<void> {
      const one = deleted.find(({ fact }) => fact.id === id)
      if (!one) return
      try {
        await actions.restore(one.deletedAt)
      } catch (error) {
        toast.error(texts.notRestored(explainError(error)))
        await actions.refresh()
      }
      without(id)
    },
    over(id: string): void {
      void actions.refresh()
      without(id)
    },
  }
}

/** Facts of the server with those that were deleted here, each at its place: the newest stands first. */
export function withDeleted(facts: readonly Fact[], deleted: readonly Deleted[]): Fact[] {
  const shown = [...facts]
  for (const { fact } of deleted) {
    if (shown.some(({ id }) => id === fact.id)) continue
    const place = shown.findIndex(({ number }) => number < fact.number)
    shown.splice(place < 0 ? shown.length : place, 0, fact)
  }
  return shown
}

/** Calls `over` once nothing can be undone any more. */
export function useUndoTime(over: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time begins when the undo appears
  useEffect(() => {
    const timer = setTimeout(over, UNDO_DELETE_MS)
    return () => clearTimeout(timer)
  }, [])
}
