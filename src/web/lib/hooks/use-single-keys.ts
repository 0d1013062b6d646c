import { useEffect, useRef } from 'react'
import { isCovered } from '../covered.ts'

const typing = 'input, textarea, select, [contenteditable]'

/**
 * Shortcuts of a single key, by the character that it types; none in fields, under a dialog or menu, or without a fine
 * pointer. WCAG 2.1.4 requires a way to turn them off. Shift counts, as some keyboards need it for digits.
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
