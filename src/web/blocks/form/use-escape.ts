import { useEffect, useEffectEvent } from 'react'
import { isComposing } from '../../lib/is-composing.ts'

/** Escape then neither closes the surrounding sheet or dialog nor stops a reply. */
export function useEscape(leave: () => void) {
  const onEscape = useEffectEvent(leave)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isComposing(event)) return
      event.preventDefault()
      event.stopPropagation()
      onEscape()
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}
