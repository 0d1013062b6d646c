import { type RefObject, useEffect, useState } from 'react'

/** So much of the window's upper end is covered on a phone, in pixels. */
const COVERED = 130

/** Which lane of a row that is scrolled through stands at its beginning, from 0 on; and a way to another. */
export function useShownLane(list: RefObject<HTMLElement | null>): {
  shown: number
  show: (index: number) => void
} {
  const [shown, setShown] = useState(0)
  useEffect(() => {
    const row = list.current
    if (!row) return
    const onScroll = () => {
      const edge = row.getBoundingClientRect().left
      const distances = [...row.children].map((lane) => Math.abs(lane.getBoundingClientRect().left - edge))
      // The last ones may never come to the beginning.
      const isAtEnd = row.scrollLeft + row.clientWidth >= row.scrollWidth - 2
      setShown(
        isAtEnd && row.scrollLeft > 0 ? distances.length - 1 : distances.indexOf(Math.min(...distances)),
      )
    }
    row.addEventListener('scroll', onScroll, { passive: true })
    return () => row.removeEventListener('scroll', onScroll)
  }, [list])
  return {
    shown,
    show(index) {
      const row = list.current
      const lane = row?.children[index]
      if (!row || !lane) return
      const left = lane.getBoundingClientRect().left - row.getBoundingClientRect().left
      row.scrollBy({ left, behavior: 'smooth' })
      // Whoever comes from deep down in a long lane is not left beside the end of a short one.
      const end = lane.lastElementChild?.lastElementChild ?? lane
      if (end.getBoundingClientRect().bottom < COVERED)
        window.scrollBy({ top: lane.getBoundingClientRect().top - COVERED, behavior: 'instant' })
    },
  }
}
