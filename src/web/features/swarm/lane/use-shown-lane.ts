import { type RefObject, useEffect, useState } from 'react'

/** The height of the window's upper part that is covered on a phone, in pixels. */
const COVERED = 130

/** The index of the lane at the start of a scrolled row, and a function that scrolls to another. */
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
      // The last lanes may never reach the start of the row.
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
      row.scrollBy({ left })
      // After a switch from far down in a long lane, the window scrolls up if the new lane is shorter.
      const end = lane.lastElementChild?.lastElementChild ?? lane
      if (end.getBoundingClientRect().bottom < COVERED)
        window.scrollBy({ top: lane.getBoundingClientRect().top - COVERED, behavior: 'instant' })
    },
  }
}
