import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** This near to the end, in pixels, counts as being there. */
const NEAR = 32

/** In this time, in milliseconds, gliding covers two thirds of the way that is left. */
const GLIDE_MS = 70

/**
 * Keeps a scrolling list at its newest entry: it glides there whenever the content grows, unless the reader has scrolled
 * up; then it stays where the reader is until they come back or ask to be led back.
 */
export function useFollowNewest(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): { following: boolean; toNewest: () => void } {
  const [following, setFollowing] = useState(true)
  const wanted = useRef(true)
  const glide = useRef(() => {})

  useEffect(() => {
    const list = scroller.current
    const inner = content.current
    if (!list || !inner) return
    const still = window.matchMedia('(prefers-reduced-motion: reduce)')
    let frame = 0
    let last = list.scrollTop
    const distance = () => list.scrollHeight - list.clientHeight - list.scrollTop
    const follow = (follows: boolean) => {
      wanted.current = follows
      setFollowing(follows)
    }
    let painted = 0
    const step = (now: number) => {
      frame = 0
      const left = distance()
      if (!wanted.current || left < 1) return
      const share = 1 - Math.exp(-(now - painted) / GLIDE_MS)
      painted = now
      list.scrollTop += still.matches ? left : Math.max(1, Math.ceil(left * share))
      if (distance() >= 1) frame = requestAnimationFrame(step)
    }
    const start = () => {
      if (frame !== 0) return
      painted = performance.now()
      frame = requestAnimationFrame(step)
    }
    glide.current = () => {
      follow(true)
      start()
    }
    const onScroll = () => {
      // Gliding only goes down, so whatever goes up is the reader.
      if (list.scrollTop < last - 1 && distance() > NEAR) follow(false)
      else if (distance() <= NEAR) follow(true)
      last = list.scrollTop
    }
    const grown = new ResizeObserver(() => {
      if (wanted.current) start()
    })
    // What was said before this screen was opened is not glided through.
    list.scrollTop = list.scrollHeight
    last = list.scrollTop
    grown.observe(inner)
    grown.observe(list)
    list.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      grown.disconnect()
      list.removeEventListener('scroll', onScroll)
    }
  }, [scroller, content])

  const toNewest = useCallback(() => glide.current(), [])
  return { following, toNewest }
}
