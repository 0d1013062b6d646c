import { type RefObject, useEffect, useRef } from 'react'

/** What a link that the arrow keys reach carries. */
export const arrowLink = { 'data-arrow-link': '' }

/**
 * Arrow keys lead from a search field through the links that were found, and back. The links stay links in plain lists,
 * which a screen reader knows how to read, and whose rows can have other controls beside the link.
 * @param options.onEscape Escape in the field; on a link it leads back to the field
 */
export function useArrowLinks(options: {
  /** Has the field and the links in it. */
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

/** Where a key leads from the link at a place, or from the field, which is before the first. */
function nextOf(key: string, at: number, links: readonly HTMLElement[], field: HTMLElement | null) {
  if (key === 'ArrowDown') return links[at + 1]
  if (key === 'ArrowUp' && at >= 0) return at === 0 ? field : links[at - 1]
  return key === 'Escape' && at >= 0 ? field : undefined
}
