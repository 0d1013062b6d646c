import type { Page } from '@playwright/test'

/** The least width and height of what is tapped, in pixels (WCAG 2.2, 2.5.8). */
const LEAST = 24

/**
 * The controls of a page that are too small to be tapped, with their size. A link within a sentence has the height of
 * its line, and what only a screen reader sees is tapped by its label.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const controls =
      'a[href], button, input, select, textarea, summary, [role=button], [role=menuitem], [role=tab], [role=option], [role=switch], [role=radio], [role=checkbox]'
    const boxOf = (element: Element) => {
      // Tapping a label taps its control.
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
      // A link whose layer covers its card is tapped anywhere on the card.
      const layer = ['::before', '::after'].some((part) => {
        const { content, position, top, right, bottom, left } = getComputedStyle(element, part)
        return (
          content !== 'none' && position === 'absolute' && `${top}${right}${bottom}${left}` === '0px0px0px0px'
        )
      })
      const card = layer && element instanceof HTMLElement ? element.offsetParent : null
      const own = (card ?? element).getBoundingClientRect()
      const other = label?.getBoundingClientRect()
      return {
        width: Math.max(own.width, other?.width ?? 0),
        height: Math.max(own.height, other?.height ?? 0),
      }
    }
    const isInText = (element: Element) =>
      getComputedStyle(element).display.startsWith('inline') &&
      !getComputedStyle(element).display.includes('flex') &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && Boolean(node.nodeValue?.trim()),
      )
    return [...document.querySelectorAll(controls)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false }))
      .filter((element) => !element.closest('[inert], [aria-hidden="true"]') && !isInText(element))
      .map((element) => ({ element, ...boxOf(element) }))
      .filter(({ width, height }) => width > 1 && height > 1 && (width < least - 0.5 || height < least - 0.5))
      .map(({ element, width, height }) => {
        const name = element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)
        return `${element.tagName.toLowerCase()} “${name}” ${Math.round(width)}x${Math.round(height)}`
      })
  }, LEAST)
}
