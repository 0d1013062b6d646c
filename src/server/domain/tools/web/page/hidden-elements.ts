/** What of the DOM is used here: `lib` has no DOM types. */
interface PageElement {
  tagName: string
  textContent: string | null
  getAttribute(name: string): string | null
  matches(selector: string): boolean
  remove(): void
}
interface PageDocument {
  querySelectorAll(selector: string): Iterable<PageElement>
}

/** Of a page's own sheets; more are for what changes with a mouse or a screen. */
const MOST_RULES = 500

/** In pixels: outside of each screen. */
const FAR_OUT = -900

interface Rule {
  selector: string
  hides: boolean
  shows: boolean
}

/**
 * Removes what a person would not see by the page's own marks: attributes, styles and sheets in it. Sheets elsewhere are
 * not fetched, and of several rules the one that shows an element wins. @returns how many had text
 */
export function removeHidden(document: PageDocument): number {
  const rules = [...document.querySelectorAll('style')].flatMap(({ textContent }) =>
    rulesIn(textContent ?? ''),
  )
  const hidden = new Set<PageElement>(document.querySelectorAll('[hidden], dialog:not([open])'))
  for (const element of document.querySelectorAll('[style]'))
    if (hides(declarationsIn(element.getAttribute('style') ?? ''))) hidden.add(element)
  const showing = rules.filter(({ shows }) => shows)
  for (const { selector } of rules.filter((rule) => rule.hides).slice(0, MOST_RULES))
    for (const element of found(document, selector))
      if (!showing.some((rule) => isMatch(element, rule.selector))) hidden.add(element)
  let count = 0
  for (const element of hidden) {
    if (/^(?:html|body|head)$/i.test(element.tagName)) continue
    if ((element.textContent ?? '').trim() !== '') count += 1
    element.remove()
  }
  return count
}

function found(document: PageDocument, selector: string): PageElement[] {
  try {
    return [...document.querySelectorAll(selector)]
  } catch {
    return []
  }
}

function isMatch(element: PageElement, selector: string): boolean {
  try {
    return element.matches(selector)
  } catch {
    return false
  }
}

/** Rules outside of blocks such as `@media`, without those for states such as `:hover`. */
function rulesIn(sheet: string): Rule[] {
  const css = sheet.replaceAll(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, '')
  const rules: Rule[] = []
  let depth = 0
  let begin = 0
  let selector = ''
  for (let at = 0; at < css.length; at++) {
    if (css[at] === '{') {
      if (depth === 0) selector = css.slice(begin, at).trim()
      depth += 1
      if (depth === 1) begin = at + 1
    } else if (css[at] === '}' && depth > 0) {
      depth -= 1
      if (depth > 0) continue
      if (!/[@:]/.test(selector)) rules.push({ selector, ...effectOf(css.slice(begin, at)) })
      begin = at + 1
    } else if (css[at] === ';' && depth === 0) begin = at + 1
  }
  return rules.filter((rule) => rule.hides || rule.shows)
}

function effectOf(text: string): Pick<Rule, 'hides' | 'shows'> {
  const declared = declarationsIn(text)
  const hiding = hides(declared)
  const { display, visibility, opacity } = Object.fromEntries(declared)
  return { hides: hiding, shows: !hiding && (display ?? visibility ?? opacity) !== undefined }
}

function declarationsIn(text: string): Map<string, string> {
  return new Map(
    text.split(';').flatMap((declaration) => {
      const [name = '', ...value] = declaration.split(':')
      const given = value.join(':').replace(/!important/i, '')
      return name.trim() === '' ? [] : [[name.trim().toLowerCase(), given.trim().toLowerCase()] as const]
    }),
  )
}

function hides(declared: ReadonlyMap<string, string>): boolean {
  const is = (name: string, pattern: RegExp) => pattern.test(declared.get(name) ?? '')
  const pixels = (name: string) => Number.parseFloat(declared.get(name) ?? '')
  const isTiny = (name: string) => pixels(name) <= 1 && is(name, /^[\d.]+(?:px)?$/)
  const isCut = ['overflow', 'overflow-x', 'overflow-y'].some((name) => is(name, /hidden|clip/))
  return (
    is('display', /^none$/) ||
    is('visibility', /^(?:hidden|collapse)$/) ||
    is('content-visibility', /^hidden$/) ||
    pixels('opacity') <= 0.05 ||
    isTiny('font-size') ||
    (isCut && ['width', 'height', 'max-width', 'max-height'].some(isTiny)) ||
    is('transform', /scale(?:3d|x|y)?\(\s*0*\.?0*\s*[,)]/) ||
    is('clip', /^rect\(\s*(?:[01](?:px)?[\s,]*){4}\)$/) ||
    is('clip-path', /^inset\(\s*(?:50|100)%|^circle\(\s*0/) ||
    ['left', 'top', 'right', 'bottom', 'margin-left', 'margin-top', 'text-indent'].some(
      (name) => pixels(name) <= FAR_OUT,
    ) ||
    (is('color', /^(?:transparent|rgba\([^)]*,\s*0?\.?0+\s*\))$/) && !isPaintedThrough(declared)) ||
    (declared.has('color') &&
      !is('color', /^(?:inherit|initial|unset|revert|revert-layer)$/) &&
      [declared.get('background'), declared.get('background-color')].includes(declared.get('color')))
  )
}

/** Letters without a colour of their own through which a picture or a gradient is seen, as in headings. */
function isPaintedThrough(declared: ReadonlyMap<string, string>): boolean {
  const all = (...names: string[]) => names.map((name) => declared.get(name) ?? '').join(' ')
  const isCutOut = /\btext\b/.test(all('background-clip', '-webkit-background-clip', 'background'))
  return isCutOut && /(?:gradient|url)\(/.test(all('background', 'background-image'))
}
