import { type RefObject, useEffect, useRef } from 'react'

/** Props that mark a link as reachable with the arrow keys. */
export const arrowLink = { 'data-arrow-link': '' }

/**
 * Moves the focus with the arrow keys from a search field through the links that were found, and back. The links stay
 * plain links in lists, so that a screen reader reads them as such and rows can have other controls beside the link.
 * @param options.onEscape called when Escape is pressed in the field; on a link, Escape moves the focus back to the
 *   field
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

/** The element that a key moves the focus to, from the link at index `at`, or from the field, whose index is -1. */
function nextOf(key: string, at: number, links: readonly HTMLElement[], field: HTMLElement | null) {
  if (key === 'ArrowDown') return links[at + 1]
  if (key === 'ArrowUp' && at >= 0) return at === 0 ? field : links[at - 1]
  return key === 'Escape' && at >= 0 ? field : undefined
}
