import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

const OPTIONS = '[data-options]'

/**
 * Only one message is in the tab order; arrow keys, Home and End move from there. If the focused control is removed,
 * the list takes the focus.
 * @param changed changes whenever messages are added or removed
 */
export function useCurrentMessage(list: RefObject<HTMLElement | null>, changed: unknown) {
  const [chosen, setChosen] = useState<string>()
  const inside = useRef(false)

  useEffect(() => {
    const scroller = list.current
    if (!scroller) return
    const onFocus = ({ target }: FocusEvent) => {
      inside.current = target instanceof Node && scroller.contains(target)
      const message = target instanceof Element && inside.current && target.closest('[data-message]')
      if (message) setChosen(message.getAttribute('data-message') ?? undefined)
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [list])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change may have taken what had the focus
  useEffect(() => {
    if (inside.current && document.activeElement === document.body)
      list.current?.focus({ preventScroll: true })
  }, [changed, list])

  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    // Key events of a menu bubble here through React, although it is rendered elsewhere.
    if (!(target instanceof Element) || !list.current?.contains(target)) return
    const message = target.closest('[data-message]')
    if (!message || !(target === message || target.matches(OPTIONS))) return
    const all = [...list.current.querySelectorAll<HTMLElement>(OPTIONS)]
    const at = all.findIndex((button) => message.contains(button))
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }[event.key]
    const next = to === undefined ? undefined : all[to]
    if (to === undefined) return
    event.preventDefault() // the list would scroll as well
    next?.focus()
  }
  return { chosen, onKeyDown }
}
