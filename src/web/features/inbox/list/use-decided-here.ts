import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { Decided } from '../../../../shared/tools/decisions.ts'
import type { WaitingItem } from '../../../../shared/tools/inbox.ts'
import { inboxKey } from '../../../blocks/tools/inbox-key.ts'

/** What was decided on this page stays where it was, as what became of it, until the page is left. */
export function useDecidedHere(waiting: readonly WaitingItem[], owner: string | undefined) {
  const queryClient = useQueryClient()
  const [settled, setSettled] = useState<{ owner: string | undefined; items: readonly WaitingItem[] }>()
  const own = settled?.owner === owner ? (settled?.items ?? []) : []
  const calls = new Set(own.map(({ part }) => part.call))
  const items = [...waiting.filter(({ part }) => !calls.has(part.call)), ...own].sort((one, other) =>
    other.since.localeCompare(one.since),
  )
  const decided = useCallback(
    (item: WaitingItem, { part, place }: Decided) => {
      setSettled((before) => {
        const others = before && before.owner === owner ? before.items : []
        const kept = others.filter((one) => one.part.call !== part.call)
        return { owner, items: [...kept, { ...item, part, place }] }
      })
      void queryClient.invalidateQueries({ queryKey: inboxKey })
    },
    [queryClient, owner],
  )
  return { items, decided }
}
