import type { Page } from '@playwright/test'

/**
 * What reaches beyond the left or right edge of the window, where a person can't see it, in a word each. The page itself
 * is clipped there, so that no scroll width tells of it. What scrolls in a part of its own, or ends in dots there, is that
 * part's matter; what a part cuts off without either is lost. What is drawn for decoration may reach out.
 */
export function stickingOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** What lies over the page, as a dialog's backdrop does, is as wide as the page and can't be pushed aside either. */
    const isLayer = (element: Element) => getComputedStyle(element).position === 'fixed'
    const isCut = (element: Element | null): boolean => {
      if (element === null || element === document.body || isLayer(element)) return false
      const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element)
      const scrolls = overflowX === 'auto' || overflowX === 'scroll'
      const ends = overflowX !== 'visible' && (textOverflow === 'ellipsis' || webkitLineClamp !== 'none')
      return scrolls || ends || isCut(element.parentElement)
    }
    return [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const { left, right, width, height } = element.getBoundingClientRect()
        const isOut = left < -1 || right > window.innerWidth + 1
        return isOut && width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
      })
      .filter((element) => !element.closest('[aria-hidden="true"]') && !isCut(element.parentElement))
      .map((element) => `${element.tagName.toLowerCase()} “${element.textContent?.slice(0, 40)}”`)
  })
}
