import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { driftOf, type Hold, holdIn, holdOn } from './reading-place.ts'

/** This near to the end, in pixels, counts as being there. */
const NEAR = 32

/** In this time, in milliseconds, gliding covers two thirds of the way that is left. */
const GLIDE_MS = 70

export interface NewestInView {
  following: boolean
  /** Glides to the newest entry, and follows from there. */
  toNewest: () => void
  /** Brings an entry under the list's upper edge, to a part of its height, and keeps it there until the reader scrolls. */
  show: (element: Element, part: number) => void
}

/**
 * For a list that is laid out from its end (`flex-col-reverse`), so that it stands at its newest entry by itself, also
 * before any script runs. What grows there is glided to. Who has scrolled up keeps the line that they read where it is,
 * whatever comes in, grows or shrinks around it. The list needs `overflow-anchor: none`: two hands on one wheel go too far.
 */
export function useNewestInView(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): NewestInView {
  const [following, setFollowing] = useState(true)
  const acts = useRef<Omit<NewestInView, 'following'>>({ toNewest: () => {}, show: () => {} })

  useLayoutEffect(() => {
    const list = scroller.current
    const inner = content.current
    if (!list || !inner) return
    const still = window.matchMedia('(prefers-reduced-motion: reduce)')
    let reading = false
    let hold: Hold | null = null
    let frame = 0
    let painted = 0
    let last = list.scrollTop
    let height = list.clientHeight
    const distance = () => -list.scrollTop
    const scrollTo = (top: number) => {
      list.scrollTop = top
      // Where it came to rest; a scroll event from there is not the reader's.
      last = list.scrollTop
    }
    const keep = (nowReading: boolean, next: Hold | null) => {
      reading = nowReading
      hold = next
      setFollowing(!nowReading)
    }
    const step = (now: number) => {
      frame = 0
      if (reading) return
      const left = distance()
      const share = 1 - Math.exp(-(now - painted) / GLIDE_MS)
      painted = now
      if (left >= 1) scrollTo(list.scrollTop + Math.max(1, Math.ceil(left * share)))
      hold = hold?.element.isConnected ? holdOn(list, hold.element) : holdIn(list, inner)
      if (distance() >= 1) frame = requestAnimationFrame(step)
    }
    const glide = () => {
      if (still.matches) return scrollTo(0)
      // Far away, the last screen of the way is enough to see where it goes.
      if (distance() > list.clientHeight) scrollTo(-list.clientHeight)
      if (frame !== 0) return
      painted = performance.now()
      frame = requestAnimationFrame(step)
    }
    const restore = () => {
      const drift = hold && driftOf(list, hold)
      if (drift !== null && Math.abs(drift) >= 0.5) scrollTo(list.scrollTop + drift)
      if (!hold?.element.isConnected) hold = holdIn(list, inner)
    }
    /** What was in sight stays for a moment where it was, and then makes room. */
    const follow = () => {
      const drift = hold && driftOf(list, hold)
      if (drift !== null && drift < 0 && -drift < list.clientHeight && !still.matches)
        scrollTo(list.scrollTop + drift)
      else if (frame === 0) scrollTo(0)
      hold = holdIn(list, inner)
      if (distance() >= 1) glide()
    }
    acts.current = {
      toNewest: () => {
        keep(false, reading ? null : hold)
        if (distance() >= 1) glide()
      },
      show: (element, part) => {
        keep(true, holdOn(list, element, Math.round(list.clientHeight * part)))
        restore()
        if (distance() <= NEAR) keep(false, holdIn(list, inner))
      },
    }
    const onScroll = () => {
      const moved = list.scrollTop - last
      last = list.scrollTop
      if (Math.abs(moved) < 1) return
      // Gliding only goes down, so whatever goes up is the reader.
      const toEnd = distance() <= NEAR && moved > 0
      if (toEnd || (distance() <= NEAR && !reading)) keep(false, holdIn(list, inner))
      else if (reading || moved < 0) keep(true, holdIn(list, inner))
    }
    const resized = new ResizeObserver(() => {
      const same = height === list.clientHeight
      height = list.clientHeight
      if (reading) restore()
      else if (same) follow()
      else {
        scrollTo(0)
        hold = holdIn(list, inner)
      }
    })
    hold = holdIn(list, inner)
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
    show: useCallback((element, part) => acts.current.show(element, part), []),
  }
}
