import type { RefObject } from 'react'
import { messageIn } from '../../../blocks/messages/reading-place.ts'
import { afterRendering } from '../../../lib/after-rendering.ts'

/** Milliseconds in which the mark of a message that was gone to fades. */
const FOUND_MS = 1_800

/** @returns whether the message is shown now */
export async function findMessage(
  message: string,
  by: {
    list: RefObject<HTMLElement | null>
    /** Renders it at once; false if it is not loaded. */
    show: (message: string) => boolean
    load: (message: string) => Promise<boolean>
  },
): Promise<boolean> {
  const { list, show, load } = by
  if (!show(message) && (!(await load(message)) || !(await afterRendering(() => show(message))))) return false
  if (list.current) markFound(list.current, message)
  return true
}

function markFound(list: HTMLElement, id: string): void {
  const message = messageIn(list, id)
  message?.closest<HTMLElement>('[data-turn]')?.focus({ preventScroll: true })
  const mark = { outline: '2px solid rgb(34 230 255 / 0.7)', outlineOffset: '-2px' }
  message?.animate([mark, { ...mark, outlineColor: 'transparent' }], {
    duration: FOUND_MS,
    easing: 'ease-in',
  })
}
