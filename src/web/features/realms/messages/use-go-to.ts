import { type RefObject, useCallback, useEffect, useState } from 'react'
import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import type { Earlier } from '../live/realm-room.ts'

/** How many earlier pages are loaded in search of one message; who wants to go further back scrolls. */
const PAGES = 40

/** Where a message comes to stand that was gone to, as a part of the list's height under its upper edge. */
const PART = 0.25

/** How long a message shows that it is the one that was gone to, in milliseconds. */
const FLASH_MS = 1_600

interface Wanted {
  number: number
  /** How many pages were loaded for it. */
  pages: number
  /** The first number that the page had when it last asked for an earlier page. */
  asked?: number
}

/**
 * Leads to a message by its number, and loads what lies between where the page does not have it yet, up to a bound.
 * @param show brings an element to so many pixels under the list's upper edge
 */
export function useGoTo(options: {
  list: RefObject<HTMLElement | null>
  messages: readonly RealmMessage[]
  earlier: Earlier | undefined
  show: (element: Element, offset: number) => void
}): { goTo: (number: number) => void; searching: boolean; cancel: () => void } {
  const { list, messages, earlier, show } = options
  const [wanted, setWanted] = useState<Wanted>()
  const first = messages[0]?.number ?? 1
  const isThere = wanted !== undefined && wanted.number >= first
  const failed = wanted?.asked === first && earlier?.problem !== undefined && !earlier.loading
  const isOver =
    wanted !== undefined &&
    !isThere &&
    (!earlier || failed || (wanted.pages >= PAGES && wanted.asked !== first))

  useEffect(() => {
    if (!wanted) return
    if (isThere || isOver) {
      // Where it lies too far back, as near to it as the page has come.
      const number = isThere ? wanted.number : first
      const element = list.current?.querySelector<HTMLElement>(`[data-number="${number}"]`)
      setWanted(undefined)
      if (!element) return
      show(element, Math.round((list.current?.clientHeight ?? 0) * PART))
      element.focus({ preventScroll: true })
      if (isThere) flash(element)
      return
    }
    if (!earlier || earlier.loading || wanted.asked === first) return
    setWanted({ ...wanted, pages: wanted.pages + 1, asked: first })
    earlier.load()
  }, [wanted, isThere, isOver, first, earlier, list, show])

  return {
    goTo: useCallback((number) => setWanted({ number, pages: 0 }), []),
    searching: wanted !== undefined && !isThere && !isOver,
    cancel: () => setWanted(undefined),
  }
}

function flash(element: Element): void {
  element.setAttribute('data-flash', '')
  setTimeout(() => element.removeAttribute('data-flash'), FLASH_MS)
}
