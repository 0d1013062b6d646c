import { useEffect, useRef } from 'react'

/** Whoever has the focus in one of these, or has one of those open, means the key for that. */
const typing = 'input, textarea, select, [contenteditable]'
const above = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/**
 * Single keys that act wherever the focus is, but in a field or under a dialog or a menu, on devices that point with a
 * mouse. WCAG 2.1.4 wants a way to turn them off. Shift counts as part of a key: on some keyboards it makes the digits.
 * @param keys what each key does, by what it types
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
  return document.querySelector(above) === null && window.matchMedia('(pointer: fine)').matches
}
