import { type RefObject, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

/**
 * Renders a change at once and gives the focus to what it shows or leaves. After an answer of the server React may
 * render later than the next timer or frame, and what is not there yet can't take the focus.
 */
export function changeFocus(
  change: () => void,
  find: () => HTMLElement | null | undefined,
  options?: FocusOptions,
): void {
  flushSync(change)
  find()?.focus(options)
}

/**
 * When a pressed button is removed, keyboard users stay at that place.
 * @param place selects what can take the focus
 */
export function useKeptFocus(content: RefObject<HTMLElement | null>, place: string): void {
  const around = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = content.current
    if (!element) return
    const onFocus = ({ target }: FocusEvent) => {
      around.current = target instanceof HTMLElement ? target.closest<HTMLElement>(place) : null
    }
    // A press elsewhere means that the person has moved on.
    const onPointer = ({ target }: PointerEvent) => {
      if (!(target instanceof Element && target.closest('button'))) around.current = null
    }
    element.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', onPointer)
    return () => {
      element.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', onPointer)
    }
  }, [content, place])
  useEffect(() => {
    if (around.current?.isConnected && document.activeElement === document.body)
      around.current.focus({ preventScroll: true })
  })
}
