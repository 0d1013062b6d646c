import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** This near to the end, in pixels, counts as being there. */
const NEAR = 32

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
    const step = () => {
      frame = 0
      const left = distance()
      if (!wanted.current || left < 1) return
      list.scrollTop += still.matches ? left : Math.max(1, Math.ceil(left * 0.22))
      if (distance() >= 1) frame = requestAnimationFrame(step)
    }
    glide.current = () => {
      follow(true)
      if (frame === 0) frame = requestAnimationFrame(step)
    }
    const onScroll = () => {
      // Gliding only goes down, so whatever goes up is the reader.
      if (list.scrollTop < last - 1 && distance() > NEAR) follow(false)
      else if (distance() <= NEAR) follow(true)
      last = list.scrollTop
    }
    const grown = new ResizeObserver(() => {
      if (wanted.current && frame === 0) frame = requestAnimationFrame(step)
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
