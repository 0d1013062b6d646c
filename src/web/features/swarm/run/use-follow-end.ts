import { type RefObject, useLayoutEffect } from 'react'

/** The distance from the window's lower edge, in pixels, that counts as being at the end. */
const NEAR = 48

/** The end stays visible while the person is at it; scrolling up stops that. @param active whether text is arriving */
export function useFollowEnd(content: RefObject<HTMLElement | null>, active: boolean): void {
  useLayoutEffect(() => {
    const element = content.current
    if (!element || !active) return
    const below = () => element.getBoundingClientRect().bottom - window.innerHeight
    let isAtEnd = false
    /** Scroll anchoring is off at the end: when content shrinks, its scroll up would be taken for the person's. */
    const note = (now: boolean) => {
      isAtEnd = now
      element.style.overflowAnchor = now ? 'none' : ''
    }
    note(below() <= NEAR)
    let last = window.scrollY
    const noteScrolled = () => {
      // Only the person scrolls up; downwards the end moves by itself.
      if (below() <= NEAR) note(true)
      else if (window.scrollY < last) note(false)
      last = window.scrollY
    }
    const goAlong = () => {
      // The event of the person's scroll up comes a frame after it.
      noteScrolled()
      const left = below()
      if (!isAtEnd || left <= 0) return
      window.scrollBy({ top: left + NEAR / 2, behavior: 'instant' })
      last = window.scrollY
    }
    const grown = new ResizeObserver(goAlong)
    grown.observe(element)
    window.addEventListener('scroll', noteScrolled, { passive: true })
    return () => {
      grown.disconnect()
      window.removeEventListener('scroll', noteScrolled)
      // The last text may arrive together with the end of the run.
      goAlong()
      element.style.overflowAnchor = ''
    }
  }, [content, active])
}
