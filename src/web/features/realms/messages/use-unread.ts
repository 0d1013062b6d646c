import { type RefObject, useEffect, useState } from 'react'
import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'

/** The number of others' messages that were added below while the viewer was scrolled up. */
export function useUnreadBelow(
  messages: readonly RealmMessage[],
  following: boolean,
  self: string | undefined,
): number {
  const newest = messages.at(-1)?.number ?? 0
  const [seen, setSeen] = useState(newest)
  if (following && seen !== newest) setSeen(newest)
  if (following || newest <= seen) return 0
  return messages.slice(-(newest - seen)).filter((message) => isNews(message, self)).length
}

/** What is held has a place, and nothing there to read for whom it does not concern. */
export const isNews = (message: RealmMessage, self: string | undefined) =>
  !(message.withheld && message.content === '') &&
  (message.kind === 'answer' || (message.kind === 'said' && message.author !== self))

/** Counts while the first of them is above the visible part and was not seen; 0 otherwise. */
export function useNewAbove(
  list: RefObject<HTMLElement | null>,
  messages: readonly RealmMessage[],
  firstNew: number | undefined,
): number {
  const first = messages[0]?.number ?? 1
  const newest = messages.at(-1)?.number ?? 0
  const [counted, setCounted] = useState<{ firstNew: number; count: number }>()
  const [above, setAbove] = useState(false)
  const [seen, setSeen] = useState(false)
  if (firstNew !== undefined && counted?.firstNew !== firstNew)
    setCounted({ firstNew, count: Math.max(0, newest - firstNew + 1) })
  const isLoaded = firstNew !== undefined && firstNew >= first

  useEffect(() => {
    const divider = list.current?.querySelector('[data-first-new]')
    if (!isLoaded || seen || !divider) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setSeen(true)
        setAbove(entry?.isIntersecting === false)
      },
      // A divider below the visible part counts as seen: the viewer has passed it, or is looking for something else.
      { root: list.current, rootMargin: '0px 0px 10000000px 0px' },
    )
    observer.observe(divider)
    return () => observer.disconnect()
  }, [list, isLoaded, seen])

  if (firstNew === undefined || seen || (isLoaded && !above)) return 0
  return counted?.count ?? 0
}
