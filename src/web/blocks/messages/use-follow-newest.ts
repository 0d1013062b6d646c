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
  /** Brings an entry to `offset` pixels under the list's upper edge, and keeps it there until the reader scrolls. */
  show: (element: Element, offset: number) => void
}

/**
 * Keeps a scrolling list of messages at its newest entry: it glides there whenever the content grows, unless the reader has
 * scrolled up; then the line that they read stays where it is, whatever comes in, grows or shrinks around it, until they
 * come back or ask to be led back.
 *
 * The list may be laid out from its beginning, or from its end (`flex-col-reverse`), so that it stands at its newest entry
 * before any script runs. Its entries are in elements with `data-group`, each message with `data-message`, and what may
 * be held of it with `data-words`. It needs `overflow-anchor: none`: two hands on one wheel go too far.
 */
export function useFollowNewest(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): Following {
  const [following, setFollowing] = useState(true)
  const acts = useRef<Omit<Following, 'following'>>({ toNewest: () => {}, stay: () => {}, show: () => {} })

  useLayoutEffect(() => {
    const list = scroller.current
    const inner = content.current
    if (!list || !inner) return
    const still = window.matchMedia('(prefers-reduced-motion: reduce)')
    /** Whether it is laid out from its end: then 0 is there, and what is above it is negative. */
    const isReversed = getComputedStyle(list).flexDirection === 'column-reverse'
    let reading = false
    let hold: Hold | null = null
    let frame = 0
    let painted = 0
    let last = list.scrollTop
    let height = list.clientHeight
    const end = () => (isReversed ? 0 : list.scrollHeight - list.clientHeight)
    const distance = () => end() - list.scrollTop
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
      hold = hold?.element.isConnected ? holdOn(list, hold.element) : holdIn(list)
      if (distance() >= 1) frame = requestAnimationFrame(step)
    }
    const glide = () => {
      if (still.matches) return scrollTo(end())
      // Far away, the last screen of the way is enough to see where it goes.
      if (distance() > list.clientHeight) scrollTo(end() - list.clientHeight)
      if (frame !== 0) return
      painted = performance.now()
      frame = requestAnimationFrame(step)
    }
    const restore = () => {
      const drift = hold && driftOf(list, hold)
      if (drift !== null && Math.abs(drift) >= 0.5) scrollTo(list.scrollTop + drift)
      if (!hold?.element.isConnected) hold = holdIn(list)
    }
    /** What was in sight stays for a moment where it was, and then makes room. */
    const follow = () => {
      const drift = hold && driftOf(list, hold)
      if (drift !== null && Math.abs(drift) < list.clientHeight && !still.matches)
        scrollTo(list.scrollTop + drift)
      else if (frame === 0) scrollTo(end())
      hold = holdIn(list)
      if (distance() >= 1) glide()
    }
    acts.current = {
      toNewest: () => {
        keep(false, reading ? null : hold)
        if (distance() >= 1) glide()
      },
      stay: () => {
        reading = true
        hold = holdIn(list)
        requestAnimationFrame(() => {
          restore()
          keep(distance() > NEAR, hold)
        })
      },
      show: (element, offset) => {
        keep(true, holdOn(list, element, offset))
        restore()
        if (distance() <= NEAR) keep(false, holdIn(list))
      },
    }
    const onScroll = () => {
      const moved = list.scrollTop - last
      last = list.scrollTop
      if (Math.abs(moved) < 1) return
      // Gliding only goes down, so whatever goes up is the reader.
      const toEnd = distance() <= NEAR && moved > 0
      if (toEnd || (distance() <= NEAR && !reading)) keep(false, holdIn(list))
      else if (reading || moved < 0) keep(true, holdIn(list))
    }
    const resized = new ResizeObserver(() => {
      const same = height === list.clientHeight
      height = list.clientHeight
      if (reading) restore()
      else if (same) follow()
      else {
        scrollTo(end())
        hold = holdIn(list)
      }
    })
    // What was said before this screen was opened is not glided through.
    scrollTo(end())
    hold = holdIn(list)
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
    show: useCallback((element, offset) => acts.current.show(element, offset), []),
  }
}
