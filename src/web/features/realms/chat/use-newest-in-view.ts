import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** This near to the end, in pixels, counts as being there. */
const NEAR = 32

/**
 * For a list that is laid out from its end (`flex-col-reverse`), so that it stands at its newest entry by itself and
 * earlier entries come in above without moving what is read. Who has scrolled up stays where they are, too, when new
 * entries come in below.
 * @param newest the key of the newest entry
 * @param own whether the reader has just written it, who then sees it wherever they were
 */
export function useNewestInView(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  newest: string | undefined,
  own: boolean,
): { following: boolean; toNewest: () => void } {
  const [following, setFollowing] = useState(true)
  const last = useRef<{ element: Element; fromEnd: number }>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new entry is what may move the others
  useLayoutEffect(() => {
    const list = scroller.current
    const inner = content.current
    if (!list || !inner) return
    const fromEnd = (element: Element) =>
      inner.getBoundingClientRect().bottom - element.getBoundingClientRect().bottom
    const before = last.current
    if (following || own) list.scrollTop = 0
    else if (before?.element.isConnected) list.scrollTop -= fromEnd(before.element) - before.fromEnd
    const element = [...inner.getElementsByTagName('li')].at(-1)
    last.current = element && { element, fromEnd: fromEnd(element) }
  }, [newest])

  useEffect(() => {
    const list = scroller.current
    if (!list) return
    const onScroll = () => setFollowing(Math.abs(list.scrollTop) <= NEAR)
    list.addEventListener('scroll', onScroll, { passive: true })
    return () => list.removeEventListener('scroll', onScroll)
  }, [scroller])

  const toNewest = useCallback(() => {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    scroller.current?.scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' })
  }, [scroller])
  return { following, toNewest }
}
