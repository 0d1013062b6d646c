import { type RefObject, useEffect, useRef } from 'react'

export const arrowLink = { 'data-arrow-link': '' }

/**
 * Moves the focus with the arrow keys from a search field through the links found, and back. They stay plain links in
 * lists, for screen readers and so that rows can have other controls.
 * @param options.onEscape called for Escape in the field; on a link, Escape moves the focus back to the field
 */
export function useArrowLinks(options: {
  container: RefObject<HTMLElement | null>
  field: RefObject<HTMLInputElement | null>
  onEscape: () => void
}): void {
  const { container, field } = options
  const onEscape = useRef(options.onEscape)
  useEffect(() => {
    onEscape.current = options.onEscape
  })
  useEffect(() => {
    const within = container.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
      const links = [...(within?.querySelectorAll<HTMLElement>('[data-arrow-link]') ?? [])]
      const at = links.indexOf(event.target as HTMLElement)
      const inField = event.target === field.current
      if (!inField && at < 0) return
      if (event.key === 'Escape' && inField) onEscape.current()
      const next = nextOf(event.key, at, links, field.current)
      if (next) next.focus()
      if (next || event.key === 'Escape') event.preventDefault()
    }
    within?.addEventListener('keydown', onKeyDown)
    return () => within?.removeEventListener('keydown', onKeyDown)
  }, [container, field])
}

/** @param at the index of the link that has the focus; -1 for the field */
function nextOf(key: string, at: number, links: readonly HTMLElement[], field: HTMLElement | null) {
  if (key === 'ArrowDown') return links[at + 1]
  if (key === 'ArrowUp' && at >= 0) return at === 0 ? field : links[at - 1]
  return key === 'Escape' && at >= 0 ? field : undefined
}
