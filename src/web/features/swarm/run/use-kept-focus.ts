import { type RefObject, useEffect, useRef } from 'react'

/**
 * Gives the focus to what was around a button that is gone because it has done what it was there for, so that whoever
 * goes by keyboard goes on from there.
 * @param place the selector of what may take it
 */
export function useKeptFocus(content: RefObject<HTMLElement | null>, place: string): void {
  const around = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = content.current
    if (!element) return
    const onFocus = ({ target }: FocusEvent) => {
      around.current = target instanceof HTMLElement ? target.closest<HTMLElement>(place) : null
    }
    // Whoever points elsewhere has left.
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
