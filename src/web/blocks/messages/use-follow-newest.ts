import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { driftOf, type Hold, holdIn, holdOn } from './reading-place.ts'

/** A distance of up to this many pixels from the end counts as at the end. */
const NEAR = 32

/** The time constant of gliding, in milliseconds: in this time the remaining distance shrinks by about two thirds. */
const GLIDE_MS = 70

export interface Following {
  following: boolean
  /** Glides to the newest entry, and follows from there. */
  toNewest: () => void
  /**
   * Must be called before the viewer's own action changes the height of visible content: the scroll position then
   * stays.
   */
  stay: () => void
  /** Scrolls an entry to `offset` pixels below the list's upper edge, and keeps it there until the viewer scrolls. */
  show: (element: Element, offset: number) => void
}

/**
 * Keeps a scrolling list of messages at its newest entry: it glides there whenever the content grows, unless the
 * viewer has scrolled up. In that case the visible line stays in place, whatever is added, grows or shrinks around it,
 * until the viewer scrolls back or calls `toNewest`.
 *
 * The list may be laid out from its beginning, or from its end (`flex-col-reverse`), so that it is at its newest entry
 * before any script runs. Its entries are in elements with `data-group`, each message has `data-message`, and the part
 * of it that may be anchored has `data-words`. The list needs `overflow-anchor: none`, because the browser's own
 * scroll anchoring would adjust the position a second time.
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
    /** Whether the list is laid out from its end: `scrollTop` is then 0 at the end, and negative above it. */
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
      // The position that the browser applied; a scroll event at this position was not caused by the viewer.
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
      // From far away the list jumps to within one screen of the end and glides only the rest.
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
    /** Keeps visible content in place for one frame, then glides to the end. */
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
      // Gliding only scrolls down, so the viewer caused any scrolling up.
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
    // Start at the end without gliding.
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
