import { useEffect, useRef } from 'react'
import { isCovered } from '../covered.ts'

/** Elements that take typed text. While one of them has the focus, single keys are input for it. */
const typing = 'input, textarea, select, [contenteditable]'

/**
 * Keyboard shortcuts of a single key. They act wherever the focus is, except in a field or under a dialog or a menu,
 * and only on devices with a mouse or another fine pointer. WCAG 2.1.4 requires a way to turn them off. Shift counts
 * as part of the key, because some keyboards need it for digits.
 * @param on whether the shortcuts are turned on
 * @param keys the action of each key, by the character that the key types
 */
export function useSingleKeys(on: boolean, keys: Readonly<Record<string, () => void>>): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    if (!on) return
    const onKeyDown = (event: KeyboardEvent) => {
      const act = Object.hasOwn(current.current, event.key) ? current.current[event.key] : undefined
      if (!act || !isFree(event)) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [on])
}

function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.repeat) return false
  if (event.ctrlKey || event.altKey || event.metaKey) return false
  if (event.target instanceof Element && event.target.closest(typing)) return false
  return !isCovered() && window.matchMedia('(pointer: fine)').matches
}
