import { type RefObject, useCallback, useEffect, useState } from 'react'
import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import type { Earlier } from '../live/realm-room.ts'

/** The maximum number of earlier pages that are loaded to find one message. */
const PAGES = 40

/** Where a target message is placed, as a fraction of the list's height below its upper edge. */
const PART = 0.25

const FLASH_MS = 1_600

interface Wanted {
  number: number
  pages: number
  /** The first number that the page had when it last requested an earlier page. */
  asked?: number
}

/**
 * Loads the messages in between, up to a limit.
 * @param show scrolls an element to this many pixels below the list's upper edge
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
      // If it is too far back, the list scrolls to the first loaded message.
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
