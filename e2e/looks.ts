import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** How each element has looked when axe went through the page. */
    looks?: WeakMap<Element, Set<string>>
  }
}

/**
 * Whether something on the current page looks as axe has not seen it since the page was opened: it has appeared, has other colours, another name,
 * other attributes, or scrolls. From now on it counts as seen. What stays as it was can't break a rule that it kept.
 */
export function looksNew(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const named =
      'a, button, summary, label, legend, h1, h2, h3, h4, h5, h6, th, option, [role]:not([role=dialog])'
    /** What rules read of an element alone; what it inherits changes with the element that it has it from. */
    const lookOf = (element: Element) => {
      const style = getComputedStyle(element)
      const size = Number.parseFloat(style.fontSize)
      // The contrast that a text needs depends on it.
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element
      const scrolls =
        /auto|scroll/.test(`${style.overflowX} ${style.overflowY}`) &&
        (scrollHeight > clientHeight || scrollWidth > clientWidth)
      return JSON.stringify([
        ...[style.color, style.backgroundColor, style.backgroundImage, style.opacity, isLarge, scrolls],
        element instanceof HTMLCanvasElement
          ? ''
          : element.getAttributeNames().map((name) => [name, element.getAttribute(name)]),
        // biome-ignore lint/performance/useDomNodeTextContent: the name is of what is shown
        element instanceof HTMLElement && element.matches(named) ? element.innerText : '',
      ])
    }
    window.looks ??= new WeakMap()
    let isNew = false
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      const seen = window.looks.get(element) ?? new Set()
      const look = lookOf(element)
      if (seen.has(look)) continue
      window.looks.set(element, seen.add(look))
      isNew = true
    }
    return isNew
  })
}
