import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { Decided } from '../../../../shared/tools/decisions.ts'
import type { WaitingItem } from '../../../../shared/tools/inbox.ts'
import { inboxKey } from '../../../blocks/tools/inbox-key.ts'

interface Settled {
  asked: WaitingItem
  now: WaitingItem
}

/**
 * What was decided on this page stays where it was, as what became of it, until the page is left. A call can wait once
 * more, for something else: then it is what the server lists.
 */
export function useDecidedHere(waiting: readonly WaitingItem[], owner: string | undefined) {
  const queryClient = useQueryClient()
  const [settled, setSettled] = useState<{ owner: string | undefined; all: readonly Settled[] }>()
  const own = (settled?.owner === owner ? (settled?.all ?? []) : []).filter(({ asked, now }) => {
    const listed = waiting.find(({ part }) => part.call === now.part.call)
    return listed ? isSame(listed, asked) : !isOpen(now)
  })
  const calls = new Set(own.map(({ now }) => now.part.call))
  const items = [...waiting.filter(({ part }) => !calls.has(part.call)), ...own.map(({ now }) => now)].sort(
    (one, other) => other.since.localeCompare(one.since),
  )
  const decided = useCallback(
    (item: WaitingItem, { part, place }: Decided) => {
      setSettled((before) => {
        const others = before && before.owner === owner ? before.all : []
        const kept = others.filter(({ now }) => now.part.call !== part.call)
        return { owner, all: [...kept, { asked: item, now: { ...item, part, place } }] }
      })
      void queryClient.invalidateQueries({ queryKey: inboxKey })
    },
    [queryClient, owner],
  )
  return { items, decided }
}

export const isOpen = ({ part: { status } }: WaitingItem): boolean =>
  status.state === 'waiting' || status.state === 'unknown'

const isSame = (one: WaitingItem, other: WaitingItem) =>
  JSON.stringify(one.part) === JSON.stringify(other.part)
