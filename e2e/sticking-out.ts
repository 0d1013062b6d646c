import type { Page } from '@playwright/test'

/**
 * The elements that extend beyond the left or right edge of the window, where a person can't see them, with a short
 * description each. The page is clipped there, so its scroll width does not reveal them. Elements in a container that
 * scrolls, or ends with an ellipsis, are not reported; those that a container clips otherwise are. Decoration may
 * extend beyond the edge.
 */
export function stickingOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** An overlay, such as a dialog's backdrop, is as wide as the page and can't be scrolled either. */
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

/** Runs a check with the text spacing that a person may set (WCAG 2.2, 1.4.12). */
export async function withSpacedText(page: Page, check: () => Promise<void>): Promise<void> {
  const spaced = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    )
    document.adoptedStyleSheets.push(sheet)
    return sheet
  })
  await check()
  await spaced.evaluate((sheet) =>
    document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(sheet), 1),
  )
}
