import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { driftOf, type Hold, holdIn, holdOn } from './reading-place.ts'

/** This near to the end, in pixels, counts as being there. */
const NEAR = 32

/** In this time, in milliseconds, gliding covers two thirds of the way that is left. */
const GLIDE_MS = 70

export interface Following {
  following: boolean
  /** Glides to the newest entry, and follows from there. */
  toNewest: () => void
  /** To be called before something in sight changes by the reader's own hand: they stay where they are. */
  stay: () => void
  /** Brings an entry to `offset` pixels under the list's upper edge, and keeps it there. */
  stayAt: (element: Element, offset: number) => void
  /** To be called when entries came in at the beginning, before they are painted. */
  settle: () => void
}

/**
 * Keeps a scrolling list at its newest entry: it glides there whenever the content grows, unless the reader has scrolled
 * up; then the line that they read stays where it is, whatever grows or shrinks around it, until they come back or ask
 * to be led back. The list needs `overflow-anchor: none`, because two hands on one wheel go too far.
 */
export function useFollowNewest(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): Following {
  const [following, setFollowing] = useState(true)
  const acts = useRef<Omit<Following, 'following'>>({
    toNewest: () => {},
    stay: () => {},
    stayAt: () => {},
    settle: () => {},
  })

  useLayoutEffect(() => {
    const list = scroller.current
    const inner = content.current
    if (!list || !inner) return
    const still = window.matchMedia('(prefers-reduced-motion: reduce)')
    /** Null while the newest is followed. */
    let hold: Hold | null = null
    let frame = 0
    let painted = 0
    let last = list.scrollTop
    const distance = () => list.scrollHeight - list.clientHeight - list.scrollTop
    const scrollTo = (top: number) => {
      list.scrollTop = top
      // Where it came to rest; a scroll event from there is not the reader's.
      last = list.scrollTop
    }
    const step = (now: number) => {
      frame = 0
      const left = distance()
      if (hold || left < 1) return
      const share = 1 - Math.exp(-(now - painted) / GLIDE_MS)
      painted = now
      scrollTo(list.scrollTop + (still.matches ? left : Math.max(1, Math.ceil(left * share))))
      if (distance() >= 1) frame = requestAnimationFrame(step)
    }
    const glide = () => {
      if (frame !== 0) return
      painted = performance.now()
      frame = requestAnimationFrame(step)
    }
    const keep = (next: Hold | null) => {
      hold = next
      setFollowing(next === null)
    }
    const restore = () => {
      if (!hold) return
      const drift = driftOf(list, hold)
      if (drift !== null && Math.abs(drift) >= 1) scrollTo(list.scrollTop + drift)
      if (!hold.element.isConnected) hold = holdIn(list, inner)
    }
    acts.current = {
      toNewest: () => {
        keep(null)
        glide()
      },
      stay: () => {
        hold = holdIn(list, inner)
        requestAnimationFrame(() => {
          restore()
          keep(distance() <= NEAR ? null : hold)
        })
      },
      stayAt: (element, offset) => {
        keep(holdOn(list, element, offset))
        restore()
      },
      settle: () => (hold ? restore() : scrollTo(list.scrollHeight)),
    }
    const onScroll = () => {
      const moved = list.scrollTop - last
      last = list.scrollTop
      if (Math.abs(moved) < 1) return
      if (distance() <= NEAR) keep(null)
      // Gliding only goes down, so whatever goes up is the reader.
      else if (hold || moved < 0) keep(holdIn(list, inner))
    }
    const resized = new ResizeObserver(() => (hold ? restore() : glide()))
    // What was said before this screen was opened is not glided through.
    scrollTo(list.scrollHeight)
    resized.observe(inner)
    resized.observe(list)
    list.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      resized.disconnect()
      list.removeEventListener('scroll', onScroll)
    }
  }, [scroller, content])

  return {
    following,
    toNewest: useCallback(() => acts.current.toNewest(), []),
    stay: useCallback(() => acts.current.stay(), []),
    stayAt: useCallback((element, offset) => acts.current.stayAt(element, offset), []),
    settle: useCallback(() => acts.current.settle(), []),
  }
}
