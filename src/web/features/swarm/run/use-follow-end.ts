import { type RefObject, useLayoutEffect } from 'react'

/** This near to the lower edge of the window, in pixels, counts as being there. */
const NEAR = 48

/**
 * Keeps the end of what grows in sight for whoever has it in sight; whoever has scrolled up reads on undisturbed.
 * @param active only while words come in does anything move
 */
export function useFollowEnd(content: RefObject<HTMLElement | null>, active: boolean): void {
  useLayoutEffect(() => {
    const element = content.current
    if (!element || !active) return
    /** How far the end lies below the window, in pixels. */
    const below = () => element.getBoundingClientRect().bottom - window.innerHeight
    let isAtEnd = false
    /** At the end the browser holds no line of it in place: where something shrinks, its step up would pass for the reader's. */
    const note = (now: boolean) => {
      isAtEnd = now
      element.style.overflowAnchor = now ? 'none' : ''
    }
    note(below() <= NEAR)
    let last = window.scrollY
    const onScroll = () => {
      // Only up is the reader; the end runs ahead by itself.
      if (below() <= NEAR) note(true)
      else if (window.scrollY < last) note(false)
      last = window.scrollY
    }
    const goAlong = () => {
      const left = below()
      if (isAtEnd && left > 0) window.scrollBy({ top: left + NEAR / 2, behavior: 'instant' })
    }
    const grown = new ResizeObserver(goAlong)
    grown.observe(element)
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      grown.disconnect()
      window.removeEventListener('scroll', onScroll)
      // The last words may come with the news that they are the last.
      goAlong()
      element.style.overflowAnchor = ''
    }
  }, [content, active])
}
