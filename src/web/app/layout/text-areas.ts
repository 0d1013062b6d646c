export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** The areas are measured at most once in so many milliseconds while the page changes. */
const MEASURE_MS = 500
/** So many areas are kept at most: a page full of words costs no more than this. */
const MOST_AREAS = 240

interface TextAreas {
  /** The areas are measured again if the page has changed or was scrolled. */
  read(now: number): readonly Area[]
  stop(): void
}

/** @param onChange the areas may have changed, for a background that draws nothing by itself */
export function watchTextAreas(root: HTMLElement, onChange: () => void): TextAreas {
  let areas: Area[] = []
  let scrolled = 0
  let isStale = true
  let measuredAt = Number.NEGATIVE_INFINITY
  const change = () => {
    isStale = true
    onChange()
  }
  const observer = new MutationObserver(change)
  observer.observe(root, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: ['open', 'hidden', 'class'],
  })
  window.addEventListener('resize', change)
  // Scrolling of inner lists doesn't bubble, so it is captured.
  document.addEventListener('scroll', change, { capture: true, passive: true })

  return {
    read(now) {
      if (isStale && now - measuredAt >= MEASURE_MS) {
        areas = textAreasOf(root)
        scrolled = window.scrollY
        measuredAt = now
        isStale = false
      }
      const moved = scrolled - window.scrollY
      return moved === 0 ? areas : areas.map((area) => ({ ...area, y: area.y + moved }))
    },
    stop() {
      observer.disconnect()
      window.removeEventListener('resize', change)
      document.removeEventListener('scroll', change, { capture: true })
    },
  }
}

function textAreasOf(root: HTMLElement): Area[] {
  const found: Area[] = []
  const range = document.createRange()
  const inView = ({ top, bottom, width }: DOMRect) => bottom > 0 && top < window.innerHeight && width > 1
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (!(node instanceof Element))
      return node.nodeValue?.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT
    if (node.matches('input, textarea, select')) return NodeFilter.FILTER_ACCEPT
    // Passes over what is out of view with all that it holds; an element without a height may hold what is in view.
    const box = node.getBoundingClientRect()
    return inView(box) || box.height === 0 ? NodeFilter.FILTER_SKIP : NodeFilter.FILTER_REJECT
  })
  while (found.length < MOST_AREAS && walker.nextNode()) {
    const node = walker.currentNode
    range.selectNode(node)
    const box = (node instanceof Element ? node : range).getBoundingClientRect()
    if (inView(box)) found.push(box)
  }
  return found
}
