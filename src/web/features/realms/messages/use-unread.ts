import { type RefObject, useEffect, useState } from 'react'
import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'

/** How many messages of others came in below while the reader stayed further up. */
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

const isNews = (message: RealmMessage, self: string | undefined) =>
  message.kind === 'answer' || (message.kind === 'said' && message.author !== self)

/**
 * How many messages were new when the realm was opened, as long as the first of them was not in sight and stands above
 * it: 0 otherwise.
 */
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
      // Below counts as seen: who is further up has passed it, or looks for something else.
      { root: list.current, rootMargin: '0px 0px 10000000px 0px' },
    )
    observer.observe(divider)
    return () => observer.disconnect()
  }, [list, isLoaded, seen])

  if (firstNew === undefined || seen || (isLoaded && !above)) return 0
  return counted?.count ?? 0
}
